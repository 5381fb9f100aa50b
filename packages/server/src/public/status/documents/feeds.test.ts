import { JSDOM, type MarkupDocument, type MarkupElement, type MarkupNode } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { alertIncident, nastyName, publicRun, publicView } from '../testing/public-states.ts';
import type { PublicView } from '../view/public-view.ts';
import { atomFeed, rssFeed } from './feeds.ts';

/** Throws when it is not well-formed. */
const parse = (xml: string): MarkupDocument => new JSDOM(xml, { contentType: 'application/xml' }).window.document;
const texts = (parent: MarkupNode, name: string): string[] =>
  [...parent.querySelectorAll(name)].map((element) => element.textContent ?? '');
const children = (parent: MarkupElement, name: string): MarkupElement[] =>
  [...parent.children].filter((child) => child.tagName === name);

const ended = alertIncident({ id: 78, ended_at: testNow, type: 'SLOW', title: `${nastyName} is slow` });
const states: [string, PublicView][] = [
  ['without incidents', publicView()],
  ['with incidents', publicView({ incidents: [alertIncident(), ended] })],
  ['with nasty names', publicView({ brand: nastyName, incidents: [ended] })],
  ['without websites', publicView({ websites: [] })],
];

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const rfc822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

describe.each(states)('the Atom feed %s', (_name, state) => {
  const feed = parse(atomFeed(state)).documentElement;
  it('holds what RFC 4287 requires', () => {
    expect(feed.namespaceURI).toBe('http://www.w3.org/2005/Atom');
    for (const name of ['id', 'title', 'updated', 'author']) expect(children(feed, name)).toHaveLength(1);
    const self = children(feed, 'link').filter((link) => link.getAttribute('rel') === 'self');
    expect(self.map((link) => link.getAttribute('href'))).toEqual(['https://status.example.org/history.atom']);
    const ids = texts(feed, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^tag:status\.example\.org,2005:\S+$/);
    for (const time of [...texts(feed, 'updated'), ...texts(feed, 'published')]) expect(time).toMatch(rfc3339);
    for (const entry of children(feed, 'entry')) {
      for (const name of ['id', 'title', 'updated', 'content']) expect(children(entry, name)).toHaveLength(1);
      expect(children(entry, 'link')).toHaveLength(1);
      expect(children(entry, 'content')[0]?.getAttribute('type')).toBe('html');
    }
  });
});

describe.each(states)('the RSS feed %s', (_name, state) => {
  const rss = parse(rssFeed(state)).documentElement;
  it('holds what RSS 2.0 requires', () => {
    expect(rss.getAttribute('version')).toBe('2.0');
    const [channel] = children(rss, 'channel');
    if (!channel) throw new Error('no channel');
    for (const name of ['title', 'link', 'description', 'lastBuildDate', 'atom:link']) {
      expect(children(channel, name)).toHaveLength(1);
    }
    for (const time of [...texts(rss, 'pubDate'), ...texts(rss, 'lastBuildDate')]) expect(time).toMatch(rfc822);
    const guids = [...rss.querySelectorAll('guid')];
    expect(new Set(guids.map((guid) => guid.textContent)).size).toBe(state.incidents.length);
    for (const guid of guids) expect(guid.getAttribute('isPermaLink')).toBe('false');
    const links = [...rss.querySelectorAll('link')].filter((link) => link.namespaceURI === null);
    expect(links).toHaveLength(1 + state.incidents.length);
    for (const link of links) expect(link.textContent).toMatch(/^https:\/\/status\.example\.org\/status(\/\d+)?$/);
  });
});

describe('feeds', () => {
  it('keep the id of an incident when it ends, and update its time', () => {
    const before = parse(atomFeed(publicView({ incidents: [alertIncident()] })));
    const after = parse(atomFeed(publicView({ incidents: [alertIncident({ ended_at: testNow })] })));
    expect(texts(after, 'entry > id')).toEqual(texts(before, 'entry > id'));
    expect(texts(before, 'entry > updated')).toEqual(['2026-03-10T11:00:00.000Z']);
    expect(texts(after, 'entry > updated')).toEqual(['2026-03-10T12:00:00.000Z']);
    expect(texts(after, 'feed > updated')).toEqual(['2026-03-10T12:00:00.000Z']);
    expect(texts(after, 'content')[0]).toContain('Resolved after 1 hour.');
  });

  it('mark resolved incidents in the RSS title', () => {
    const feed = parse(rssFeed(publicView({ incidents: [alertIncident(), ended] })));
    expect(texts(feed, 'item > title').map((title) => title.startsWith('[Resolved] '))).toEqual([false, true]);
  });

  it('keep names unchanged, except characters that XML forbids', () => {
    const feed = parse(atomFeed(publicView({ incidents: [ended] })));
    expect(texts(feed, 'entry > title')).toEqual([`Shop <b>&"'</b> ]]> </script> $&   π is slow`]);
    const html = texts(feed, 'content')[0] ?? '';
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;');
  });
});

describe('maintenance', () => {
  const later = { id: 6, state: 'scheduled', starts_at: testNow + 1e9, announced_at: testNow + 1e8 } as const;
  const runs = [publicRun({ id: 4, title: `${nastyName}`, state: 'completed' }), publicRun(), publicRun(later)];
  const state = publicView({ runs, incidents: [alertIncident()] });

  it('has an entry with a separate id and its state once it is announced', () => {
    const entries = children(parse(atomFeed(state)).documentElement, 'entry');
    const tag = 'tag:status.example.org,2005:';
    expect(entries.flatMap((entry) => texts(entry, 'id'))).toEqual([
      ...[`${tag}Incident/77`, `${tag}Maintenance/4`, `${tag}Maintenance/5`],
    ]);
    const going = entries.at(-1);
    expect(going && texts(going, 'updated')).toEqual(['2026-03-10T11:30:00.000Z']);
    expect(going && texts(going, 'content')[0]).toMatch(/In progress.*<em>move<\/em>/s);
    expect(going?.querySelector('link')?.getAttribute('href')).toBe('https://status.example.org/status/maintenance/5');
  });

  it('is reports as completed in RSS, whose ids stay', () => {
    const channel = parse(rssFeed(state)).documentElement;
    expect(texts(channel, 'guid')).toEqual(['incident-77', 'maintenance-4', 'maintenance-5']);
    expect(texts(channel, 'title').filter((title) => title.startsWith('[Completed] '))).toHaveLength(1);
  });
});
