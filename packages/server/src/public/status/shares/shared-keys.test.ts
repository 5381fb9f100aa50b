import type { SharedWebsite } from '@upvigil/core/contract/shares';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createShareLinks, type ShareLinks } from '../../../access/share-links/share-links.ts';
import { answerError } from '../../../api/http/error-handler.ts';
import { insertMark } from '../../../api/routes/marks-store.ts';
import { systemClock } from '../../../base/clock.ts';
import type { FinishedCheck } from '../../../base/domain/check.ts';
import { changeOn } from '../../../testing/change-on.ts';
import { makeIncident } from '../../../testing/incident-rows.ts';
import { makeWindow } from '../../../testing/maintenance-rows.ts';
import { fillHistory, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { openPublicTest, type PublicTest, testDocument } from '../testing/public-test.ts';
import { createShareSide } from './share-routes.ts';

const hour = 3_600_000;
const day = 24 * hour;
const clock = { ...systemClock, now: () => testNow + passed, after: () => () => undefined };
let passed: number;
let test: PublicTest;
let websiteId: number;
let monitorIds: number[];
let shareLinks: ShareLinks;
beforeEach(async () => {
  passed = 0;
  test = await openPublicTest();
  websiteId = (await makeWebsite(test.db, { name: 'Shop', description: 'All we sell' })).id;
  monitorIds = [];
  shareLinks = createShareLinks({ db: test.db, clock, secretKey: Buffer.alloc(32, 1), onNotRecorded: () => undefined });
});
afterEach(() => test.close());

function pass(milliseconds: number): void {
  passed += milliseconds;
  test.pass(milliseconds);
}

const secret = 'an-address-of-the-inside.example.org';

/** Data of every kind about a website; much of it is private. */
async function fill(): Promise<void> {
  const at = { website_id: websiteId, failure_threshold: 1 };
  const down: Partial<FinishedCheck> = {
    is_up: false,
    error_message: `connection to ${secret} refused`,
    public_cause: 'the answer was not as expected',
    phases: 123_456_789,
    evidence: null,
  };
  for (const kind of ['URL', 'TCP_PORT', 'ICMP_PING'] as const) {
    const monitor = await makeMonitor(test.db, {
      ...at,
      kind,
      ...(kind === 'URL'
        ? { metadata_tag: 'version', target: 'https://user:geheim@shop.example.org/?token=geheim' }
        : {}),
    });
    monitorIds.push(monitor.id);
    for (const check of [down, { phases: 123_456_789 }, down]) {
      await test.record(monitor, check);
      pass(60_000);
    }
  }
  await makeIncident(test.db, { website_ids: [websiteId] });
  await makeWindow(test.db, { website_ids: [websiteId] }, { starts_at: testNow - hour, ends_at: testNow + 2 * hour });
  await insertMark(test.db, {
    label: 'v2',
    website_id: websiteId,
    url: 'https://ci.example.org/7',
    public: 1,
    at: testNow,
    created_at: testNow,
  });
}

/** Data of a new link to the website: the API's response, and the data in the page. */
async function shown(
  query = '',
): Promise<{ text: string; data: SharedWebsite; page: string; embedded: SharedWebsite }> {
  const input = { website_id: websiteId, name: 'Agency', expires_days: 30 };
  const made = await changeOn(test.db)((trx) => shareLinks.make(trx, { name: 'Ann' }, input));
  const link = ((await shareLinks.pathOf(made)) ?? '').replace('/share/', '');
  const webApp = { publicHtml: testDocument };
  const shares = createShareSide({ db: test.db, clock, snapshot: test.snapshot, shareLinks, webApp });
  const app = fastify();
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  shares.api(app);
  shares.page(app);
  const text = (await app.inject({ url: `/public/shares/${link}${query}` })).body;
  const page = (await app.inject({ url: `/share/${link}` })).body;
  await app.close();
  const [, embedded = ''] = /id="public-status">([^<]*)</.exec(page) ?? [];
  return { text, data: JSON.parse(text), page, embedded: JSON.parse(embedded).data };
}

/** 'services[].name': keys of all objects at any depth, each once, sorted. */
function keyPaths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => keyPaths(each, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const path = at === '' ? key : `${at}.${key}`;
    return [path, ...keyPaths(each, path)];
  });
}
const distinct = (value: unknown): string[] => [...new Set(keyPaths(value))].sort();

