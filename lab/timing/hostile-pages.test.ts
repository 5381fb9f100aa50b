import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import type { FinishedCheck, ProbeTarget, WatchedMonitor } from '../../packages/server/src/base/domain/check.ts';
import { createEngine, type Engine } from '../../packages/server/src/checks/engine/engine.ts';
import { type HttpTarget, startHttpTarget } from '../../packages/server/src/testing/targets/http-target.ts';
import { inflatingGzip } from '../../packages/server/src/testing/targets/inflating-bodies.ts';
import { behaviours, startTcpTarget, type TcpTarget } from '../../packages/server/src/testing/targets/tcp-target.ts';
import { watchedForTest } from '../../packages/server/src/testing/watched-monitor.ts';

const monitorOf = (id: number, target: ProbeTarget, seconds: number): WatchedMonitor =>
  watchedForTest(id, { created_at: 0, target, timeout_seconds: 5, check_interval_seconds: seconds });
const quietId = 1;
const pageBytes = 2 * 1024 * 1024;

/** Pages of 2 MiB that are as expensive as possible, and a plain one for comparison. */
const pages: Record<string, Buffer> = {
  '/plain': Buffer.alloc(pageBytes, '<p>words and words, more words of a page that says something</p>\n'),
  '/elements': Buffer.alloc(pageBytes, '<b>'),
  '/entities': Buffer.concat([Buffer.from('<meta content="'), Buffer.alloc(pageBytes, '&')]),
  '/attributes': Buffer.concat([Buffer.from('<meta '), Buffer.alloc(pageBytes, 'a=1 ')]),
};

const costly = ['/elements', '/entities', '/attributes', '/inflating'];

describe('a page that costs much to search', () => {
  const least = new Map<string, number>();
  const leastOf = (path: string): number => least.get(path) ?? Number.POSITIVE_INFINITY;
  let quiet: TcpTarget;
  let target: HttpTarget;
  let engine: Engine;
  let finished: FinishedCheck[];
  beforeAll(async () => {
    finished = [];
    quiet = await startTcpTarget(behaviours.says('hello', 20));
    const zipped = new Map<string, Buffer>(Object.entries(pages).map(([path, page]) => [path, gzipSync(page)]));
    zipped.set('/inflating', inflatingGzip(8));
    target = await startHttpTarget((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped.get(request.url ?? ''));
    });
    engine = createEngine({
      clock: systemClock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onFinished: (checks) => void finished.push(...checks),
      onFault: () => undefined,
    });
    await engine.start();
    // Alternating, and the minimum of each counts: other work of the machine only adds to a time.
    for (let round = 0; round < 3; round += 1) {
      for (const path of ['/plain', ...costly]) least.set(path, Math.min(await timeBeside(path), leastOf(path)));
    }
  }, 150_000);
  afterAll(async () => {
    await engine.stop();
    await Promise.all([target.close(), quiet.close()]);
  });

  /** Median response time of another monitor in milliseconds, while a page is searched repeatedly. */
  async function timeBeside(path: string): Promise<number> {
    const page: ProbeTarget = {
      kind: 'URL',
      url: target.url + path,
      metadata_tag: 'wanted',
      metadata_value: null,
      check_mode: 'http',
    };
    const { host, port } = quiet;
    finished.length = 0;
    engine.watch([
      monitorOf(quietId, { kind: 'TCP_PORT', host, port, expected_response: 'hello' }, 0.03),
      ...[2, 3, 4].map((id) => monitorOf(id, page, 0.01)),
    ]);
    const of = (isQuiet: boolean): FinishedCheck[] =>
      finished.filter(({ monitor_id }) => (monitor_id === quietId) === isQuiet);
    const isEnough = (): void => {
      expect(of(true).length).toBeGreaterThanOrEqual(20);
      expect(of(false).length).toBeGreaterThanOrEqual(3);
    };
    await vi.waitFor(isEnough, { timeout: 15_000 });
    engine.forget([quietId, 2, 3, 4]);
    return median(of(true).map(({ response_time_us }) => (response_time_us ?? Number.POSITIVE_INFINITY) / 1000));
  }

  it.each(costly)('moves what a monitor beside it records by no more than 3 ms: %s', (path) => {
    expect(leastOf(path) - leastOf('/plain')).toBeLessThan(3);
  });
});

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
