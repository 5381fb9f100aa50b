import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { FinishedCheck, WatchedMonitor } from '../../base/domain/check.ts';
import { type HttpTarget, startHttpTarget } from '../../testing/targets/http-target.ts';
import { watchedForTest } from '../../testing/watched-monitor.ts';
import { nothingMeasured } from '../probe/failure-text.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';

/** A page on the target, checked every 10 s by default. */
const monitorOf = (id: number, url: string, changes: Partial<WatchedMonitor> = {}): WatchedMonitor =>
  watchedForTest(id, {
    created_at: 0,
    target: { kind: 'URL', url, metadata_tag: null, metadata_value: null, check_mode: 'http' },
    timeout_seconds: 5,
    check_interval_seconds: 10,
    ...changes,
  });

/** Too far in the future to become due during a test. */
const later = (): number => Date.now() + 8000;

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Allows for the start of a thread on a busy machine. */
const until = <T>(look: () => T | Promise<T>, milliseconds = 15_000): Promise<T> => vi.waitFor(look, milliseconds);

describe('the engine, with its real thread', () => {
  let target: HttpTarget;
  /** The true duration of each response in milliseconds. */
  const served: number[] = [];
  let engine: Engine;
  /** Starting its thread takes most of a second, so tests that do not change it share one engine. */
  let shared: Engine | undefined;
  let finished: FinishedCheck[];
  let faults: string[];
  let errors: unknown[];
  let take: EngineOptions['onFinished'];

  const forgetFindings = (): void => {
    finished = [];
    faults = [];
    errors = [];
    take = (checks) => void finished.push(...checks);
  };
  const create = (options: Partial<EngineOptions> = {}): Engine => {
    const created = createEngine({
      clock: systemClock,
      log: { info: () => undefined, warn: () => undefined, error: (fields) => void errors.push(fields) },
      // The shared engine may report a check of an earlier test.
      onFinished(checks) {
        if (created === engine) take(checks);
      },
      onFault(id, fault, message) {
        if (created === engine) faults.push(`${id} ${fault}: ${message}`);
      },
      ...options,
    });
    return created;
  };
  const open = async (options: Partial<EngineOptions> = {}): Promise<Engine> => {
    const opened = create(options);
    await opened.start();
    return opened;
  };
  const startEngine = async (options: Partial<EngineOptions> = {}): Promise<void> => {
    forgetFindings();
    engine = await open(options);
  };
  const shareEngine = async (): Promise<void> => {
    shared ??= await open();
    engine = shared;
    forgetFindings();
  };

  beforeAll(async () => {
    target = await startHttpTarget((request, response) => {
      const started = performance.now();
      const delay = Number(new URLSearchParams(request.url?.split('?')[1]).get('delay') ?? '0');
      setTimeout(() => {
        served.push(performance.now() - started);
        response.end('ok');
      }, delay);
    });
  });
  afterAll(async () => {
    await shared?.stop();
    await target.close();
  });
  afterEach(async () => {
    if (engine === shared) engine.forget([1, 2, 3]);
    else await engine.stop();
  });

  const hits = (path: string): number[] => target.requests.filter((each) => each.path === path).map(({ at }) => at);

  it('starts nothing after the allowed time, and continues with a later one', async () => {
    await shareEngine();
    const { started } = engine.stats();
    engine.allowUntil(systemClock.monotonic() - 1);
    engine.watch([monitorOf(1, `${target.url}/leased`)]);
    const triggered = await engine.checkNow(monitorOf(2, `${target.url}/triggered`));
    expect(triggered).toMatchObject({ is_up: true });
    expect(hits('/leased')).toEqual([]);
    await until(() => expect(engine.stats().overdue_ms).toBeGreaterThan(0));
    engine.allowUntil(Number.POSITIVE_INFINITY);
    await until(() => expect(hits('/leased')).toHaveLength(1));
    await until(() => expect(engine.stats()).toMatchObject({ started: started + 1, overdue_ms: 0 }));
    expect(engine.stats().last_started_at).toBeLessThanOrEqual(systemClock.monotonic());
  });

  it('starts nothing once it has passed on the allowed results, and continues after a higher limit', async () => {
    await shareEngine();
    engine.allowResults(1);
    engine.watch([monitorOf(1, `${target.url}/counted`, { check_interval_seconds: 0.1 })]);
    const whileItCould = await engine.checkNow(monitorOf(2, `${target.url}/meanwhile?delay=300`));
    expect(whileItCould).toMatchObject({ is_up: true });
    expect(hits('/counted')).toHaveLength(1);
    engine.allowResults(Number.POSITIVE_INFINITY);
    await until(() => expect(hits('/counted').length).toBeGreaterThan(2));
  });

  it('gives up monitors that are neither running nor due soon, after passing on their results', async () => {
    await shareEngine();
    const soon = Date.now() + 2_000;
    engine.watch([
      monitorOf(1, `${target.url}/found`),
      monitorOf(2, `${target.url}/running?delay=20000`, { timeout_seconds: 20, check_interval_seconds: 30 }),
      monitorOf(3, `${target.url}/soon`, { next_due_at: soon }),
    ]);
    await until(() => expect(hits('/running?delay=20000')).toHaveLength(1));
    const given: number[] = [];
    await until(async () => {
      given.push(...(await engine.giveUp(10, 3_000)));
      expect(given).toContain(1);
    });
    expect(finished.map(({ monitor_id }) => monitor_id)).toContain(1);
    expect(given).toEqual([1]);
    expect(engine.stats().watched).toBe(2);
  });

  it('checks at the interval, and records the time that the target took', async () => {
    await shareEngine();
    served.length = 0;
    engine.watch([monitorOf(1, `${target.url}/steady?delay=100`, { check_interval_seconds: 0.2 })]);

    await until(() => expect(finished.length).toBeGreaterThanOrEqual(5));

    const starts = hits('/steady?delay=100');
    const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    const errors = finished.map(({ response_time_us }, index) => (response_time_us ?? 0) / 1000 - (served[index] ?? 0));
    expect(Math.abs(median(gaps) - 200)).toBeLessThan(100);
    expect(median(errors)).toBeGreaterThanOrEqual(0);
    // Proves the measured phase and its unit. lab/timing/check-times.test.ts measures the accuracy on an idle machine.
    expect(Math.min(...errors)).toBeLessThan(100);
    expect(finished[0]).toMatchObject({
      monitor_id: 1,
      revision: 1,
      is_up: true,
      status_code: 200,
      error_message: null,
    });
    const dues = finished.map(({ next_due_at }) => next_due_at ?? 0);
    expect((dues.at(-1) ?? 0) - (dues[0] ?? 0)).toBeGreaterThan((dues.length - 1) * 200 - 50);
  });

  it('answers a trigger at once, and does not pass its result on', async () => {
    await shareEngine();
    engine.watch([monitorOf(77, `${target.url}/triggered`, { next_due_at: later() })]);

    const check = await engine.checkNow(monitorOf(77, `${target.url}/triggered`));

    expect(check).toMatchObject({ monitor_id: 77, is_up: true, next_due_at: expect.any(Number) });
    // A check of the previous test may end now.
    expect(finished.filter(({ monitor_id }) => monitor_id === 77)).toEqual([]);
  });

  it('never runs two checks of one monitor at a time', async () => {
    await shareEngine();
    const path = '/slow?delay=150';
    engine.watch([monitorOf(1, target.url + path)]);
    await until(() => expect(hits(path)).toHaveLength(1));

    await Promise.all([1, 2].map(() => engine.checkNow(monitorOf(1, target.url + path))));

    const starts = hits(path);
    expect(starts).toHaveLength(3);
    const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(149);
  });

  it('drops the result in flight of a monitor that was edited, and checks it as it is now', async () => {
    await shareEngine();
    engine.watch([monitorOf(1, `${target.url}/old?delay=400`)]);
    await until(() => expect(hits('/old?delay=400')).toHaveLength(1));

    engine.watch([monitorOf(1, `${target.url}/edited`, { revision: 2 })]);

    await until(() => expect(finished).toHaveLength(1));
    expect(finished[0]).toMatchObject({ revision: 2 });
    expect(hits('/edited')).toHaveLength(1);
  });

  it('starts nothing while paused, and continues when resumed', async () => {
    await shareEngine();
    engine.watch([monitorOf(1, `${target.url}/paused?delay=100`, { check_interval_seconds: 0.2 })]);
    await until(() => expect(hits('/paused?delay=100').length).toBeGreaterThan(0));

    await engine.pause();
    const before = hits('/paused?delay=100').length;
    expect(finished).toHaveLength(before);
    expect(await engine.checkNow(monitorOf(1, target.url))).toMatchObject({ fault: 'shutting-down' });
    expect(hits('/paused?delay=100')).toHaveLength(before);

    engine.resume();
    await until(() => expect(finished.length).toBeGreaterThan(before));
  });

  it('delays requests for a check while its thread starts, with half the young generation of V8', async () => {
    forgetFindings();
    const opened = once(process, 'worker') as Promise<[Worker]>;
    engine = create();
    const asked = engine.checkNow(monitorOf(1, target.url));
    await engine.start();
    expect(await asked).toMatchObject({ is_up: true });
    const [worker] = await opened;
    expect(worker.resourceLimits).toMatchObject({ maxYoungGenerationSizeMb: 24 });
    await engine.stop();
    expect(await engine.checkNow(monitorOf(1, target.url))).toMatchObject({ fault: 'shutting-down' });
  });

  it('finishes running checks before it stops', async () => {
    await startEngine();
    engine.watch([monitorOf(1, `${target.url}/last?delay=200`)]);
    await until(() => expect(hits('/last?delay=200')).toHaveLength(1));
    await until(() => expect(engine.stats().started).toBe(1));

    const { lateness, is_running, thread_restarts, last_heard_at } = engine.stats();
    expect({ is_running, thread_restarts }).toEqual({ is_running: true, thread_restarts: 0 });
    expect(lateness.counts.at(-1)).toBe(1);
    expect(last_heard_at).toBeLessThanOrEqual(systemClock.monotonic());

    await engine.stop();

    expect(finished).toHaveLength(1);
    // On a busy machine a thread may end after the stop, which waits only briefly for it.
    await until(() => expect(engine.stats().is_running).toBe(false));
    expect(await engine.probe(monitorOf(1, target.url).target, 1)).toMatchObject({ fault: 'shutting-down' });
  });

  it('probes without storing anything', async () => {
    await shareEngine();

    const outcome = await engine.probe(
      { kind: 'TCP_PORT', host: '127.0.0.1', port: target.port, expected_response: null },
      2,
    );

    expect(outcome).toMatchObject({ outcome: 'up' });
    expect(finished).toEqual([]);
  });

  it('continues when the receiver of results throws', async () => {
    let calls = 0;
    await shareEngine();
    take = () => {
      calls += 1;
      throw new Error('disk full');
    };
    engine.watch([monitorOf(1, `${target.url}/throws`, { check_interval_seconds: 0.2 })]);

    await until(() => expect(calls).toBeGreaterThanOrEqual(2));
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });

  it('restarts a thread that died, with the same monitors', async () => {
    await startEngine();
    engine.watch([monitorOf(1, `${target.url}/survives`, { check_interval_seconds: 0.2 })]);
    await until(() => expect(finished.length).toBeGreaterThan(0));

    const broken: WatchedMonitor = JSON.parse('null');
    expect(await engine.checkNow(broken)).toMatchObject({ fault: 'internal' });

    const before = finished.length;
    await until(() => expect(finished.length).toBeGreaterThan(before + 1));
    expect(errors).toHaveLength(1);
    expect(engine.stats().thread_restarts).toBe(1);
  });

  it('answers a bug in a check with a fault, and goes on', async () => {
    await shareEngine();
    const broken: WatchedMonitor = JSON.parse('{"id": 5}');

    expect(await engine.checkNow(broken)).toMatchObject({ fault: 'internal' });
    expect(await engine.checkNow(monitorOf(1, target.url))).toMatchObject({ is_up: true });
  });

  const browserPage = (): WatchedMonitor => ({
    ...monitorOf(1, `${target.url}/app`),
    target: { kind: 'URL', url: `${target.url}/app`, metadata_tag: null, metadata_value: null, check_mode: 'browser' },
  });

  it('has no browser unless it is given one, which is a fault of this machine', async () => {
    await shareEngine();
    engine.watch([browserPage()]);

    await until(() => expect(faults).toEqual(['1 browser: browser checks need Chromium']));
    expect(finished).toEqual([]);
  });

  it('passes pages for the browser to the browser probe, and stops it when the answer is not needed; a crash is a fault of this machine', async () => {
    const asked: { url: string; timeoutSeconds: number; signal: AbortSignal }[] = [];
    await startEngine({
      runBrowserProbe: async ({ url }, timeoutSeconds, signal) => {
        asked.push({ url, timeoutSeconds, signal });
        if (asked.length === 2) return new Promise(() => undefined);
        if (asked.length === 3) throw new Error('browser crashed');
        return { outcome: 'up', ...nothingMeasured, response_time_us: 123, status_code: 200 };
      },
    });
    engine.watch([browserPage()]);
    await until(() => expect(finished).toHaveLength(1));
    expect(finished[0]).toMatchObject({ is_up: true, response_time_us: 123 });
    expect(asked[0]).toMatchObject({ url: `${target.url}/app`, timeoutSeconds: 5 });

    const triggered = engine.checkNow(browserPage());
    await until(() => expect(asked).toHaveLength(2));
    engine.forget([1]);

    expect(await triggered).toMatchObject({ fault: 'shutting-down' });
    await until(() => expect(asked[1]?.signal.aborted).toBe(true));
    expect(await engine.checkNow(browserPage())).toEqual({ fault: 'browser', message: 'browser crashed' });
  });
});
