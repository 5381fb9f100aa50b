import { publicStates } from '../languages/compiled/english/public-states.ts';
import { states } from '../languages/compiled/english/states.ts';
import type { StateBadge } from './url-state.ts';
import { publicStatusTone, unobservedStatus } from './website-status.ts';

/** Badge texts that only public pages and commands show. */
export type PublicStateWords = typeof states & typeof publicStates;

const english: PublicStateWords = { ...states, ...publicStates };

/** Header badge of a website's public page: 'All Systems Operational', 'Partial Outage', or 'No data yet'. */
export function overallBadge(status: string, words: PublicStateWords = english): StateBadge {
  if (status === unobservedStatus) return { label: words.noRecentData, tone: 'none' };
  if (status === 'unknown') return { label: words.noDataYet, tone: 'none' };
  if (status === 'operational') return { label: words.allOperational, tone: 'up' };
  return { label: words.partialOutage, tone: publicStatusTone(status) };
}

/** Operational, Down, or 'No data yet'. */
export const publicUrlBadge = (status: string, words: PublicStateWords = english): StateBadge =>
  serviceBadge(status, words.operational, words.down, words);

/** Online, Offline, or 'No data yet'. */
export const publicNetworkBadge = (status: string, words: PublicStateWords = english): StateBadge =>
  serviceBadge(status, words.online, words.offline, words);

function serviceBadge(status: string, up: string, down: string, words: PublicStateWords): StateBadge {
  if (status === unobservedStatus) return { label: words.noRecentData, tone: 'none' };
  if (status === 'up') return { label: up, tone: 'up' };
  return status === 'down' ? { label: down, tone: 'down' } : { label: words.noDataYet, tone: 'none' };
}

/** The badges of something that is up and slow say both. */
export const withSlow = <Badge extends { label: string; tone: string }>(
  badges: readonly Badge[],
  isSlow: boolean,
  words: PublicStateWords = english,
): (Badge | StateBadge)[] =>
  isSlow && badges[0]?.tone === 'up' ? [{ label: words.slow, tone: 'warn' }, ...badges.slice(1)] : [...badges];
