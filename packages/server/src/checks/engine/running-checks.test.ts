import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { ProbeOutcome, WatchedMonitor } from '../../base/domain/check.ts';
import { engineTools } from '../../testing/engine-tools.ts';
import { watchedForTest } from '../../testing/watched-monitor.ts';
import { nothingMeasured } from '../probe/failure-text.ts';
import { fault } from '../probe/faults.ts';
import type { OfflineDetector } from './offline/offline-detector.ts';
import type { EndedCheck } from './offline/uplink-news.ts';
import type { CheckResult } from './run-check.ts';
import { createRunningChecks, type RunningChecks } from './running-checks.ts';

const up: ProbeOutcome = { outcome: 'up', ...nothingMeasured, response_time_us: 1000 };
const clock = systemClock;
const tools = engineTools(clock);

let finishProbes: (() => void)[];
let checks: RunningChecks;
/** Replaces the result, as the offline detector does. */
let settle: OfflineDetector['settle'];
beforeEach(() => {
  finishProbes = [];
  settle = ({ result }) => result;
  const probe = () => new Promise<ProbeOutcome>((resolve) => finishProbes.push(() => resolve(up)));
  checks = createRunningChecks({ ...tools, probe }, { settle: (ended) => settle(ended) });
});

/** Starts a check. Returns its results so far. */
function run(id: number, given: Partial<WatchedMonitor> = {}): (CheckResult | null)[] {
  const results: (CheckResult | null)[] = [];
  checks.run(watchedForTest(id, given), (result) => results.push(result));
  return results;
}

describe('running checks', () => {
  it('are counted until they end, and each passes its result on', async () => {
    const [one, other] = [run(1), run(2)];
    expect(checks.size).toBe(2);
    finishProbes[0]?.();
    await expect.poll(() => one).toMatchObject([{ check: { monitor_id: 1, is_up: true } }]);
    expect([other, checks.size]).toEqual([[], 1]);
    finishProbes[1]?.();
    await expect.poll(() => checks.size).toBe(0);
  });

  it('delay the next check of their monitor', async () => {
    const results = run(1);
    const seen: number[] = [];
    void checks.whenFree(1, () => seen.push(results.length));
    await checks.whenFree(2, () => seen.push(-1));
    expect(seen).toEqual([-1]);
    finishProbes[0]?.();
    await expect.poll(() => seen).toEqual([-1, 1]);
  });

  it('end without a result when they are dropped, and make room at once', async () => {
    const results = run(1);
    checks.drop(1);
    expect(checks.size).toBe(0);
    const next = run(1);
    await expect.poll(() => results).toEqual([null]);
    finishProbes[1]?.();
    await expect.poll(() => next).toMatchObject([{ check: { is_up: true } }]);
  });

  it('are awaited at the end, but not for long', async () => {
    const results = run(1);
    await checks.settle(1, fault('shutting-down', 'checks were stopped'));
    expect(results).toMatchObject([{ outcome: 'fault', fault: 'shutting-down', message: 'checks were stopped' }]);
    expect(checks.size).toBe(0);
  });

  it('continue while their results wait, and can be ended then too, even after their deadline', async () => {
    const waits: EndedCheck[] = [];
    settle = (ended) => {
      waits.push(ended);
      return new Promise((resolve) => {
        ended.wait.giveUp = resolve;
      });
    };
    const dead = run(1, { timeout_seconds: 0.05 });
    const edited = run(2);
    finishProbes[1]?.();
    await expect.poll(() => waits.length).toBe(2);
    expect(waits.map(({ result }) => result)).toContainEqual(expect.objectContaining({ is_unanswered: true }));
    checks.drop(2);
    await expect.poll(() => edited).toEqual([null]);
    expect([dead, checks.size]).toEqual([[], 1]);
    await checks.settle(1, fault('shutting-down', 'checks were stopped'));
    expect(dead).toMatchObject([{ outcome: 'fault', fault: 'shutting-down' }]);
  });
});
