import { defaultUrlOptions } from '@upvigil/core/check-options/options';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../clock.ts';
import type { FinishedCheck, WatchedMonitor } from '../domain/check.ts';
import { startHttpTarget } from '../testing/targets/http-target.ts';
import { createEngine } from './engine.ts';

const percentile99 = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

const monitorOf = (id: number, url: string, pattern: string | null): WatchedMonitor => ({
  ...{ id, revision: 1, created_at: 0, timeout_seconds: 30, check_interval_seconds: 0.1 },
  ...{ response_time_threshold_seconds: 5, failure_threshold: 2, next_due_at: null },
  ...{ outage_streak: 0, slow_streak: 0, metadata_streak: 0 },
  target: {
    ...{ kind: 'URL', url, metadata_tag: null, metadata_value: null, check_mode: 'http' },
    asks: {
      ...defaultUrlOptions,
      assertions: pattern === null ? [] : [{ source: 'body', property: '', compare: 'matches', value: pattern }],
    },
  },
});

const others = [1, 2, 3, 4, 5];
const checksWanted = 300;

it.each([
  ['(a+)+$', 'a'.repeat(256 * 1024), null],
  ['\\pL{999}'.repeat(60), '\u00e9'.repeat(128 * 1024), 'assertion'],
])(
  '12.2: while %s is judged on 256 KiB, other monitors’ times stay within 3 ms at the 99th percentile',
  { retry: 3, timeout: 120_000 },
  async (pattern, body, fault) => {
    const target = await startHttpTarget((request, response) => response.end(request.url === '/long' ? body : 'ok'));
    const finished: FinishedCheck[] = [];
    const faults = new Set<string>();
    const engine = createEngine({
      clock: systemClock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onFinished: (checks) => void finished.push(...checks),
      onFault: (_, reason) => void faults.add(reason),
    });
    await engine.start();
    onTestFinished(async () => {
      await engine.stop();
      await target.close();
    });
    const timesOfOthers = async (): Promise<number> => {
      finished.length = 0;
      const times = () => finished.filter(({ monitor_id }) => others.includes(monitor_id));
      await expect.poll(() => times().length, { timeout: 50_000, interval: 50 }).toBeGreaterThan(checksWanted);
      expect(times().every(({ is_up }) => is_up)).toBe(true);
      return percentile99(times().map(({ response_time_us }) => (response_time_us ?? Number.NaN) / 1000));
    };
    engine.watch(others.map((id) => monitorOf(id, `${target.url}/${id}`, null)));
    await timesOfOthers();
    const before = await timesOfOthers();
    engine.watch([monitorOf(9, `${target.url}/long`, pattern)]);
    const judged = () => (fault ? faults.has(fault) : finished.some(({ monitor_id }) => monitor_id === 9));
    await expect.poll(judged, { timeout: 20_000 }).toBe(true);
    const meanwhile = await timesOfOthers();
    expect([...faults]).toEqual(fault ? [fault] : []);
    expect(meanwhile - before).toBeLessThan(3);
  },
);
