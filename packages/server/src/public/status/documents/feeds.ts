import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { day } from '../../../checks/record/rollups/rollup.ts';
import { lastChanged, type PublicIncident } from '../figures/incidents.ts';
import type { PublicState } from '../figures/public-state.ts';
import { isAnnounced, type ToldRun } from '../maintenance/public-runs.ts';
import { runPagePath } from '../maintenance/run-pages.ts';
import { runSpan, runStateWords } from '../maintenance/run-words.ts';
import type { ToldIncident } from '../told/told-incident.ts';
import { incidentPagePath } from '../told/told-pages.ts';
import { statusWords } from '../told/told-words.ts';
import { localSentence } from './speech/local-sentence.ts';
import { english, type Speech } from './speech/speech.ts';
import { escapeXml } from './xml.ts';

/** How many days feeds go back, and how many entries they have at most. */
export const feedLimits = { days: 90, entries: 50 } as const;

export const feedPaths = { atom: '/history.atom', rss: '/history.rss' } as const;

const header = '<?xml version="1.0" encoding="UTF-8"?>';
const iso = (time: number): string => new Date(time).toISOString();
/** A date of RFC 822 with a year of four digits, as RSS 2.0 asks. */
const rfc822 = (time: number): string => new Date(time).toUTCString();

/** What a feed says of one incident, or of one time of maintenance. Times in milliseconds since the epoch. */
interface Entry {
  /** What its ids are made of: 'Incident/7' and 'incident-7'. They stay. */
  kind: 'Incident' | 'Maintenance';
  key: string;
  title: string;
  path: string;
  started_at: number;
  updated_at: number;
  /** Of its title in RSS, which has no other place for it; undefined while it lasts. */
  closedTitle: string | undefined;
  /** HTML. */
  content: string;
}

/** Newest first: what people wrote, problems of which nobody did, and maintenance since it was announced. */
function entriesOf(state: PublicState, speech: Speech): Entry[] {
  const since = state.now - feedLimits.days * day;
  const told = state.told.filter(({ started_at, resolved_at }) => resolved_at === null || started_at >= since);
  const runs = state.runs.filter((run) => isAnnounced(run, state.now) && run.ends_at >= since);
  return [
    ...told.map((one) => toldEntry(one, speech)),
    ...state.incidents.map((one) => problemEntry(one, speech)),
    ...runs.map((run) => runEntry(run, speech)),
  ]
    .sort((one, other) => other.started_at - one.started_at)
    .slice(0, feedLimits.entries);
}

/** When the feed last changed: where there is no incident, when the newest website was added. */
const feedChanged = (entries: readonly Entry[], { websites }: PublicState): number =>
  Math.max(
    0,
    ...(entries.length > 0 ? entries.map((entry) => entry.updated_at) : websites.map((website) => website.created_at)),
  );

const titleOf = (incident: PublicIncident, speech: Speech): string =>
  speech.language === 'en' ? incident.title : localSentence({ alert_type: incident.type, said: incident.said }, speech);

function problemEntry(incident: PublicIncident, speech: Speech): Entry {
  const { figures } = speech;
  const { documents } = speech.words;
  const { started_at, ended_at } = incident;
  const resolved = ended_at === null ? '' : `<br>${escapeHtml(documents.resolved({ time: figures.moment(ended_at) }))}`;
  const state =
    ended_at === null
      ? documents.ongoing
      : documents.resolvedAfter({ duration: figures.duration((ended_at - started_at) / 1000) });
  const began = escapeHtml(documents.began({ time: figures.moment(started_at) }));
  const title = titleOf(incident, speech);
  return {
    ...{ kind: 'Incident', key: `${incident.id}`, title, path: `/status/${incident.website_id}`, started_at },
    ...{
      updated_at: lastChanged(incident),
      closedTitle: ended_at === null ? undefined : documents.resolvedTitle({ title }),
    },
    content: `<p><strong>${escapeHtml(state)}</strong> ${escapeHtml(title)}</p><p>${began}${resolved}</p>`,
  };
}

