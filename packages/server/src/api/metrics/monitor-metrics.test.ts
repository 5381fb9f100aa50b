import { expect, it } from 'vitest';
import type { CheckCount, MeasuredMonitor, MeasuredWebsite } from './monitor-metrics.ts';
import { createMetrics } from './prometheus-text.ts';
import { readExposition, type ScrapedSample } from './testing/exposition.ts';

const shopUrl: MeasuredMonitor = {
  id: 7,
  kind: 'URL',
  name: 'https://shop.example.com/',
  target: 'https://shop.example.com/',
  port: null,
  is_up: true,
  last_response_time_seconds: 0.1234,
};
const database: MeasuredMonitor = {
  id: 8,
  kind: 'TCP_PORT',
  name: 'Database',
  target: 'db.example.com',
  port: 5432,
  is_up: false,
  last_response_time_seconds: null,
};
const shop: MeasuredWebsite = {
  id: 1,
  name: 'Shop',
  uptime_24h: 99.5,
  uptime_7d: 100,
  uptime_30d: null,
  monitors: [shopUrl, database],
};

interface Given {
  websites: readonly MeasuredWebsite[];
  counts?: Record<number, CheckCount>;
  hasKumaNames?: boolean;
}
const registryOf = (given: Given) =>
  createMetrics({
    engineStats: () => null,
    recorderStats: () => ({ recorded: 0, pending: 0, lost: 0, failing_since: null }),
    faults: new Map(),
    countMonitors: async () => ({ up: 0, down: 0, disabled: 0, unknown: 0, not_checked: 0 }),
    countPendingDeliveries: async () => 0,
    heartbeats: async () => [],
    backupAgeSeconds: async () => null,
    notices: async () => ({}),
    monitors: { websites: () => given.websites, countOf: (id) => given.counts?.[id] ?? null },
    hasKumaNames: given.hasKumaNames ?? false,
  });
const scrape = async (given: Given): Promise<ScrapedSample[]> =>
  readExposition(String(await registryOf(given).metrics())).filter(({ name }) =>
    /_(monitor|website)_|^monitor_/.test(name),
  );
const of = (samples: readonly ScrapedSample[], name: string) => samples.filter((sample) => sample.name === name);

const labels = { website: 'Shop', monitor: 'https://shop.example.com/', kind: 'URL', id: '7' };
const databaseLabels = { website: 'Shop', monitor: 'Database', kind: 'TCP_PORT', id: '8' };

it('has the state, last response time and check count of each monitor', async () => {
  const samples = await scrape({ websites: [shop], counts: { 7: { checks: 3, failures: 1 } } });
  expect(of(samples, 'upvigil_monitor_up').map(({ labels, value }) => [labels, value])).toEqual([
    [labels, 1],
    [databaseLabels, 0],
  ]);
  expect(of(samples, 'upvigil_monitor_response_seconds')).toEqual([
    { name: 'upvigil_monitor_response_seconds', labels, value: 0.1234 },
  ]);
  expect(of(samples, 'upvigil_monitor_checks_total').map(({ value }) => value)).toEqual([3]);
  expect(of(samples, 'upvigil_monitor_failures_total').map(({ value }) => value)).toEqual([1]);
});

it('reports a monitor without a known state as neither up nor down, with the age of its last check', async () => {
  const last_check_time = Date.UTC(2026, 10, 20);
  const websites = [{ ...shop, monitors: [{ ...shopUrl, is_up: null, last_check_time }] }];
  const samples = await scrape({ websites });
  for (const name of ['upvigil_monitor_up', 'upvigil_monitor_response_seconds']) expect(of(samples, name)).toEqual([]);
  expect(of(samples, 'upvigil_monitor_last_check_timestamp_seconds')).toEqual([
    { name: 'upvigil_monitor_last_check_timestamp_seconds', labels, value: last_check_time / 1000 },
  ]);
});

it('has no figures for a monitor that was not checked yet', async () => {
  const websites = [{ ...shop, monitors: [{ ...shopUrl, is_up: null, last_response_time_seconds: null }] }];
  expect(of(await scrape({ websites, hasKumaNames: true }), 'upvigil_monitor_up')).toEqual([]);
  expect(of(await scrape({ websites, hasKumaNames: true }), 'monitor_response_time')).toEqual([]);
});

