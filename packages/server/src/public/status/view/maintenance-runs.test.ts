import { expect, it } from 'vitest';
import { testNow } from '../../../testing/rows.ts';
import {
  describeRun,
  type MaintenanceWindow,
  maintenanceOf,
  maintenanceSeconds,
  nextEdge,
} from './maintenance-runs.ts';

const minute = 60_000;
const hour = 60 * minute;

const window = (given: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  isPublic: true,
  title: 'Move',
  body: '',
  duration_minutes: 60,
  announce_hours: 24,
  created_at: testNow - 9 * hour,
  updated_at: testNow,
  website_ids: new Set([1]),
  monitor_ids: new Set<number>(),
  runs: [{ id: 5, starts_at: testNow, ends_at: testNow + hour }],
  ...given,
});
const up = { id: 7, website_id: 1, is_up: 1, outage_began_at: null } as const;

it('a monitor is in maintenance during a run of it or its website, unless its outage is older', () => {
  const at = (monitor: Parameters<typeof maintenanceOf>[1], now: number) =>
    maintenanceOf([window()], monitor, now)?.title;
  expect([testNow - 1, testNow, testNow + hour - 1, testNow + hour].map((now) => at(up, now))).toEqual([
    undefined,
    'Move',
    'Move',
    undefined,
  ]);
  const down = { ...up, is_up: 0 } as const;
  expect(at({ ...down, outage_began_at: testNow - 1 }, testNow + 1)).toBeUndefined();
  expect(at({ ...down, outage_began_at: null }, testNow + 1)).toBeUndefined();
  expect(at({ ...down, outage_began_at: testNow }, testNow + 1)).toBe('Move');
  expect(at({ ...up, website_id: 2 }, testNow)).toBeUndefined();
  const named = [window({ website_ids: new Set(), monitor_ids: new Set([7]) })];
  expect(maintenanceOf(named, { ...up, website_id: 2 }, testNow)?.title).toBe('Move');
});

it('of overlapping runs the one that ends last is shown, without its title if it is private', () => {
  const longer = window({
    isPublic: false,
    title: '',
    runs: [{ id: 6, starts_at: testNow, ends_at: testNow + 2 * hour }],
  });
  expect(maintenanceOf([window(), longer], up, testNow)).toEqual({ title: null, until: '2026-03-10T14:00:00.000Z' });
});

it('overlaps are counted once, and only between the two times', () => {
  const run = (from: number, to: number) =>
    window({ runs: [{ id: 1, starts_at: testNow + from, ends_at: testNow + to }] });
  const windows = [
    run(-hour, 10 * minute),
    run(5 * minute, 20 * minute),
    run(6 * minute, 7 * minute),
    run(hour, 2 * hour),
  ];
  expect(maintenanceSeconds(windows, testNow, testNow + hour)).toBe(1200);
  expect(maintenanceSeconds([], testNow, testNow + hour)).toBe(0);
});

it('the next change is the announcement, start, end, or completion two minutes later', () => {
  const announced = testNow - 9 * hour;
  const edges = [announced, testNow, testNow + hour, testNow + hour + 2 * minute];
  const found: number[] = [];
  for (let at = announced - 1; Number.isFinite(at); ) {
    at = nextEdge([window()], at);
    if (Number.isFinite(at)) found.push(at);
  }
  expect(found).toEqual(edges);
  expect(nextEdge([window({ isPublic: false })], announced - 1)).toBe(testNow);
});

it('its last change follows its state', () => {
  const of = window({ updated_at: testNow - 8 * hour });
  const [run] = of.runs;
  if (!run) throw new Error('It has a run');
  const stateAt = (now: number) => {
    const { state, updated_at } = describeRun({ ...run, window: of }, now, {
      websites: new Map(),
      monitors: new Map(),
    });
    return [state, (updated_at - testNow) / minute];
  };
  expect(stateAt(testNow - hour)).toEqual(['scheduled', -480]);
  expect(stateAt(testNow)).toEqual(['in_progress', 0]);
  expect(stateAt(testNow + hour)).toEqual(['verifying', 60]);
  expect(stateAt(testNow + 3 * hour)).toEqual(['completed', 62]);
});
