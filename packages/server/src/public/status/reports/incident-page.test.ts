import { minuteMs } from '@upvigil/core/time';
import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import { english } from '../documents/locale.ts';
import { incidentReport } from '../testing/public-states.ts';
import type { IncidentReport } from '../view/incident-reports.ts';
import type { AffectedService } from './affected-services.ts';
import { incidentPage } from './incident-page.ts';
import { axisAround, seenBars } from './service-strips.ts';

const surroundings = { brand: 'Acme', base_url: 'https://status.example.org', locale: english };
const at = (minutes: number): number => testNow + minutes * minuteMs;
const update = (id: number, status: IncidentReport['status'], minutes: number) => ({
  id,
  status,
  body: `We are at ${status}.`,
  display_at: at(minutes),
  edited_at: null,
});
const report = incidentReport({
  status: 'identified',
  started_at: at(-42),
  updates: [update(2, 'identified', -19), update(1, 'investigating', -38)],
});
const shop: AffectedService = {
  name: 'Shop',
  website_id: 1,
  badges: [{ label: 'Issues Detected', tone: 'down' }],
  seen: { since: 0, down: [{ from: at(-42), to: at(-10) }], slow: [], maintenance: [] },
};
const page = (given: IncidentReport = report) =>
  incidentPage({ report: given, services: [shop], now: testNow }, surroundings);
const open = (given?: IncidentReport) => new JSDOM(page(given)).window.document;
const words = (element: { textContent: string | null } | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim();

it('says state, impact and duration of an open incident, and what checks saw of each service', () => {
  const document = open();
  expect(words(document.querySelector('.band.down b'))).toBe('Identified');
  expect(words(document.querySelector('.band .vf'))).toBe('Major impactOpen for 42 min, since 10 Mar, 11:18');
  expect(words(document.querySelector('.sv'))).toBe('ShopIssues Detected32 mindown');
  expect(document.querySelector('.pb')?.getAttribute('aria-label')).toBe(
    'What we reported: Investigating 19 min, Identified 19 min so far',
  );
  expect([...document.querySelectorAll('.upd .w')].map((each) => words(each))).toEqual([
    '11:4123 min in',
    '11:224 min in',
  ]);
  expect(document.title).toBe('Identified: A · Acme');
});

it('is green once it is resolved, with its impact as a word and its postmortem above the updates', () => {
  const updates = [update(4, 'postmortem', 0), update(3, 'resolved', -5), ...report.updates];
  const document = open({ ...report, status: 'postmortem', resolved_at: at(-5), updates });
  expect(words(document.querySelector('.band.up'))).toContain('Resolved after 37 min');
  expect(words(document.querySelector('.band.up .vf'))).toBe('Major impact');
  expect([...document.querySelectorAll('h2')].map((each) => words(each))).toEqual([
    'Affected services',
    'Postmortem',
    'Updates',
  ]);
  expect([...document.querySelectorAll('h3')].map((each) => words(each))).not.toContain('Postmortem');
});

it('shows the 24 of 48 services that were down longest, and counts the others', () => {
  const services = Array.from({ length: 48 }, (_, index) => ({
    ...shop,
    name: `Service ${index}`,
    seen: { ...shop.seen, down: Array.from({ length: 40 }, () => ({ from: at(-42), to: at(-42 + index / 2) })) },
  }));
  const html = incidentPage({ report, services, now: testNow }, surroundings);
  expect(html.length).toBeLessThan(100_000);
  const rows = [...new JSDOM(html).window.document.querySelectorAll('.sv b')].map((each) => words(each));
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([24, 'Service 47', 'Service 24']);
  expect(words(new JSDOM(html).window.document.querySelector('.more'))).toBe('and 24 more services');
});

it('has the owner’s logo instead of the text, and still nothing of another origin', () => {
  const logo = 'data:image/webp;base64,UklGRg==';
  const html = incidentPage({ report, services: [], now: testNow }, { ...surroundings, logo });
  const picture = new JSDOM(html).window.document.querySelector('.brand > img:only-child');
  expect([picture?.getAttribute('src'), picture?.getAttribute('alt')]).toEqual([logo, 'Acme']);
  const addresses = [...html.matchAll(/ (?:src|href)="(?!#)([^"]*)"/g)].map(([, address = '']) => address);
  const foreign = addresses.filter((address) => !/^(\/(?!\/)|$|data:|https:\/\/status\.example\.org)/.test(address));
  expect(foreign).toEqual([]);
});

it('has 48 bars at most around an incident, of which the worst in its time wins', () => {
  const axis = axisAround({ from: at(-42), to: testNow }, testNow);
  expect([axis.step, axis.to]).toEqual([minuteMs, testNow]);
  const long = axisAround({ from: at(-134), to: testNow }, testNow);
  expect([long.step / minuteMs, long.bars]).toEqual([3, 48]);
  const seen = {
    since: at(-46),
    down: [{ from: at(-42), to: at(-40) }],
    slow: [{ from: at(-42), to: at(-38) }],
    maintenance: [{ from: at(-42), to: at(-36) }],
  };
  const tones = seenBars(axis, seen).map(({ tone }) => tone);
  expect(tones.slice(0, 14).join(' ')).toBe('none none up up up up down down warn warn info info up up');
});
