import { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { ProbeOutcome } from '../../base/domain/check.ts';
import { engineTools } from '../../testing/engine-tools.ts';
import { watchedForTest } from '../../testing/watched-monitor.ts';
import { down, nothingMeasured, timedOut } from '../probe/failure-text.ts';
import type { ProbeTools } from '../probe/probe-tools.ts';
import { runCheck } from './run-check.ts';

const monitor = watchedForTest(3, {
  revision: 7,
  created_at: 5,
  target: { kind: 'TCP_PORT', host: '127.0.0.1', port: 1, expected_response: null },
  timeout_seconds: 0.1,
  check_interval_seconds: 10,
  response_time_threshold_seconds: 0.5,
});

const up = (response_time_us: number): ProbeOutcome => ({ outcome: 'up', ...nothingMeasured, response_time_us });

describe('a check', () => {
  /** Reported stall of this thread, in milliseconds. */
  let stalled: number;
  beforeEach(() => {
    stalled = 0;
  });

  const run = (
    probe: ProbeTools['probe'],
    controller = new AbortController(),
    timeout_seconds = monitor.timeout_seconds,
  ) => {
    return runCheck(
      { ...monitor, timeout_seconds },
      {
        ...engineTools(systemClock),
        stallDetector: { stalledSince: () => stalled, stalls: 0, stop: () => undefined },
        probe,
      },
      controller,
    );
  };
  const check = async (...asked: Parameters<typeof run>) => {
    const result = await run(...asked);
    return 'check' in result ? result.check : result;
  };
  it("has its time, the monitor's revision, and its result", async () => {
    const before = Date.now();

    const result = await check(async () => up(600_000));

    expect(result).toMatchObject({ monitor_id: 3, revision: 7, monitor_created_at: 5 });
    expect(result).toMatchObject({ is_up: true, is_slow: true, response_time_us: 600_000 });
    expect('checked_at' in result && result.checked_at).toBeGreaterThanOrEqual(before);
  });

  it('has no deadline any more while only this host works', async () => {
    const result = await check(
      async (_, { endDeadline }) => {
        endDeadline();
        await new Promise((resolve) => setTimeout(resolve, 20));
        return up(600_000);
      },
      new AbortController(),
      0.01,
    );

    expect(result).toMatchObject({ is_up: true });
  });

  it('ends at the deadline whatever the probe does, and names the step', async () => {
    const result = await check((_, { step }) => {
      step('waiting for a miracle');
      return new Promise(() => undefined);
    });

    expect(result).toMatchObject({ is_up: false, error_message: 'timed out after 0.1 s while waiting for a miracle' });
  });

  it('passes the deadline to the probe, so that it closes its connections', async () => {
    let isAborted = false;
    await check((_, { signal }) => {
      signal.addEventListener('abort', () => {
        isAborted = true;
      });
      return new Promise(() => undefined);
    });

    expect(isAborted).toBe(true);
  });

  it('is unanswered if nothing came in time, but not if the target accepted the connection and then hung', async () => {
    const unanswered = async (accepts: boolean): Promise<boolean> => {
      const probe: ProbeTools['probe'] = (_, { step, trace }) => {
        step('connecting');
        if (accepts) trace.connected(new Socket());
        return Promise.resolve(timedOut(1, 'connecting'));
      };
      const result = await run(probe);
      return 'is_unanswered' in result && result.is_unanswered;
    };
    expect(await unanswered(false)).toBe(true);
    expect(await unanswered(true)).toBe(false);
  });

  it('treats a bug in a probe as a fault of this machine', async () => {
    expect(await check(() => Promise.reject(new TypeError('x is undefined')))).toMatchObject({
      outcome: 'fault',
      fault: 'internal',
    });
  });

  const hangs: ProbeTools['probe'] = () => new Promise(() => undefined);

  it.each<[string, ProbeTools['probe']]>([
    ['a time-out', hangs],
    ['down', async () => down('connection reset')],
    ['slow', async () => up(900_000)],
  ])('discards %s after a stall for most of the time', async (_, probe) => {
    stalled = 90;
    expect(await check(probe)).toMatchObject({ outcome: 'fault', fault: 'stalled' });
  });

  it('keeps the result of a target that is up in spite of a stall', async () => {
    stalled = 90;
    expect(await check(async () => up(1000))).toMatchObject({ is_up: true });
  });

  it('keeps a time-out when the process was awake', async () => {
    expect(await check(hangs)).toMatchObject({ is_up: false });
  });
});