it('has the uptime of each website as a ratio, also for two with one name', async () => {
  const uptimes = of(
    await scrape({ websites: [shop, { ...shop, id: 2, monitors: [] }] }),
    'upvigil_website_uptime_ratio',
  );
  expect(uptimes.map(({ labels: { id, window }, value }) => [id, window, value])).toEqual([
    ['1', '24h', 0.995],
    ['1', '7d', 1],
    ['2', '24h', 0.995],
    ['2', '7d', 1],
  ]);
});

it.each([
  ['quotes', 'a" , id="1"} 1'],
  ['a line of its own', 'a\nupvigil_monitor_up{id="666"} 0\n# HELP x y'],
  ['backslashes', 'a\\" \\n \\\\'],
  ['a carriage return and other ends of lines', 'a\r\u2028\u0085\u0000'],
  ['braces and commas', '}{,="'],
  ['half a character', 'a\ud800b'],
])('a name that holds %s stays one label of one figure', async (_what, name) => {
  const hostile = { ...shop, name, monitors: [{ ...database, name, target: name }] };
  const samples = await scrape({ websites: [hostile], hasKumaNames: true, counts: { 8: { checks: 1, failures: 0 } } });
  // Encodes a lone surrogate, which has no bytes of its own.
  const written = Buffer.from(name).toString();
  expect(of(samples, 'upvigil_monitor_up')).toEqual([
    { name: 'upvigil_monitor_up', labels: { website: written, monitor: written, kind: 'TCP_PORT', id: '8' }, value: 0 },
  ]);
  expect(of(samples, 'monitor_status')[0]?.labels).toMatchObject({ monitor_name: written, monitor_hostname: written });
  expect(new Set(samples.map(({ name }) => name))).toEqual(
    new Set([
      ...['upvigil_monitor_up', 'upvigil_monitor_checks_total', 'upvigil_monitor_failures_total'],
      ...['upvigil_website_uptime_ratio', 'monitor_status', 'monitor_response_time'],
    ]),
  );
});

it('names a URL with a label by it, and keeps its address for Kuma', async () => {
  const labelled = { ...shop, monitors: [{ ...shopUrl, name: 'Checkout' }] };
  const samples = await scrape({ websites: [labelled], hasKumaNames: true });
  expect(of(samples, 'upvigil_monitor_up')[0]?.labels).toEqual({ ...labels, monitor: 'Checkout' });
  expect(of(samples, 'monitor_status')[0]?.labels).toMatchObject({
    monitor_name: 'Checkout',
    monitor_url: 'https://shop.example.com/',
  });
});

it("uses a monitor's new name at once, and drops deleted monitors", async () => {
  const given: Given = { websites: [shop] };
  const registry = registryOf(given);
  await registry.metrics();
  given.websites = [{ ...shop, name: 'Store', monitors: [{ ...shopUrl, is_up: false }] }];
  const [one, ...others] = of(readExposition(String(await registry.metrics())), 'upvigil_monitor_up');
  expect(one).toMatchObject({ labels: { ...labels, website: 'Store' }, value: 0 });
  expect(others).toEqual([]);
});

it('uses the names of Uptime Kuma when requested', async () => {
  const samples = await scrape({ websites: [shop], hasKumaNames: true });
  expect(samples.filter(({ name }) => name.startsWith('monitor_'))).toEqual([
    { name: 'monitor_status', labels: kumaUrl, value: 1 },
    { name: 'monitor_status', labels: kumaPort, value: 0 },
    { name: 'monitor_response_time', labels: kumaUrl, value: 123 },
    { name: 'monitor_response_time', labels: kumaPort, value: -1 },
  ]);
  expect((await scrape({ websites: [shop] })).filter(({ name }) => name.startsWith('monitor_'))).toEqual([]);
});
const kumaUrl = {
  monitor_id: '7',
  monitor_name: 'Shop',
  monitor_type: 'http',
  monitor_url: 'https://shop.example.com/',
  monitor_hostname: 'null',
  monitor_port: 'null',
};
const kumaPort = {
  monitor_id: '8',
  monitor_name: 'Database',
  monitor_type: 'port',
  monitor_url: 'null',
  monitor_hostname: 'db.example.com',
  monitor_port: '5432',
};

it('shows no credentials of a URL', async () => {
  expect(await registryOf({ websites: [shop], hasKumaNames: true }).metrics()).not.toContain('secret');
});