/** All updates of what people wrote, newest first. */
function toldEntry(told: ToldIncident, speech: Speech): Entry {
  const updates = told.updates.map(
    ({ status, body, display_at }) =>
      `<p><strong>${escapeHtml(statusWords(status, speech))}</strong> ${escapeHtml(speech.figures.moment(display_at))}</p>${bodyHtml(body)}`,
  );
  return {
    ...{ kind: 'Incident', key: `c${told.id}`, title: told.title, path: incidentPagePath(told.id) },
    ...{ started_at: told.started_at, updated_at: told.updated_at, content: updates.join('') },
    closedTitle: told.resolved_at === null ? undefined : speech.words.documents.resolvedTitle({ title: told.title }),
  };
}

function runEntry(run: ToldRun, speech: Speech): Entry {
  const { documents } = speech.words;
  const state = `<p><strong>${escapeHtml(runStateWords(run.state, speech))}</strong> ${escapeHtml(runSpan(run, speech))}</p>`;
  return {
    ...{ kind: 'Maintenance', key: `${run.id}`, title: run.title, path: runPagePath(run.id) },
    ...{ started_at: run.announced_at, updated_at: run.updated_at, content: state + bodyHtml(run.body) },
    closedTitle: run.state === 'completed' ? documents.completedTitle({ title: run.title }) : undefined,
  };
}

/**
 * All incidents as an Atom feed (RFC 4287). The id of an entry stays the same, in all languages too, so that a reader sees
 * nothing as new when the language of the pages changes; `updated` changes with the incident.
 */
export function atomFeed(state: PublicState, speech: Speech = english): string {
  const { language, query, words } = speech;
  // Ids are tag URIs (RFC 4151). They must never change, so their year is a fixed one.
  const tag = `tag:${new URL(state.base_url).hostname},2005:`;
  const listed = entriesOf(state, speech);
  const entries = listed.map((entry) =>
    [
      '<entry>',
      `<id>${escapeXml(`${tag}${entry.kind}/${entry.key}`)}</id>`,
      `<published>${iso(entry.started_at)}</published>`,
      `<updated>${iso(entry.updated_at)}</updated>`,
      `<link rel="alternate" type="text/html" href="${escapeXml(state.base_url + entry.path + query)}"/>`,
      `<title>${escapeXml(entry.title)}</title>`,
      `<content type="html">${escapeXml(entry.content)}</content>`,
      '</entry>',
    ].join(''),
  );
  return [
    header,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeXml(`${tag}/history`)}</id>`,
    `<title>${escapeXml(words.documents.feedTitle({ brand: state.brand }))}</title>`,
    `<updated>${iso(feedChanged(listed, state))}</updated>`,
    `<author><name>${escapeXml(state.brand)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${state.base_url}/status${query}`)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(state.base_url + feedPaths.atom + query)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** All incidents as RSS 2.0. */
export function rssFeed(state: PublicState, speech: Speech = english): string {
  const { language, query } = speech;
  const { documents } = speech.words;
  const listed = entriesOf(state, speech);
  const items = listed.map(({ kind, key, title, path, started_at, closedTitle, content }) =>
    [
      '<item>',
      `<title>${escapeXml(closedTitle ?? title)}</title>`,
      `<link>${escapeXml(state.base_url + path + query)}</link>`,
      `<guid isPermaLink="false">${kind.toLowerCase()}-${key}</guid>`,
      `<pubDate>${rfc822(started_at)}</pubDate>`,
      `<description>${escapeXml(content)}</description>`,
      '</item>',
    ].join(''),
  );
  const self = escapeXml(state.base_url + feedPaths.rss + query);
  return [
    header,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escapeXml(documents.feedTitle({ brand: state.brand }))}</title>`,
    `<link>${escapeXml(`${state.base_url}/status${query}`)}</link>`,
    `<description>${escapeXml(documents.feedAbout({ days: feedLimits.days }))}</description>`,
    `<language>${language}</language>`,
    `<lastBuildDate>${rfc822(feedChanged(listed, state))}</lastBuildDate>`,
    `<atom:link rel="self" type="application/rss+xml" href="${self}"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}
