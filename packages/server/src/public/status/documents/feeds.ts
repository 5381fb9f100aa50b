import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { runState } from '@upvigil/core/rules/maintenance-runs';
import { dayMs } from '@upvigil/core/time';
import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { type AlertIncident, lastChanged } from '../view/alert-incidents.ts';
import type { IncidentReport } from '../view/incident-reports.ts';
import { isAnnounced, type PublicRun } from '../view/maintenance-runs.ts';
import { feedLimits } from '../view/public-rows.ts';
import type { PublicView } from '../view/public-view.ts';
import { english, type Locale, localSentence } from './locale.ts';
import { incidentPagePath, runPagePath } from './report-paths.ts';
import { runSpan, runStateText, statusText } from './report-text.ts';
import { escapeXml } from './xml.ts';

export const feedPaths = { atom: '/history.atom', rss: '/history.rss' } as const;

const header = '<?xml version="1.0" encoding="UTF-8"?>';
const iso = (time: number): string => new Date(time).toISOString();
/** A date of RFC 822 with a four-digit year, as RSS 2.0 requires. */
const rfc822 = (time: number): string => new Date(time).toUTCString();

/** An incident or a maintenance in a feed. Times in milliseconds since the epoch. */
interface Entry {
  /** Part of its ids ('Incident/7', 'incident-7'), which must not change. */
  kind: 'Incident' | 'Maintenance';
  key: string;
  title: string;
  path: string;
  started_at: number;
  updated_at: number;
  /** The title in RSS, which has no field for the end; undefined while it lasts. */
  closedTitle: string | undefined;
  /** HTML. */
  content: string;
}

/** Newest first: published incidents, problems that no incident covers, and announced maintenance. */
function entriesOf(view: PublicView, locale: Locale): Entry[] {
  const since = view.now - feedLimits.days * dayMs;
  const reports = view.reports.filter(({ started_at, resolved_at }) => resolved_at === null || started_at >= since);
  const runs = view.runs.filter((run) => isAnnounced(run, view.now) && run.ends_at >= since);
  return [
    ...reports.map((one) => reportEntry(one, locale)),
    ...view.incidents.map((one) => problemEntry(one, locale)),
    ...runs.map((run) => runEntry(run, locale)),
  ]
    .sort((one, other) => other.started_at - one.started_at)
    .slice(0, feedLimits.entries);
}

/** The last change of the feed; without incidents, the time when the newest website was added. */
const feedChanged = (entries: readonly Entry[], { websites }: PublicView): number =>
  Math.max(
    0,
    ...(entries.length > 0 ? entries.map((entry) => entry.updated_at) : websites.map((website) => website.created_at)),
  );

const titleOf = (incident: AlertIncident, locale: Locale): string =>
  locale.language === 'en'
    ? incident.title
    : localSentence({ alert_type: incident.type, facts: incident.facts }, locale);

function problemEntry(incident: AlertIncident, locale: Locale): Entry {
  const { figures } = locale;
  const { documents } = locale.texts;
  const { started_at, ended_at } = incident;
  const resolved = ended_at === null ? '' : `<br>${escapeHtml(documents.resolved({ time: figures.moment(ended_at) }))}`;
  const state =
    ended_at === null
      ? documents.ongoing
      : documents.resolvedAfter({ duration: figures.duration((ended_at - started_at) / 1000) });
  const began = escapeHtml(documents.began({ time: figures.moment(started_at) }));
  const title = titleOf(incident, locale);
  return {
    kind: 'Incident',
    key: `${incident.id}`,
    title,
    path: `/status/${incident.website_id}`,
    started_at,
    updated_at: lastChanged(incident),
    closedTitle: ended_at === null ? undefined : documents.resolvedTitle({ title }),
    content: `<p><strong>${escapeHtml(state)}</strong> ${escapeHtml(title)}</p><p>${began}${resolved}</p>`,
  };
}

