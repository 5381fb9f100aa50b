import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import type { FinishedCheck, WatchedMonitor } from '../../packages/server/src/base/domain/check.ts';
import { createEngine } from '../../packages/server/src/checks/engine/engine.ts';
import { startHttpTarget } from '../../packages/server/src/testing/targets/http-target.ts';
import { watchedForTest } from '../../packages/server/src/testing/watched-monitor.ts';

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** In seconds. */
const interval = 0.5;
const monitorOf = (id: number, url: string, pattern: string | null): WatchedMonitor =>
  watchedForTest(id, {
    created_at: 0,
    timeout_seconds: 30,
    check_interval_seconds: interval,
    target: {
      kind: 'URL',
      url,
      metadata_tag: null,
      metadata_value: null,
      check_mode: 'http',
      url_options: {
        ...defaultUrlOptions,
        assertions: pattern === null ? [] : [{ source: 'body', property: '', compare: 'matches', value: pattern }],
      },
    },
  });

const others = Array.from({ length: 10 }, (_, at) => at + 1);
const watched = 99;
const checksWanted = 150;
/** On a busy machine, times differ by more from one moment to the next. */
const mostAllowed = (before: number): number => Math.max(before + 3, before * 1.5);

it.each([
  ['(a+)+$', '(a+)+$', 'a'.repeat(256 * 1024), null],
  [
    'a pattern that takes too long',
    '\\pL{999}'.repeat(60),
    '\u00e9'.repeat(128 * 1024),
    'the answer takes too long to evaluate',
  ],
])(
  // The 99th percentile means nothing on a machine that also runs other tests.
  '12.2: while %s is judged on 256 KiB all the time, half of the times of other monitors stay within 3 ms',
  { timeout: 120_000 },
  async (_name, pattern, body, cause) => {
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
      return median(times().map(({ response_time_us }) => (response_time_us ?? Number.NaN) / 1000));
    };
    engine.watch(others.map((id) => monitorOf(id, `${target.url}/${id}`, null)));
    await timesOfOthers();
    const before = await timesOfOthers();
    engine.watch([monitorOf(watched, `${target.url}/long`, pattern)]);
    const judged = () => finished.find(({ monitor_id }) => monitor_id === watched)?.error_message;
    await expect.poll(judged, { timeout: 20_000 }).toBe(cause);
    const meanwhile = await timesOfOthers();
    expect([...faults]).toEqual([]);
    expect(meanwhile).toBeLessThan(mostAllowed(before));
  },
);
