import { affectedNames } from '@upvigil/core/languages/affected-names';
import { incidentsSentence, slowSentence } from '@upvigil/core/languages/overview-sentences';
import { overallBadge, publicNetworkBadge, publicUrlBadge, withSlow } from '@upvigil/core/status/public-badges';
import type { InfoTone, Tone } from '@upvigil/core/status/tone';
import { hasOutage, maintenanceBadge, type ShownBadge, withMaintenance } from '@upvigil/core/status/under-maintenance';
import {
  overallStatus,
  overviewBadge,
  publicStatusTone,
  shownStatus,
  unobservedStatus,
} from '@upvigil/core/status/website-status';
import { isOpen } from '../view/incident-reports.ts';
import { isUrl, type PublicMonitor, type PublicWebsite } from '../view/public-view.ts';
import { english, type Locale } from './locale.ts';

/** The first sentence of a public page: whether all is up. */
interface Headline {
  tone: Tone | InfoTone;
  sentence: string;
}

/**
 * The headline over all websites. Names a single affected website. One whose outage is under maintenance does not
 * count as affected.
 */
export function overviewHeadline(
  websites: readonly PublicWebsite[],
  { texts }: Locale = english,
  openIncidents = 0,
): Headline {
  const affected = affectedOf(websites);
  const [first] = affected;
  if (first) {
    const tone = affected.some(({ status }) => status === 'down') ? 'down' : 'warn';
    const counts = { affected: affected.length, total: websites.length };
    const { oneAffected, someAffected } = texts.pages;
    const sentence = affected.length === 1 ? oneAffected({ ...counts, name: first.name }) : someAffected(counts);
    return { tone, sentence };
  }
  const slow = websites.filter(isSlow);
  if (slow[0]) return { tone: 'warn', sentence: slowSentence(slow, websites.length, texts.pages) };
  if (openIncidents > 0) {
    const maintained = websites.filter(({ maintenance }) => maintenance !== null).length;
    return { tone: 'none', sentence: incidentsSentence(openIncidents, maintained, texts.pages) };
  }
  if (websites.some(isDownInMaintenance)) return { tone: 'info', sentence: maintenanceBadge(texts.states).label };
  if (websites.some(({ status }) => status === 'up'))
    return { tone: 'up', sentence: overallBadge('operational', texts.states).label };
  const unobserved = websites.find((website) => shownStatus(website) === unobservedStatus);
  return { tone: 'none', sentence: overallBadge(unobserved ? unobservedStatus : 'unknown', texts.states).label };
}

/** Whether one of its services is slow and none is down. */
const isSlow = ({ monitors }: PublicWebsite): boolean => monitors.some(isSlowMonitor);
export const isSlowMonitor = ({ is_up, has_slow_alert }: PublicMonitor): boolean => is_up === true && has_slow_alert;

const affectedOf = (websites: readonly PublicWebsite[]): PublicWebsite[] =>
  websites.filter((website) => hasOutage(shownOf(website)));

/** The fields in the contract's form. */
const shownOf = ({ status, maintenance }: PublicWebsite) => ({ status, maintenance: maintenance ?? undefined });

const isDownInMaintenance = ({ status, maintenance }: PublicWebsite): boolean =>
  maintenance !== null && hasOutage({ status });

/** Names up to two of the websites that the headline counts, those that are down first. */
export const overviewDetail = (websites: readonly PublicWebsite[], { texts }: Locale = english): string | undefined =>
  affectedNames(
    affectedOf(websites)
      .sort((a, b) => Number(b.status === 'down') - Number(a.status === 'down') || a.name.localeCompare(b.name))
      .map(({ name }) => name),
    texts.pages,
  );

export function websiteHeadline(website: PublicWebsite, { texts }: Locale = english): Headline {
  const { status } = website;
  const open = website.reports.filter(isOpen).length;
  const isDown = hasOutage(shownOf(website));
  if (!isDown && isSlow(website)) return { tone: 'warn', sentence: texts.states.slow };
  if (!isDown && open > 0) {
    return { tone: 'none', sentence: incidentsSentence(open, website.maintenance === null ? 0 : 1, texts.pages) };
  }
  if (isDownInMaintenance(website)) return { tone: 'info', sentence: maintenanceBadge(texts.states).label };
  const shown = shownStatus(website) === unobservedStatus ? unobservedStatus : overallStatus(status);
  return { tone: publicStatusTone(status), sentence: overallBadge(shown, texts.states).label };
}

export const websiteBadges = (website: PublicWebsite, { texts }: Locale): ShownBadge[] =>
  withSlow(
    withMaintenance(overviewBadge(shownStatus(website), texts.states), shownOf(website), texts.states),
    isSlow(website),
    texts.states,
  );

export function monitorBadges(monitor: PublicMonitor, { texts }: Locale): ShownBadge[] {
  const status = monitor.is_up === null ? 'unknown' : monitor.is_up ? 'up' : 'down';
  const badge = isUrl(monitor) ? publicUrlBadge : publicNetworkBadge;
  const shown = shownStatus({ status, last_check_time: monitor.last_check_time });
  return withMaintenance(
    badge(shown, texts.states),
    { status, maintenance: monitor.maintenance ?? undefined },
    texts.states,
  );
}

/** The status of a website in a list. */
export const statusWord = (website: PublicWebsite, locale: Locale): string => labels(websiteBadges(website, locale));

/** 'Operational, Under Maintenance' */
export const labels = (badges: readonly ShownBadge[]): string => badges.map(({ label }) => label).join(', ');
