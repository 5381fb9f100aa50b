import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import type { ProbeOutcome } from '../domain/check.ts';
import { createJudging } from '../probing/assertions/judging.ts';
import { createDialer } from '../probing/dialing/dialer.ts';
import { nothingMeasured } from '../probing/failure-text.ts';
import { fault } from '../probing/faults.ts';
import { createPinger } from '../probing/icmp/pinger.ts';
import { createTurns } from '../probing/turns.ts';
import { watchedForTest } from '../testing/watched-monitor.ts';
import type { CheckResult } from './run-check.ts';
import { createRunningChecks, type RunningChecks } from './running-checks.ts';

const up: ProbeOutcome = { outcome: 'up', ...nothingMeasured, response_time_us: 1000 };
const clock = systemClock;
const tools = {
  clock,
  dialer: createDialer(),
  pinger: createPinger({ clock }),
  turns: createTurns(clock),
  judging: createJudging(clock),
};
const stallDetector = { stalledSince: () => 0, stalls: 0, stop: () => undefined };

let finishProbes: (() => void)[];
let checks: RunningChecks;
beforeEach(() => {
  finishProbes = [];
  const probe = () => new Promise<ProbeOutcome>((resolve) => finishProbes.push(() => resolve(up)));
  checks = createRunningChecks({ ...tools, stallDetector, probe }, { judged: ({ result }) => result });
});

/** Starts a check. Returns what comes of it, as far as it has come. */
function run(id: number): (CheckResult | null)[] {
  const results: (CheckResult | null)[] = [];
  checks.run(watchedForTest(id), (result) => results.push(result));
  return results;
}

describe('the checks that run', () => {
  it('are counted until they end, and each hands over what it found', async () => {
    const [one, other] = [run(1), run(2)];
    expect(checks.size).toBe(2);
    finishProbes[0]?.();
    await expect.poll(() => one).toMatchObject([{ check: { monitor_id: 1, is_up: true } }]);
    expect([other, checks.size]).toEqual([[], 1]);
    finishProbes[1]?.();
    await expect.poll(() => checks.size).toBe(0);
  });

  it('are waited for by who starts the next one of a monitor', async () => {
    const results = run(1);
    const seen: number[] = [];
    void checks.whenFree(1, () => seen.push(results.length));
    await checks.whenFree(2, () => seen.push(-1));
    expect(seen).toEqual([-1]);
    finishProbes[0]?.();
    await expect.poll(() => seen).toEqual([-1, 1]);
  });

  it('end without a result when nobody wants it, and make room at once', async () => {
    const results = run(1);
    checks.drop(1);
    expect(checks.size).toBe(0);
    const next = run(1);
    await expect.poll(() => results).toEqual([null]);
    finishProbes[1]?.();
    await expect.poll(() => next).toMatchObject([{ check: { is_up: true } }]);
  });

  it('are waited for at the end, but not for long', async () => {
    const results = run(1);
    await checks.settle(1, fault('shutting-down', 'checks were stopped'));
    expect(results).toMatchObject([{ outcome: 'fault', fault: 'shutting-down', message: 'checks were stopped' }]);
    expect(checks.size).toBe(0);
  });
});