/** All updates of an incident report, newest first. */
function reportEntry(report: IncidentReport, locale: Locale): Entry {
  const updates = report.updates.map(
    ({ status, body, display_at }) =>
      `<p><strong>${escapeHtml(statusText(status, locale))}</strong> ${escapeHtml(locale.figures.moment(display_at))}</p>${bodyHtml(body)}`,
  );
  return {
    kind: 'Incident',
    key: `c${report.id}`,
    title: report.title,
    path: incidentPagePath(report.id),
    started_at: report.started_at,
    updated_at: report.updated_at,
    content: updates.join(''),
    closedTitle:
      report.resolved_at === null ? undefined : locale.texts.documents.resolvedTitle({ title: report.title }),
  };
}

function runEntry(run: PublicRun, locale: Locale): Entry {
  const { documents } = locale.texts;
  const state = `<p><strong>${escapeHtml(runStateText(run.state, locale))}</strong> ${escapeHtml(runSpan(run, locale))}</p>`;
  const written = run.updates.map(
    ({ body, created_at }) =>
      `<p><strong>${escapeHtml(runStateText(runState(run, created_at), locale))}</strong> ${escapeHtml(locale.figures.moment(created_at))}</p>${bodyHtml(body)}`,
  );
  return {
    kind: 'Maintenance',
    key: `${run.id}`,
    title: run.title,
    path: runPagePath(run.id),
    started_at: run.announced_at,
    updated_at: run.updated_at,
    content: state + bodyHtml(run.body) + written.join(''),
    closedTitle: run.state === 'completed' ? documents.completedTitle({ title: run.title }) : undefined,
  };
}

/**
 * All incidents as an Atom feed (RFC 4287). The id of an entry is the same in all languages, so that a changed
 * language shows nothing as new. `updated` changes with the incident.
 */
export function atomFeed(view: PublicView, locale: Locale = english): string {
  const { language, query, texts } = locale;
  // Ids are tag URIs (RFC 4151). They must never change, so their year is fixed.
  const tag = `tag:${new URL(view.base_url).hostname},2005:`;
  const listed = entriesOf(view, locale);
  const entries = listed.map((entry) =>
    [
      '<entry>',
      `<id>${escapeXml(`${tag}${entry.kind}/${entry.key}`)}</id>`,
      `<published>${iso(entry.started_at)}</published>`,
      `<updated>${iso(entry.updated_at)}</updated>`,
      `<link rel="alternate" type="text/html" href="${escapeXml(view.base_url + entry.path + query)}"/>`,
      `<title>${escapeXml(entry.title)}</title>`,
      `<content type="html">${escapeXml(entry.content)}</content>`,
      '</entry>',
    ].join(''),
  );
  return [
    header,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeXml(`${tag}/history`)}</id>`,
    `<title>${escapeXml(texts.documents.feedTitle({ brand: view.brand }))}</title>`,
    `<updated>${iso(feedChanged(listed, view))}</updated>`,
    `<author><name>${escapeXml(view.brand)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${view.base_url}/status${query}`)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(view.base_url + feedPaths.atom + query)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

export function rssFeed(view: PublicView, locale: Locale = english): string {
  const { language, query } = locale;
  const { documents } = locale.texts;
  const listed = entriesOf(view, locale);
  const items = listed.map(({ kind, key, title, path, started_at, closedTitle, content }) =>
    [
      '<item>',
      `<title>${escapeXml(closedTitle ?? title)}</title>`,
      `<link>${escapeXml(view.base_url + path + query)}</link>`,
      `<guid isPermaLink="false">${kind.toLowerCase()}-${key}</guid>`,
      `<pubDate>${rfc822(started_at)}</pubDate>`,
      `<description>${escapeXml(content)}</description>`,
      '</item>',
    ].join(''),
  );
  const self = escapeXml(view.base_url + feedPaths.rss + query);
  return [
    header,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escapeXml(documents.feedTitle({ brand: view.brand }))}</title>`,
    `<link>${escapeXml(`${view.base_url}/status${query}`)}</link>`,
    `<description>${escapeXml(documents.feedAbout({ days: feedLimits.days }))}</description>`,
    `<language>${language}</language>`,
    `<lastBuildDate>${rfc822(feedChanged(listed, view))}</lastBuildDate>`,
    `<atom:link rel="self" type="application/rss+xml" href="${self}"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}
