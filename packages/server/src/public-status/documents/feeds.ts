import { escapeHtml } from '@upvigil/core/format/meta-tag';
import { lastChanged, type PublicIncident, stateSentence } from '../figures/incidents.ts';
import type { PublicState } from '../figures/public-state.ts';
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

const pageOf = (state: PublicState, { website_id }: PublicIncident): string => `${state.base_url}/status/${website_id}`;
const feedTitle = ({ brand }: PublicState): string => `${brand} Status - Incident History`;

/** HTML of one entry. */
const htmlOf = (incident: PublicIncident): string => {
  const resolved = incident.ended_at === null ? '' : `<br>Resolved ${iso(incident.ended_at)}`;
  const state = escapeHtml(stateSentence(incident));
  return `<p><strong>${state}</strong> ${escapeHtml(incident.title)}</p><p>Began ${iso(incident.started_at)}${resolved}</p>`;
};

/** All incidents as an Atom feed (RFC 4287). The id of an entry stays the same; `updated` changes with the incident. */
export function atomFeed(state: PublicState): string {
  // Ids are tag URIs (RFC 4151). They must never change, so their year is a fixed one.
  const tag = `tag:${new URL(state.base_url).hostname},2005:`;
  const entries = state.incidents.map((incident) =>
    [
      '<entry>',
      `<id>${escapeXml(`${tag}Incident/${incident.id}`)}</id>`,
      `<published>${iso(incident.started_at)}</published>`,
      `<updated>${iso(lastChanged(incident))}</updated>`,
      `<link rel="alternate" type="text/html" href="${escapeXml(pageOf(state, incident))}"/>`,
      `<title>${escapeXml(incident.title)}</title>`,
      `<content type="html">${escapeXml(htmlOf(incident))}</content>`,
      '</entry>',
    ].join(''),
  );
  return [
    header,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeXml(`${tag}/history`)}</id>`,
    `<title>${escapeXml(feedTitle(state))}</title>`,
    `<updated>${iso(feedChanged(state))}</updated>`,
    `<author><name>${escapeXml(state.brand)}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(state.base_url)}/status"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(state.base_url + feedPaths.atom)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** All incidents as RSS 2.0. */
export function rssFeed(state: PublicState): string {
  const items = state.incidents.map((incident) =>
    [
      '<item>',
      `<title>${escapeXml(incident.ended_at === null ? incident.title : `[Resolved] ${incident.title}`)}</title>`,
      `<link>${escapeXml(pageOf(state, incident))}</link>`,
      `<guid isPermaLink="false">incident-${incident.id}</guid>`,
      `<pubDate>${rfc822(incident.started_at)}</pubDate>`,
      `<description>${escapeXml(htmlOf(incident))}</description>`,
      '</item>',
    ].join(''),
  );
  const self = escapeXml(state.base_url + feedPaths.rss);
  return [
    header,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escapeXml(feedTitle(state))}</title>`,
    `<link>${escapeXml(state.base_url)}/status</link>`,
    `<description>Incidents of the last ${feedLimits.days} days</description>`,
    '<language>en</language>',
    `<lastBuildDate>${rfc822(feedChanged(state))}</lastBuildDate>`,
    `<atom:link rel="self" type="application/rss+xml" href="${self}"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}
