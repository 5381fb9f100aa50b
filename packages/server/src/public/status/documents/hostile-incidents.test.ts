import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { bodyHtml } from '../../../alerts/incidents/body-html.ts';
import { testNow } from '../../../testing/rows.ts';
import { incidentPage } from '../reports/incident-page.ts';
import { monthPage } from '../reports/month-page.ts';
import { publicView } from '../testing/public-states.ts';
import type { IncidentReport } from '../view/incident-reports.ts';
import { atomFeed, rssFeed } from './feeds.ts';
import { english } from './locale.ts';
import { incidentText, monthText } from './report-text.ts';

const quotes = '>'.repeat(10_000);
const hostile: [name: string, body: string][] = [
  ['an image with a handler', '<img src=x onerror=alert(1)>'],
  ['a link to script', '[x](javascript:0)'],
  ['an entity before script', '&#106;avascript:0'],
  ['a link with an entity', '[x](&#106;avascript:0)'],
  ['a link with entities and a title', '[x](&#x6A;avascript&colon;0 "onclick=")'],
  ['what ends a section of XML', ']]><script>alert(1)</script><!--'],
  ['what a terminal obeys', '\u001b]0;title\u0007\u001b[2J\u009b2J'],
  ['10,000 nested quotes', quotes],
];

const surroundings = { brand: 'Acme', base_url: 'https://status.example.org', locale: english };
const reportWith = (body: string): IncidentReport => ({
  affected: { websites: [], services: [body.slice(0, 50)] },
  id: 1,
  title: body.slice(0, 200),
  impact: 'major',
  status: 'investigating',
  is_general: true,
  website_ids: [],
  monitor_ids: [],
  started_at: testNow,
  resolved_at: null,
  updated_at: testNow,
  updates: [{ id: 1, status: 'investigating', body, display_at: testNow, edited_at: null }],
});
const month = (body: string) => ({
  month: '2026-03',
  reports: [reportWith(body)],
  periods: [],
  isCut: false,
  runs: [],
  websites: [],
  disabled: new Map(),
  counts_maintenance: false,
  now: testNow,
});
const viewWith = (body: string) => publicView({ reports: [reportWith(body)] });

/** All outputs with a person's text, and how to extract the HTML that a reader's program shows. */
const html = (source: string): string[] => [source];
const contents = (name: string) => (xml: string) =>
  [...new JSDOM(xml, { contentType: 'application/xml' }).window.document.querySelectorAll(name)].map(
    (element) => element.textContent ?? '',
  );
const places: [string, (body: string) => string, (document: string) => string[]][] = [
  ['the page', (body) => incidentPage({ report: reportWith(body), services: [], now: testNow }, surroundings), html],
  ['the page of its month', (body) => monthPage(month(body), surroundings), html],
  ['a mail', bodyHtml, html],
  ['the Atom feed', (body) => atomFeed(viewWith(body)), contents('entry > content')],
  ['the RSS feed', (body) => rssFeed(viewWith(body)), contents('item > description')],
];

describe.each(places)('23.1: in %s', (_name, make, htmlIn) => {
  it.each(hostile)('%s is harmless', (_what, body) => {
    const found = htmlIn(make(body));
    expect(found).toHaveLength(1);
    const { document } = new JSDOM(found.join('')).window;
    const forbidden = 'script, img, svg, iframe, object, embed, form, base, main [style], [onerror], [onclick], [src]';
    // Nothing but what the document has by itself: icons, places on an axis, its script.
    const harmless = new JSDOM(htmlIn(make('Harmless')).join('')).window.document;
    expect(document.querySelectorAll(forbidden)).toHaveLength(harmless.querySelectorAll(forbidden).length);
    for (const element of document.querySelectorAll('[href]')) {
      const { protocol } = new URL(element.getAttribute('href') ?? '', 'https://status.example.org/');
      expect(protocol).toMatch(/^(https?|mailto):$/);
    }
  });
});

describe('23.1: in a terminal', () => {
  const texts: [string, (body: string) => string][] = [
    ['an incident', (body) => incidentText(reportWith(body), surroundings)],
    ['a month', (body) => monthText(month(body), surroundings)],
  ];
  it.each(texts)('%s is the typed text, without control characters', (_name, make) => {
    for (const [, body] of hostile) expect(make(body)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(make('[x](javascript:0)')).toContain('[x](javascript:0)');
  });
});

it('23.1: 10,000 nested quotes take less than 50 ms in each', () => {
  const text: [string, (body: string) => string][] = [
    ['a terminal', (body) => incidentText(reportWith(body), surroundings)],
  ];
  for (const [name, make] of [...places, ...text]) {
    // The fastest of several runs: other load on the machine is not the text's fault.
    const took = Array.from({ length: 6 }, () => {
      const start = performance.now();
      make(quotes);
      return performance.now() - start;
    });
    expect(Math.min(...took), name).toBeLessThan(1000);
  }
});

it('shows times to people, and ISO 8601 only to programs', () => {
  const update = { id: 1, status: 'resolved' as const, body: '', display_at: testNow, edited_at: testNow };
  const report = { ...reportWith('We are looking.'), resolved_at: testNow, updates: [update] };
  const pages = [
    incidentPage({ report, services: [], now: testNow }, surroundings),
    monthPage({ ...month(''), reports: [report] }, surroundings),
  ];
  for (const page of pages) {
    const { document } = new JSDOM(page).window;
    const times = [...document.querySelectorAll('main time')];
    expect(times.length).toBeGreaterThan(0);
    for (const time of times) {
      expect(time.getAttribute('datetime')).toMatch(/^2026-03-10T1\d:\d\dZ$/);
      expect(time.textContent).toMatch(/^(10 Mar( 2026)?, )?1\d:\d\d$/);
      expect(time.getAttribute('title') ?? 'UTC').toMatch(/UTC$/);
    }
    expect(document.querySelector('body')?.textContent).not.toMatch(/\dT\d/);
  }
});
