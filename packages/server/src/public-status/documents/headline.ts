import { affectedNames } from '@upvigil/core/affected-names';
import { overallBadge } from '@upvigil/core/status/public-badges';
import type { Tone } from '@upvigil/core/status/tone';
import { overallStatus, overviewBadge, publicStatusTone } from '@upvigil/core/status/website-status';
import type { PublicWebsite } from '../figures/public-state.ts';
import { english, type Speech } from './speech/speech.ts';

/** The first sentence of a public page: whether all is up. */
export interface Headline {
  tone: Tone;
  sentence: string;
}

/** The headline over all websites. A single affected one is named. */
export function overviewHeadline(websites: readonly PublicWebsite[], { words }: Speech = english): Headline {
  const affected = affectedOf(websites);
  const [first] = affected;
  if (first) {
    const tone = affected.some(({ status }) => status === 'down') ? 'down' : 'warn';
    const counts = { affected: affected.length, total: websites.length };
    const { oneAffected, someAffected } = words.pages;
    const sentence = affected.length === 1 ? oneAffected({ ...counts, name: first.name }) : someAffected(counts);
    return { tone, sentence };
  }
  if (websites.some(({ status }) => status === 'up'))
    return { tone: 'up', sentence: overallBadge('operational', words.states).label };
  return { tone: 'none', sentence: overallBadge('unknown', words.states).label };
}

const affectedOf = (websites: readonly PublicWebsite[]): PublicWebsite[] =>
  websites.filter(({ status }) => status === 'down' || status === 'partial');

/** Names those that the headline only counts: up to two, those that are down first. */
export const overviewDetail = (websites: readonly PublicWebsite[], { words }: Speech = english): string | undefined =>
  affectedNames(
    affectedOf(websites)
      .sort((a, b) => Number(b.status === 'down') - Number(a.status === 'down') || a.name.localeCompare(b.name))
      .map(({ name }) => name),
    words.pages,
  );

export const websiteHeadline = ({ status }: PublicWebsite, { words }: Speech = english): Headline => ({
  tone: publicStatusTone(status),
  sentence: overallBadge(overallStatus(status), words.states).label,
});

/** The word beside a website in a list. */
export const statusWord = ({ status }: PublicWebsite, { words }: Speech): string =>
  overviewBadge(status, words.states).label;
