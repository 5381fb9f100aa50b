import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { lastChanged, type PublicIncident } from '../figures/incidents.ts';
import type { PublicState } from '../figures/public-state.ts';
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

/** When the feed last changed: where there is no incident, when the newest website was added. */
const feedChanged = ({ incidents, websites }: PublicState): number =>
  Math.max(0, ...(incidents.length > 0 ? incidents.map(lastChanged) : websites.map((website) => website.created_at)));

const pageOf = (state: PublicState, { website_id }: PublicIncident, { query }: Speech): string =>
  `${state.base_url}/status/${website_id}${query}`;
const titleOf = (incident: PublicIncident, speech: Speech): string =>
  speech.language === 'en' ? incident.title : localSentence({ alert_type: incident.type, said: incident.said }, speech);

/** HTML of one entry. */
const htmlOf = (incident: PublicIncident, speech: Speech): string => {
  const { figures } = speech;
  const { documents } = speech.words;
  const { started_at, ended_at } = incident;
  const resolved = ended_at === null ? '' : `<br>${escapeHtml(documents.resolved({ time: figures.moment(ended_at) }))}`;
  const state =
    ended_at === null
      ? documents.ongoing
      : documents.resolvedAfter({ duration: figures.duration((ended_at - started_at) / 1000) });
  const began = escapeHtml(documents.began({ time: figures.moment(started_at) }));
  const title = escapeHtml(titleOf(incident, speech));
  return `<p><strong>${escapeHtml(state)}</strong> ${title}</p><p>${began}${resolved}</p>`;
};

/**
 * All incidents as an Atom feed (RFC 4287). The id of an entry stays the same, in all languages too, so that a reader sees
 * nothing as new when the language of the pages changes; `updated` changes with the incident.
 */
export function atomFeed(state: PublicState, speech: Speech = english): string {
  const { language, query, words } = speech;
  // Ids are tag URIs (RFC 4151). They must never change, so their year is a fixed one.
  const tag = `tag:${new URL(state.base_url).hostname},2005:`;
  const entries = state.incidents.map((incident) =>
    [
      '<entry>',
      `<id>${escapeXml(`${tag}Incident/${incident.id}`)}</id>`,
      `<published>${iso(incident.started_at)}</published>`,
      `<updated>${iso(lastChanged(incident))}</updated>`,
      `<link rel="alternate" type="text/html" href="${escapeXml(pageOf(state, incident, speech))}"/>`,
      `<title>${escapeXml(titleOf(incident, speech))}</title>`,
      `<content type="html">${escapeXml(htmlOf(incident, speech))}</content>`,
      '</entry>',
    ].join(''),
  );
  return [
    header,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeXml(`${tag}/history`)}</id>`,
    `<title>${escapeXml(words.documents.feedTitle({ brand: state.brand }))}</title>`,
    `<updated>${iso(feedChanged(state))}</updated>`,
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
  const items = state.incidents.map((incident) => {
    const title = titleOf(incident, speech);
    return [
      '<item>',
      `<title>${escapeXml(incident.ended_at === null ? title : documents.resolvedTitle({ title }))}</title>`,
      `<link>${escapeXml(pageOf(state, incident, speech))}</link>`,
      `<guid isPermaLink="false">incident-${incident.id}</guid>`,
      `<pubDate>${rfc822(incident.started_at)}</pubDate>`,
      `<description>${escapeXml(htmlOf(incident, speech))}</description>`,
      '</item>',
    ].join('');
  });
  const self = escapeXml(state.base_url + feedPaths.rss + query);
  return [
    header,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escapeXml(documents.feedTitle({ brand: state.brand }))}</title>`,
    `<link>${escapeXml(`${state.base_url}/status${query}`)}</link>`,
    `<description>${escapeXml(documents.feedAbout({ days: feedLimits.days }))}</description>`,
    `<language>${language}</language>`,
    `<lastBuildDate>${rfc822(feedChanged(state))}</lastBuildDate>`,
    `<atom:link rel="self" type="application/rss+xml" href="${self}"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}
