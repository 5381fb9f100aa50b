import type { Website } from '@upvigil/core/contract/websites';
import { stateBadges } from '@upvigil/core/status/monitor-state';
import { expect, it } from 'vitest';
import { allState, type PickMonitor, pickRows, withSelected } from './pick-rows.ts';

const website = (id: number, name: string, more: Partial<Website> = {}): Website => ({
  id,
  name,
  description: null,
  created_at: '2026-01-01T00:00:00.000Z',
  url_count: 2,
  network_monitor_count: 0,
  status: 'up',
  automatic_incidents: null,
  ...more,
});
const monitor = (id: number, website_id: number, name: string, state: 'up' | 'down' = 'up'): PickMonitor => ({
  id,
  website_id,
  website_name: `Website ${website_id}`,
  name,
  badge: stateBadges[state],
});
const nothing = { website_ids: [], monitor_ids: [] };
const websites = [website(1, 'Shop'), website(2, 'Docs', { status: 'partial' }), website(3, 'Blog', { url_count: 0 })];
const base = {
  websites,
  opened: new Map<number, PickMonitor[]>(),
  found: [],
  first: [],
  firstWebsites: new Set<number>(),
  targets: nothing,
  search: '',
  hasMonitors: true,
  all: 'off',
} as const;
const labels = (rows: ReturnType<typeof pickRows>) => rows.map(({ label }) => label);

it("lists 'All websites', then the rows selected at first, then the others by name", () => {
  expect(labels(pickRows(base))).toEqual(['All websites', 'Blog', 'Docs', 'Shop']);
  const first = [{ id: 9, name: 'Mail' }];
  const rows = pickRows({
    ...base,
    first,
    firstWebsites: new Set([1]),
    targets: { website_ids: [], monitor_ids: [9] },
  });
  expect(labels(rows)).toEqual(['All websites', 'Shop', 'Mail', 'Blog', 'Docs']);
  expect(rows.map(({ state }) => state)).toEqual(['off', 'off', 'on', 'off', 'off']);
});

it('marks problems only', () => {
  const opened = new Map([[1, [monitor(11, 1, '/'), monitor(12, 1, '/cart', 'down')]]]);
  const marks = pickRows({ ...base, opened }).flatMap(({ label, mark }) => (mark ? [`${label} ${mark.label}`] : []));
  expect(marks).toEqual(['Docs Issues Detected', '/cart DOWN']);
});

it('has monitors below an opened website, included where the website is selected', () => {
  const opened = new Map([[1, [monitor(11, 1, '/'), monitor(12, 1, '/cart')]]]);
  const ofShop = (targets: { website_ids: number[]; monitor_ids: number[] }) =>
    pickRows({ ...base, opened, targets }).slice(-3);
  expect(ofShop({ website_ids: [], monitor_ids: [12] })).toMatchObject([
    { label: 'Shop', state: 'mixed', isOpen: true },
    { label: '/', parent: 'Shop', state: 'off', isIncluded: false },
    { label: '/cart', parent: 'Shop', state: 'on', isIncluded: false },
  ]);
  expect(ofShop({ website_ids: [1], monitor_ids: [] })).toMatchObject([
    { state: 'on' },
    { state: 'on', isIncluded: true },
    { state: 'on', isIncluded: true },
  ]);
});

it('cannot open a website without monitors, nor any where only websites can be selected', () => {
  const isOpen = (hasMonitors: boolean) => pickRows({ ...base, hasMonitors }).map((row) => row.isOpen);
  expect(isOpen(true)).toEqual([undefined, undefined, false, false]);
  expect(isOpen(false)).toEqual([undefined, undefined, undefined, undefined]);
});

it('finds websites by name, and monitors of other websites, each once', () => {
  const opened = new Map([[2, [monitor(21, 2, '/shop-api'), monitor(22, 2, '/')]]]);
  const found = [monitor(21, 2, '/shop-api'), monitor(31, 3, 'https://shop.example.org/')];
  const rows = pickRows({ ...base, opened, found, search: ' SHOP ' });
  expect(labels(rows)).toEqual(['/shop-api', 'Shop', 'https://shop.example.org/']);
});

const change = (targets: { website_ids: number[]; monitor_ids: number[] }, key: string, isOn: boolean) =>
  withSelected(
    targets,
    { key, isOn },
    { websites, opened: new Map([[1, [monitor(11, 1, '/')]]]), emptyMeansAll: false },
  );

it('selects and clears single rows', () => {
  expect(change(nothing, 'website 2', true)).toEqual({ website_ids: [2], monitor_ids: [] });
  expect(change({ website_ids: [2], monitor_ids: [11] }, 'monitor 11', false)).toEqual({
    website_ids: [2],
    monitor_ids: [],
  });
});

it('drops the monitors that a selected website includes', () => {
  expect(change({ website_ids: [], monitor_ids: [11, 21] }, 'website 1', true)).toEqual({
    website_ids: [1],
    monitor_ids: [21],
  });
});

it("selects each website by 'All websites', or none where an empty selection means all", () => {
  expect(change({ website_ids: [], monitor_ids: [21] }, 'all', true)).toEqual({
    website_ids: [1, 2, 3],
    monitor_ids: [],
  });
  expect(change({ website_ids: [1, 2, 3], monitor_ids: [] }, 'all', false)).toEqual(nothing);
  const cleared = withSelected(
    { website_ids: [1], monitor_ids: [21] },
    { key: 'all', isOn: true },
    { websites, opened: new Map(), emptyMeansAll: true },
  );
  expect(cleared).toEqual(nothing);
});

it('has the state of all websites', () => {
  const some = { website_ids: [1], monitor_ids: [] };
  expect([allState(nothing, 3, true), allState(some, 3, true)]).toEqual(['on', 'off']);
  expect([allState(nothing, 3, false), allState(some, 3, false), allState(some, 1, false)]).toEqual([
    'off',
    'mixed',
    'on',
  ]);
});
