import type { ListedMonitors } from '@upvigil/core/contract/monitors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { finishedCheck, makeMonitor, makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
let shop: number;
beforeEach(async () => {
  app = await startResourceApp();
  shop = (await makeWebsite(app.db, { name: 'Shop' })).id;
});
afterEach(() => app.close());

const add = (name: string, given: Parameters<typeof makeMonitor>[1] = {}) =>
  makeMonitor(app.db, { website_id: shop, name, target: `https://${name}.example.org/`, ...given });

async function list(query: Record<string, string | number> = {}): Promise<ListedMonitors> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]));
  const { status, body } = await app.call('GET', `/monitors?${text}`);
  expect(status).toBe(200);
  return body as ListedMonitors;
}
const names = async (query: Record<string, string | number> = {}) =>
  (await list(query)).monitors.map(({ name }) => name);

test('lists monitors of all kinds and websites, problems first, with the number in each state', async () => {
  const other = await makeWebsite(app.db, { name: 'Docs' });
  const up = await add('up', { tags: ' env:prod db ' });
  const slow = await add('slow', { website_id: other.id });
  const down = await add('down');
  await add('off', { enabled: 0 });
  await add('new', { kind: 'TCP_PORT', target: 'db.example.org', port: 5432 });
  await app.recorder.recordNow(finishedCheck(up));
  await app.recorder.recordNow(finishedCheck(slow, { response_time_us: 9e6 }));
  await app.recorder.recordNow(finishedCheck(down, { is_up: false, error_message: 'HTTP 503' }));
  const found = await list();
  expect(found.monitors.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'down down',
    'slow slow',
    'new unknown',
    'up up',
    'off disabled',
  ]);
  expect(found).toMatchObject({ total: 5, all: 5, states: { down: 1, slow: 1, unknown: 1, up: 1, disabled: 1 } });
  expect(found.monitors[3]).toMatchObject({ kind: 'URL', website_name: 'Shop', tags: ['env:prod', 'db'] });
  expect(found.monitors[2]).toMatchObject({ kind: 'TCP_PORT', target: 'db.example.org:5432', response_time: null });
});

test('the counts by state follow all of the filter but its state', async () => {
  await add('a', { tags: ' x ' });
  await add('b', { tags: ' x ', enabled: 0 });
  await add('c');
  expect(await list({ tag: 'x', state: 'disabled' })).toMatchObject({
    monitors: [{ name: 'b' }],
    total: 1,
    all: 3,
    states: { unknown: 1, disabled: 1 },
  });
});

test('tag terms must all match; a prefix ends with a colon, and ! finds monitors without the tag', async () => {
  await add('a', { tags: ' env:prod owner:ann ' });
  await add('b', { tags: ' env:dev a_b ' });
  await add('c', { tags: ' aXb environment ' });
  expect(await names({ tag: 'env:' })).toEqual(['a', 'b']);
  expect(await names({ tag: 'env:,!owner:' })).toEqual(['b']);
  expect(await names({ tag: '!env:' })).toEqual(['c']);
  expect(await names({ tag: 'a_b' })).toEqual(['b']);
  expect((await app.call('GET', '/monitors?tag=100%25')).status).toBe(422);
});

test('an interval is compared with the seconds between two checks or due times', async () => {
  await add('a');
  await add('b', { check_interval_seconds: 300 });
  await add('c', { kind: 'HEARTBEAT', target: '', check_interval_seconds: 300 });
  expect(await names({ check_interval: 300 })).toEqual(['b', 'c']);
  expect(await list({ check_interval: 60, kind: 'URL' })).toMatchObject({ total: 1, all: 3 });
  expect((await app.call('GET', '/monitors?check_interval=5')).status).toBe(422);
});

test('a text is found in the name, the address as it is shown and the name of the website', async () => {
  await add('Größe');
  await add('b', { name: null, target: 'https://me:geheim@b.example.org/?token=abc' });
  await add('c', { kind: 'TCP_PORT', target: 'c.example.org', port: 5432 });
  expect(await names({ q: 'GRÖSSE' })).toEqual([]);
  expect(await names({ q: 'GRÖ' })).toEqual(['Größe']);
  expect(await names({ q: 'c.example.org:54' })).toEqual(['c']);
  expect(await names({ q: 'shop' })).toHaveLength(3);
  for (const q of ['geheim', 'abc', '%', '_', '!']) expect(await names({ q })).toEqual([]);
});

test('pages follow one another in any order, also after the last monitor of a page was changed', async () => {
  const monitors = await Promise.all(['d', 'b', 'e', 'a', 'c'].map((name) => add(name)));
  const pageAfter = async (name: string, query = {}) =>
    names({ limit: 2, sort: 'name', before: monitors.find((each) => each.name === name)?.id ?? 0, ...query });
  expect(await names({ limit: 2, sort: 'name' })).toEqual(['a', 'b']);
  expect(await pageAfter('b')).toEqual(['c', 'd']);
  expect(await pageAfter('d')).toEqual(['e']);
  await app.db.updateTable('stored_monitors').set({ enabled: 0 }).where('name', '=', 'b').execute();
  expect(await pageAfter('b', { state: 'unknown' })).toEqual(['c', 'd']);
  expect((await app.call('GET', '/monitors?before=999')).status).toBe(422);
});

test('the slowest come first, and those without a response time last', async () => {
  for (const [name, seconds] of [
    ['fast', 0.1],
    ['slowest', 3],
    ['slower', 2],
  ] as const) {
    const monitor = await add(name);
    await app.recorder.recordNow(finishedCheck(monitor, { response_time_us: seconds * 1e6 }));
  }
  await add('a');
  expect(await names({ sort: 'slowest' })).toEqual(['slowest', 'slower', 'fast', 'a']);
  expect(await names({ sort: 'slowest', limit: 2 })).toEqual(['slowest', 'slower']);
});

test('tags are listed by name with the number of their monitors', async () => {
  await add('a', { tags: ' env:prod db ' });
  await add('b', { tags: ' db ' });
  await add('c');
  expect((await app.call('GET', '/tags')).body).toEqual([
    { tag: 'db', monitor_count: 2 },
    { tag: 'env:prod', monitor_count: 1 },
  ]);
});
