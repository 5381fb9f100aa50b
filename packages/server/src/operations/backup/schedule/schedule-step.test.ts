import { describe, expect, it } from 'vitest';
import { leaseTime, nextAttemptAt, nextRunAt, retryAfter, scheduleKey, scheduleStep } from './schedule-step.ts';
import type { ScheduleState } from './schedule-store.ts';

const hour = 3_600_000;
const day = 24 * hour;
const settings = { enabled: true, time: '03:00', time_zone: 'UTC', keep: 3 };
const due = Date.UTC(2026, 2, 11, 3);
const follows = scheduleKey(settings);
const planned: ScheduleState = {
  follows,
  next_at: due,
  last_due: due - day,
  retry_at: null,
  last_at: null,
  last_error: null,
  running: null,
  made: [],
};
/** What happens at a time; the expected run is the next 03:00 UTC. */
const at = (now: number, state: Partial<ScheduleState> = {}, more: { isAlone?: boolean; enabled?: boolean } = {}) => {
  const { isAlone = true, enabled = true } = more;
  const expected = Math.floor((now - 3 * hour) / day) * day + day + 3 * hour;
  const all = { ...settings, enabled };
  return scheduleStep({ settings: all, state: { ...planned, ...state }, now, expected, owner: 'this', isAlone });
};

describe('the step of the schedule', () => {
  it('plans the next run at first and after a change', () => {
    expect(at(due - 1, { next_at: null })).toEqual({ step: 'plan', next_at: due, follows });
    expect(at(due - 1, { follows: '04:00 UTC' })).toEqual({ step: 'plan', next_at: due, follows });
    expect(at(due, {}, { enabled: false })).toEqual({ step: 'off' });
  });

  it('waits for the time, and makes a missed run however late', () => {
    expect(at(due - 1)).toEqual({ step: 'wait', until: due });
    expect(at(due)).toEqual({ step: 'run', due });
    expect(at(due + 40 * day)).toEqual({ step: 'run', due });
  });

  it('does not repeat a run after the clock was set back across its time', () => {
    const made = { next_at: due + day, last_due: due };
    expect(at(due - 10_000, made)).toEqual({ step: 'wait', until: due + day });
  });

  it('plans again when the clock had been ahead by days', () => {
    const made = { next_at: due + 366 * day, last_due: due + 365 * day };
    expect(at(due - hour, made)).toEqual({ step: 'plan', next_at: due, follows });
  });

  it('retries after a pause, which a clock that was ahead cannot lengthen', () => {
    expect(at(due + 1, { retry_at: due + retryAfter })).toEqual({ step: 'wait', until: due + retryAfter });
    expect(at(due + retryAfter, { retry_at: due + retryAfter })).toEqual({ step: 'run', due });
    expect(at(due + 1, { retry_at: due + 9 * day })).toEqual({ step: 'run', due });
  });

  it('leaves a run to the process that makes it, until that seems to be dead', () => {
    const running = { owner: 'other', name: null, until: due + leaseTime };
    expect(at(due + 1, { running }, { isAlone: false })).toEqual({ step: 'wait', until: due + leaseTime });
    expect(at(due + leaseTime, { running }, { isAlone: false })).toEqual({ step: 'run', due });
    expect(at(due + 1, { running }, { isAlone: true })).toEqual({ step: 'run', due });
    expect(at(due + 1, { running: { ...running, until: due + day } }, { isAlone: false })).toEqual({
      step: 'run',
      due,
    });
  });
});

it('has one run for each day when clocks change', async () => {
  const berlin = { ...settings, time: '02:30', time_zone: 'Europe/Berlin' };
  const runsFrom = async (start: number): Promise<string[]> => {
    const runs: number[] = [await nextRunAt(berlin, start)];
    while (runs.length < 3) runs.push(await nextRunAt(berlin, runs.at(-1) ?? 0));
    return runs.map((time) => new Date(time).toISOString().slice(0, 16));
  };
  // 02:30 does not exist on 29 March, and exists twice on 25 October.
  expect(await runsFrom(Date.UTC(2026, 2, 28))).toEqual(['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']);
  expect(await runsFrom(Date.UTC(2026, 9, 24))).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']);
});

it('shows the next attempt', async () => {
  const now = due - hour;
  expect(await nextAttemptAt(settings, planned, now)).toBe(due);
  expect(await nextAttemptAt(settings, { ...planned, retry_at: due + hour }, now)).toBe(due + hour);
  expect(await nextAttemptAt({ ...settings, time: '05:00' }, planned, now)).toBe(due + 2 * hour);
  expect(await nextAttemptAt({ ...settings, enabled: false }, planned, now)).toBeNull();
});
