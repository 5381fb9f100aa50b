import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import type { FinishedCheck } from '../../packages/server/src/base/domain/check.ts';
import { createEngine, type Engine } from '../../packages/server/src/checks/engine/engine.ts';
import { startHttpTarget } from '../../packages/server/src/testing/targets/http-target.ts';
import { watchedForTest } from '../../packages/server/src/testing/watched-monitor.ts';

let engine: Engine;
afterEach(() => engine.stop());

it('goes on when the probe thread has no memory left: nothing is down, and the log says so once', async () => {
  const target = await startHttpTarget((_request, response) => response.end('ok'));
  const finished: FinishedCheck[] = [];
  const faults: string[] = [];
  const errors: object[] = [];
  engine = createEngine({
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: (fields) => void errors.push(fields) },
    onFinished: (checks) => void finished.push(...checks),
    onFault: (_, fault) => void faults.push(fault),
    heap: { maxOldGenerationSizeMb: 32 },
  });
  await engine.start();
  const page = { kind: 'URL', url: target.url, metadata_tag: null, metadata_value: null, check_mode: 'http' } as const;
  engine.watch([watchedForTest(1, { target: page, check_interval_seconds: 0.2 })]);
  await vi.waitFor(() => expect(finished.length).toBeGreaterThan(0), 15_000);

  const next_due_at = Date.now() + 8_000;
  const tooMany = Array.from({ length: 50_000 }, (_, at) => watchedForTest(at + 2, { target: page, next_due_at }));
  engine.watch(tooMany);
  await vi.waitFor(() => expect(errors).toHaveLength(1), 15_000);
  engine.forget(tooMany.map(({ id }) => id));

  const before = finished.length;
  await vi.waitFor(() => expect(finished.length).toBeGreaterThan(before + 1), 15_000);
  expect(errors).toEqual([{ err: expect.objectContaining({ code: 'ERR_WORKER_OUT_OF_MEMORY' }) }]);
  expect(engine.stats()).toMatchObject({ thread_restarts: 1, is_running: true });
  expect([...faults, ...finished.filter(({ is_up }) => !is_up)]).toEqual([]);
  await target.close();
});
