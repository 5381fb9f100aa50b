import { beforeEach, expect, it } from 'vitest';
import { type CheckCounts, createCheckCounts } from '../api/metrics/check-counts.ts';
import type { MeasuredWebsite } from '../api/metrics/monitor-metrics.ts';
import type { RecordedCheck } from '../checks/record/recording/recorded-check.ts';
import { finishedCheck, testNow } from '../testing/rows.ts';
import { monitorSources } from './metrics.ts';

let counts: CheckCounts;
beforeEach(() => {
  counts = createCheckCounts();
});

const recorded = (id: number, given: { isUp?: boolean; created_at?: number } = {}): RecordedCheck => {
  const { isUp = true, created_at = testNow } = given;
  const monitor = {
    id,
    revision: 1,
    created_at,
    website_id: 1,
    kind: 'URL',
    name: null,
    port: null,
    target: `https://me:secret@shop.example.com/${id}`,
  } as RecordedCheck['monitor'];
  return { check_id: 5, check: finishedCheck(monitor, { is_up: isUp }), monitor, website_name: 'Shop' };
};
const website = (...ids: number[]): MeasuredWebsite => ({
  id: 1,
  name: 'Shop',
  uptime_24h: 100,
  uptime_7d: 100,
  uptime_30d: 100,
  monitors: ids.map((id) => ({
    id,
    kind: 'URL',
    name: 'https://shop.example.com/',
    target: 'https://shop.example.com/',
    port: null,
    is_up: true,
    last_response_time_seconds: 0.1,
  })),
});
const idsOf = (websites: readonly { monitors: readonly { id: number }[] }[]) =>
  websites.flatMap(({ monitors }) => monitors.map(({ id }) => id));

it('a process with pages has the states of all monitors, and counts from zero those that it checks', () => {
  counts.add([recorded(1), recorded(1, { isUp: false })]);
  const snapshot = { websites: () => [website(1, 2, 3)] };
  const sources = monitorSources('all', { counts, isMine: (id) => id < 3, snapshot });
  expect(idsOf(sources.websites())).toEqual([1, 2, 3]);
  expect(sources.countOf(1)).toMatchObject({ checks: 2, failures: 1 });
  expect(sources.countOf(2)).toEqual({ checks: 0, failures: 0 });
  expect(sources.countOf(3)).toBeNull();
});

it('a web process counts only the checks that it triggered', () => {
  counts.add([recorded(2)]);
  const snapshot = { websites: () => [website(1, 2)] };
  const sources = monitorSources('web', { counts, isMine: () => false, snapshot });
  expect(sources.countOf(1)).toBeNull();
  expect(sources.countOf(2)).toMatchObject({ checks: 1 });
});

it('a worker has figures of the monitors that it checks, without those that it gave away', () => {
  counts.add([recorded(1), recorded(2)]);
  const mine = new Set([1, 2]);
  const sources = monitorSources('worker', { counts, isMine: (id) => mine.has(id), snapshot: { websites: () => [] } });
  expect(sources.websites()).toMatchObject([
    {
      name: 'Shop',
      uptime_24h: null,
      monitors: [{ id: 1, name: 'https://shop.example.com/1', is_up: null }, { id: 2 }],
    },
  ]);
  mine.delete(2);
  expect(idsOf(sources.websites())).toEqual([1]);
  expect(sources.countOf(2)).toBeNull();
});

it('the first check of a new monitor is counted, though a scrape comes before the pages know the monitor', () => {
  let websites = [website(1)];
  const sources = monitorSources('all', { counts, isMine: () => true, snapshot: { websites: () => websites } });
  counts.add([recorded(2)]);
  expect(idsOf(sources.websites())).toEqual([1]);
  websites = [website(1, 2)];
  sources.websites();
  expect(sources.countOf(2)).toMatchObject({ checks: 1 });
});

it('monitors that are deleted all the time do not fill the memory, and have no counts', () => {
  const sources = monitorSources('all', { counts, isMine: () => true, snapshot: { websites: () => [website(1)] } });
  for (let id = 1; id <= 5_000; id++) {
    counts.add([recorded(id)]);
    if (id % 100 === 0) expect(idsOf(sources.websites())).toEqual([1]);
  }
  expect(counts.size()).toBeLessThan(1_200);
  expect(sources.countOf(1)).toMatchObject({ checks: 1 });
});

it('nothing is counted for a monitor that got its id by a restore', () => {
  counts.add([recorded(1), recorded(1, { created_at: testNow + 1 })]);
  expect(counts.of(1)).toMatchObject({ checks: 1, failures: 0 });
});