const figures = ['checks', 'p50_response_time', 'p95_response_time', 'uptime'];
const under = (path: string, keys: readonly string[]) => keys.map((key) => `${path}.${key}`);
/** A key that is added later must be added here. */
const allowed = [
  ...['name', 'description', 'expires_at', 'overall_status', 'maintenance', 'maintenance.title', 'maintenance.until'],
  ...['uptime_7d', 'coverage_7d', 'days', 'figures', 'history', 'services', 'alerts'],
  ...under('figures', [...figures, 'p99_response_time']),
  ...under('history[]', ['time', ...figures]),
  ...under('services[]', ['kind', 'name', 'target', 'metadata_tag', 'status', 'last_check_time', 'last_response_time']),
  ...under('services[]', ['maintenance', 'maintenance.title', 'maintenance.until']),
  ...under('services[]', ['uptime_24h', 'coverage_24h', 'check_interval', 'response_times', 'daily_uptime', 'figures']),
  ...under('services[].response_times[]', ['time', 'value']),
  ...under('services[].daily_uptime[]', ['date', 'uptime', 'checks', 'coverage', 'down_seconds', 'outages']),
  ...under('services[].daily_uptime[]', ['maintenance_checks', 'maintenance_seconds']),
  ...under('services[].figures', figures),
  ...under('alerts[]', ['type', 'message', 'time']),
];
/** Present under maintenance only. */
const isOfMaintenance = (path: string): boolean => path.includes('maintenance');

it('32.1: a share has exactly these keys, and the page embeds the same', async () => {
  await fill();
  await test.snapshot.start();
  const { data, embedded } = await shown();
  const found = distinct(data);
  expect(found.filter((path) => !allowed.includes(path))).toEqual([]);
  expect(allowed.filter((path) => !found.includes(path) && !isOfMaintenance(path))).toEqual([]);
  expect(distinct(embedded)).toEqual(found);
  expect(data).toMatchObject({ name: 'Shop', description: 'All we sell', days: 30, overall_status: 'down' });
});

it('has only public data: no addresses, credentials, causes, recipients or creator of the link', async () => {
  await fill();
  await test.snapshot.start();
  const { text, page, data } = await shown();
  for (const hidden of [secret, 'geheim', 'Agency', 'Ann', 'webp', 'ci.example.org']) {
    expect(text).not.toContain(hidden);
    expect(page).not.toContain(hidden);
  }
  const [newest] = data.alerts;
  expect(newest?.message).toContain('the answer was not as expected');
  expect(data.services.map(({ kind, target }) => [kind, target === null])).toEqual([
    ['URL', true],
    ['TCP_PORT', false],
    ['ICMP_PING', false],
  ]);
});

it('shows a year in days and a week in hours, with uptime and percentiles of URLs, not mixed with pings', async () => {
  const [page, ping] = [
    await makeMonitor(test.db, { website_id: websiteId, kind: 'URL' }),
    await makeMonitor(test.db, { website_id: websiteId, kind: 'ICMP_PING' }),
  ];
  const other = await makeMonitor(test.db, { website_id: (await makeWebsite(test.db)).id, kind: 'URL' });
  const span = { from: testNow - 400 * day, to: testNow, interval_seconds: 6 * 3600 };
  await fillHistory(test.db, { monitor_ids: [page.id, ping.id, other.id], ...span });
  await test.snapshot.start();
  const year = (await shown('?days=365')).data;
  expect(year.history).toHaveLength(365);
  expect(year.history.at(-1)?.time).toBe(new Date(Math.floor(testNow / day) * day).toISOString());
  const checks = year.history.reduce((sum, entry) => sum + entry.checks, 0);
  expect(year.figures.checks).toBe(checks);
  expect(year.services.map((service) => service.figures.checks)).toEqual([checks / 2, checks / 2]);
  const ofPage = year.services.find(({ kind }) => kind === 'URL')?.figures;
  const { p99_response_time, ...whole } = year.figures;
  expect([whole.p50_response_time, whole.p95_response_time]).toEqual([
    ofPage?.p50_response_time,
    ofPage?.p95_response_time,
  ]);
  expect(p99_response_time).toBeGreaterThanOrEqual(whole.p95_response_time ?? Number.NaN);
  const week = (await shown('?days=7')).data;
  expect(week.history.every(({ time }) => Date.parse(time) % hour === 0 && Date.parse(time) > testNow - 7 * day)).toBe(
    true,
  );
  expect(week.history.length).toBeGreaterThan(20);
});

it('escapes names that would end its script, and is not indexed', async () => {
  await test.db.updateTable('stored_websites').set({ name: 'A</script><script>x' }).execute();
  await test.snapshot.start();
  const { page, embedded } = await shown();
  expect(embedded.name).toBe('A</script><script>x');
  expect(page).not.toContain('<script>x');
  expect(page).toContain('<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">');
});

it('refuses more days than a year', async () => {
  await test.snapshot.start();
  expect((await shown('?days=366')).data).toMatchObject({ detail: 'days must be between 1 and 365' });
});
