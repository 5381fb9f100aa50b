import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { incidentsSentence, slowSentence } from '@upvigil/core/languages/overview-sentences';
import { overallBadge } from '@upvigil/core/status/public-badges';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { maintenanceBadge, rankedStatus } from '@upvigil/core/status/under-maintenance';
import { overviewBadge } from '@upvigil/core/status/website-status';
import { publicTexts } from '../language/public-texts.ts';
import { stateTexts } from '../language/state-texts.ts';

/** True if the badge of the website says 'Issues Detected'. */
export const hasIssues = (item: StatusOverviewItem): boolean => {
  const { tone } = overviewBadge(rankedStatus(item));
  return tone === 'warn' || tone === 'down';
};

const isUp = ({ status }: StatusOverviewItem): boolean => status === 'up';

interface Headline {
  tone: Tone | InfoTone;
  sentence: string;
  detail?: string;
}

/** One sentence about all websites. It names the website if only one is affected. */
export function overviewHeadline(items: readonly StatusOverviewItem[], openIncidents = 0): Headline {
  const words = publicTexts('pages');
  const total = items.length;
  if (total === 0) return { tone: 'none', sentence: words.noWebsites };
  const affected = items.filter(hasIssues);
  const [first] = affected;
  if (first) {
    const tone = affected.some((item) => overviewBadge(item.status).tone === 'down') ? 'down' : 'warn';
    const counts = { affected: affected.length, total };
    if (affected.length === 1) return { tone, sentence: words.oneAffected({ ...counts, name: first.name }) };
    return { tone, sentence: words.someAffected(counts) };
  }
  const slow = items.filter((item) => item.slow);
  if (slow.length > 0) return { tone: 'warn', sentence: slowSentence(slow, total, words) };
  const maintained = items.filter((item) => item.maintenance).length;
  if (openIncidents > 0) {
    const sentence = incidentsSentence(openIncidents, maintained, words);
    return { tone: 'none', sentence, ...(items.some(isUp) ? { detail: words.checksFine } : {}) };
  }
  if (maintained > 0) return maintainedHeadline();
  const unknown = items.filter((item) => item.status !== 'up').length;
  if (unknown === 0) return { tone: 'up', sentence: overallBadge('operational', stateTexts()).label };
  if (unknown === total) return { tone: 'none', sentence: words.nothingChecked };
  return { tone: 'up', sentence: words.partlyChecked({ up: total - unknown, total }) };
}

/** Headline if maintenance is the worst state. */
function maintainedHeadline(): Headline {
  const { label, tone } = maintenanceBadge(stateTexts());
  return { tone, sentence: label };
}

/** Websites with problems first, then unchecked ones, then by name. */
export function problemsFirst(items: readonly StatusOverviewItem[]): StatusOverviewItem[] {
  const rank = (item: StatusOverviewItem) => {
    const own = ranks[overviewBadge(rankedStatus(item)).tone];
    return item.slow || item.incident_id !== undefined ? Math.min(own, ranks.warn) : own;
  };
  return [...items].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

const ranks: Record<Tone, number> = { down: 0, warn: 1, none: 2, up: 3 };
