import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { Tone } from '@upvigil/core/status/tone';
import { overallBadge, overviewBadge } from '@upvigil/core/status/website-status';

/** Whether a website is neither up nor unknown, for which the badge says 'Issues Detected'. */
export const hasIssues = (item: StatusOverviewItem): boolean => {
  const { tone } = overviewBadge(item.status);
  return tone === 'warn' || tone === 'down';
};

export interface Headline {
  tone: Tone;
  sentence: string;
}

/** One sentence over all websites; a single affected one is named. */
export function overviewHeadline(items: readonly StatusOverviewItem[]): Headline {
  if (items.length === 0) return { tone: 'none', sentence: 'No websites are monitored yet' };
  const affected = items.filter(hasIssues);
  const [first] = affected;
  if (first) {
    const tone = affected.some((item) => overviewBadge(item.status).tone === 'down') ? 'down' : 'warn';
    const count = `${affected.length} of ${items.length} websites`;
    if (affected.length === 1) return { tone, sentence: `${count} has an issue: ${first.name}` };
    return { tone, sentence: `${count} have an issue` };
  }
  const unknown = items.filter((item) => item.status !== 'up').length;
  if (unknown === 0) return { tone: 'up', sentence: overallBadge('operational').label };
  if (unknown === items.length) return { tone: 'none', sentence: 'Nothing has been checked yet' };
  return {
    tone: 'up',
    sentence: `${items.length - unknown} of ${items.length} websites are up, the others not checked yet`,
  };
}

/** Problems first, then what was never checked, then by name. */
export function problemsFirst(items: readonly StatusOverviewItem[]): StatusOverviewItem[] {
  const rank = (item: StatusOverviewItem) => ranks[overviewBadge(item.status).tone];
  return [...items].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

const ranks: Record<Tone, number> = { down: 0, warn: 1, none: 2, up: 3 };
