import { minuteMs } from '@upvigil/core/time';
import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { noSums, type Sums } from '../../../checks/record/rollups/sums.ts';
import { testNow } from '../../../testing/rows.ts';
import { english } from '../documents/locale.ts';
import { monthText } from '../documents/report-text.ts';
import { incidentReport, publicRun } from '../testing/public-states.ts';
import type { Period } from '../view/website-store.ts';
import type { MonthFacts, MonthWebsite } from './month-days.ts';
import { monthPage } from './month-page.ts';

const surroundings = { brand: 'Acme', base_url: 'https://status.example.org', locale: english };
const period = (given: Partial<Period> = {}): Period => ({
  id: 1,
  website_id: 1,
  monitor_id: 1,
  facts: { target: 'Shop: https://shop.example.com/pay', problem: 'outage', cause: 'HTTP 503', lasted_seconds: null },
  isOutage: true,
  website: 'Shop',
  service: 'https://shop.example.com/pay',
  started_at: testNow - 90 * minuteMs,
  ended_at: testNow - 60 * minuteMs,
  ...given,
});
const sums = { ...noSums, checks: 100, failures: 2, sum_us: 1 };
const day = Math.floor(testNow / 86_400_000) * 86_400_000;
const website = (ofDay: Sums): MonthWebsite => ({
  id: 1,
  name: 'Shop',
  created_at: Date.UTC(2026, 2, 5),
  days: new Map([[day, ofDay]]),
  monitors: [{ id: 1, kind: 'URL', check_interval_seconds: 60, created_at: day, last_check_time: testNow }],
});
const facts = (given: Partial<MonthFacts> = {}): MonthFacts => ({
  month: '2026-03',
  reports: [],
  periods: [],
  isCut: false,
  runs: [],
  websites: [website(sums)],
  disabled: new Map(),
  counts_maintenance: false,
  now: testNow,
  ...given,
});
const open = (given: Partial<MonthFacts>) =>
  new JSDOM(monthPage(facts(given), surroundings)).window.document.querySelector('main');
const words = (element: { textContent: string | null } | null | undefined) =>
  element?.textContent?.replace(/\s+/g, ' ').trim();

it('says that there was nothing only where there were neither incidents nor outages', () => {
  expect(words(open({})?.querySelector('.sub'))).toBe('No incidents in March 2026');
  expect(words(open({ periods: [period()] }))).not.toContain('No incidents');
  expect(words(open({ reports: [incidentReport()] }))).not.toContain('No incidents');
  expect(monthText(facts({ periods: [period()] }), surroundings)).toBe(
    'Acme - Incidents in March 2026\n\n10 Mar 2026, 10:30:00 UTC  Shop: https://shop.example.com/pay is down: HTTP 503  Resolved after 30 minutes.\n',
  );
});

it('lists each outage once on its day: service, public cause, times and duration', () => {
  const main = open({ periods: [period(), period({ id: 2, isOutage: false, ended_at: null })] });
  expect([...(main?.querySelectorAll('.ol') ?? [])].map((row) => words(row))).toEqual([
    'DownShop /payHTTP 50310:30 to 11:0030 min',
    'SlowShop /payHTTP 50310:30 to now1 h 30 min',
  ]);
  expect(words(main?.querySelector('.sub'))).toBe('1 outage and 1 slow period. 5 of 6 days without trouble.');
  expect(words(main?.querySelector('.dy h2'))).toBe('Tuesday 10 MarToday');
  expect(words(main?.querySelector('.qt'))).toBe('5 – 9 Mar5 days without incidents or outages');
});

it('lists the outages of an incident below it, open while it is', () => {
  const report = incidentReport({ started_at: testNow - 100 * minuteMs });
  const main = open({ reports: [report], periods: [period()] });
  expect(words(main?.querySelector('details[open] summary'))).toBe('1 outage in this incident');
  expect(main?.querySelectorAll('.ol')).toHaveLength(1);
  const resolved = { ...report, resolved_at: testNow, status: 'postmortem' as const };
  const later = open({ reports: [resolved], periods: [period()] });
  expect(later?.querySelector('details[open]')).toBeNull();
  expect(words(later?.querySelector('.in .bd'))).toBe('Resolved');
});

it('stays small with 2,000 outages of 48 websites, and counts the omitted ones', () => {
  const websites = Array.from({ length: 48 }, (_, index) => ({
    id: index,
    name: `Website ${index}`,
    created_at: Date.UTC(2026, 2, 1),
    days: new Map(Array.from({ length: 10 }, (_, at) => [Date.UTC(2026, 2, at + 1), sums])),
    monitors: [],
  }));
  const periods = Array.from({ length: 2_000 }, (_, index) =>
    period({
      id: index,
      website_id: index % 48,
      started_at: testNow - index * 6 * minuteMs,
      ended_at: testNow - (index * 6 - 5) * minuteMs,
    }),
  );
  const report = incidentReport({ started_at: testNow - 90 * minuteMs });
  const month = facts({ websites, periods, isCut: true, reports: [report] });
  const page = monthPage(month, surroundings);
  expect(page.length).toBeLessThan(300_000);
  const main = new JSDOM(page).window.document.querySelector('main');
  expect(words(main?.querySelector('.sub'))).toMatch(
    /^1 incident and 2000 outages\. .* Only the newest 2000 outages and slow periods are counted\.$/,
  );
  const [newest] = main?.querySelectorAll('.dy') ?? [];
  const shown = newest?.querySelectorAll('.ol').length ?? 0;
  const left = [...(newest?.querySelectorAll('.more') ?? [])].map((one) => Number(/\d+/.exec(words(one) ?? '')?.[0]));
  const ofDay = periods.filter(({ started_at }) => started_at >= day).length;
  expect(shown + left.reduce((total, one) => total + one, 0)).toBe(ofDay);
  expect(words(newest?.querySelector('ul:last-child > .more'))).toMatch(/^and \d+ more outages and slow periods$/);
});

it('shows the uptime and the time down of each website, and public maintenance on its day', () => {
  const main = open({ periods: [period()], runs: [publicRun()] });
  expect(words(main?.querySelector('.ur:not(.hd)'))).toBe('Shop30 min98.00%');
  expect(main?.querySelector('.ur .ps')?.getAttribute('aria-label')).toBe('Shop: 98.00% up, 30 min down');
  expect(words(main?.querySelector('.in'))).toContain('Move of the databaseIn progressMaintenance · Shop');
});

it('has as a tooltip how much of the time of an uptime was monitored', () => {
  const titleOf = (observed_seconds: number | null, given: Partial<MonthFacts> = {}) => {
    const main = open({ websites: [website({ ...sums, observed_seconds })], ...given });
    return main?.querySelector('.ur:not(.hd) .pc')?.getAttribute('title') ?? null;
  };
  const hours = (count: number) => count * 3600;
  expect(titleOf(hours(6))).toBe('Monitored 50.00% of the time');
  expect([titleOf(hours(12)), titleOf(null)]).toEqual([null, null]);
  const disabled = new Map([[1, [{ from: day, to: testNow - hours(6) * 1000 }]]]);
  expect(titleOf(hours(6), { disabled })).toBe(null);
});
