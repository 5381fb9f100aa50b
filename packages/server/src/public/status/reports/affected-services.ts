import type { ShownBadge } from '@upvigil/core/status/under-maintenance';
import { monitorBadges, websiteBadges } from '../documents/headline.ts';
import { type Html, html } from '../documents/html.ts';
import type { Locale } from '../documents/locale.ts';
import { type MaintenanceWindow, windowsOf } from '../view/maintenance-runs.ts';
import { unionOf } from '../view/outages.ts';
import type { Targeted } from '../view/public-targets.ts';
import type { PublicView, PublicWebsite } from '../view/public-view.ts';
import type { Period } from '../view/website-store.ts';
import type { Seen, Span } from './service-strips.ts';

/** A website or monitor that an incident or a maintenance names. */
export interface AffectedService {
  name: string;
  website_id: number;
  /** The present state. */
  badges: readonly ShownBadge[];
  seen: Seen;
}

/** Services on a page; further ones are counted. */
export const mostServices = 24;

export const moreServicesHtml = (services: readonly AffectedService[], { texts }: Locale): Html | null =>
  services.length > mostServices
    ? html`<p class="more">${texts.documents.moreServices({ count: services.length - mostServices })}</p>`
    : null;

interface Known {
  view: Pick<PublicView, 'websites' | 'now'>;
  periods: readonly Period[];
  locale: Locale;
  /** Periods that ended before are not known. Milliseconds since the epoch. */
  since?: number;
}

/** The public ones, websites first. */
export function affectedServices({ website_ids, monitor_ids }: Targeted, known: Known): AffectedService[] {
  const { websites } = known.view;
  return [
    ...website_ids.flatMap((id) => websites.filter((website) => website.id === id)).map((one) => ofWebsite(one, known)),
    ...websites.flatMap((website) => ofMonitors(website, monitor_ids, known)),
  ];
}

function ofWebsite(website: PublicWebsite, { periods, locale, view, since = 0 }: Known): AffectedService {
  const own = periods.filter(({ website_id }) => website_id === website.id);
  return {
    name: website.name,
    website_id: website.id,
    badges: websiteBadges(website, locale),
    seen: seenIn(own, Math.max(since, website.created_at), website.windows, view.now),
  };
}

function ofMonitors(
  website: PublicWebsite,
  ids: readonly number[],
  { periods, locale, view, since = 0 }: Known,
): AffectedService[] {
  return website.monitors
    .filter(({ id }) => ids.includes(id))
    .map((monitor) => ({
      name: `${website.name}: ${monitor.name}`,
      website_id: website.id,
      badges: monitorBadges(monitor, locale),
      seen: seenIn(
        periods.filter(({ monitor_id }) => monitor_id === monitor.id),
        Math.max(since, monitor.created_at),
        windowsOf(website.windows, { id: monitor.id, website_id: website.id }),
        view.now,
      ),
    }));
}

function seenIn(periods: readonly Period[], since: number, windows: readonly MaintenanceWindow[], now: number): Seen {
  const spans = (isOutage: boolean): Span[] =>
    periods
      .filter((one) => one.isOutage === isOutage)
      .map((one) => ({ from: one.started_at, to: one.ended_at ?? now + 1 }));
  return {
    since,
    down: spans(true),
    slow: spans(false),
    maintenance: windows
      .flatMap(({ runs }) => runs)
      .map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at })),
  };
}

/** Milliseconds within a span that one or more of these spans cover. */
export const timeWithin = (spans: readonly Span[], { from, to }: Span): number =>
  unionOf(
    spans
      .map((span) => [Math.max(span.from, from), Math.min(span.to, to)] as const)
      .filter(([start, end]) => start < end),
  );
