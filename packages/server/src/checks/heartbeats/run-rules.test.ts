import { dayMs, hourMs, minuteMs, secondMs } from '@upvigil/core/time';
import { describe, expect, it } from 'vitest';
import { noRuns, type RunState } from '../../base/domain/heartbeat-runs.ts';
import {
  type CountedPing,
  deadlineOf,
  type Gap,
  hintOf,
  passDeadlines,
  type RunCheck,
  type RunOptions,
  receivePing,
  startSchedule,
  stateAt,
} from './run-rules.ts';

const start = Date.UTC(2027, 0, 12, 2);
const hourly: RunOptions = {
  period: 3600,
  cron: null,
  time_zone: 'UTC',
  grace: 300,
  max_runtime: null,
  slow_runtime: null,
};
const nightly: RunOptions = { ...hourly, period: null, cron: '0 3 * * *', time_zone: 'Europe/Berlin', grace: 600 };

/** A heartbeat with a clock of its own. */
function follow(options: RunOptions, gaps: readonly Gap[] = []) {
  let state: RunState = noRuns;
  const checks: RunCheck[] = [];
  const pass = (at: number): void => {
    const passed = passDeadlines(options, state, at, gaps);
    state = passed.state;
    checks.push(...passed.checks);
  };
  return {
    pass,
    ping(at: number, ping: Partial<CountedPing> = {}): number | null {
      pass(at);
      const whole: CountedPing = { type: 'success', at, code: null, rid: null, response_time_us: null, ...ping };
      const received = receivePing(options, state, whole);
      state = received.state;
      checks.push(...received.checks);
      return received.runtime_ms;
    },
    change(next: RunOptions, at: number): void {
      state = startSchedule(next, state, at);
    },
    state: () => state,
    at: (now: number, is_up: boolean | null = checks.at(-1)?.is_up ?? null) =>
      stateAt(state, { enabled: true, is_up }, now),
    causes: () => checks.map(({ cause, is_up }) => (is_up ? (cause ?? 'up') : cause)),
    checks,
  };
}

describe('a heartbeat with a period', () => {
  it('expects nothing before its first ping', () => {
    const one = follow(hourly);
    one.pass(start + 400 * dayMs);
    expect(one.causes()).toEqual([]);
    expect(one.at(start)).toBe('new');
  });

  it('is due one period after the last success, late in the grace period, and down after it', () => {
    const one = follow(hourly);
    one.ping(start);
    expect(one.at(start + hourMs - 1)).toBe('up');
    expect(one.at(start + hourMs)).toBe('late');
    one.pass(start + hourMs + 300 * secondMs);
    expect(one.causes()).toEqual(['up']);
    one.pass(start + hourMs + 300 * secondMs + 1);
    expect(one.causes()).toEqual(['up', 'did not report: expected at 03:00 UTC, grace period 5 min']);
    expect(one.at(start + hourMs + 301 * secondMs)).toBe('down');
  });

  it('counts each missed run, and a run after them', () => {
    const one = follow(hourly);
    one.ping(start);
    one.pass(start + 3 * hourMs + 301 * secondMs);
    one.ping(start + 3.5 * hourMs);
    expect(one.checks.map(({ is_up }) => is_up)).toEqual([true, false, false, false, true]);
    expect(one.state().due_at).toBe(start + 4.5 * hourMs);
  });

  it('is due one period after the last start', () => {
    const one = follow(hourly);
    one.ping(start, { type: 'start' });
    expect(one.at(start + 1)).toBe('running');
    expect(one.ping(start + 10 * minuteMs)).toBe(10 * minuteMs);
    expect(one.state().due_at).toBe(start + hourMs);
  });

  it('takes a failure in the window as its run, and any other as an additional one', () => {
    const one = follow(hourly);
    one.ping(start);
    one.ping(start + 30 * minuteMs, { type: 'fail', code: 2 });
    expect(one.state().due_at).toBe(start + hourMs);
    one.ping(start + 58 * minuteMs, { type: 'fail', code: 2 });
    expect(one.state().due_at).toBe(start + 118 * minuteMs);
    expect(one.causes()).toEqual(['up', 'failed with exit code 2', 'failed with exit code 2']);
  });

  it('lets text alone change nothing', () => {
    const one = follow(hourly);
    one.ping(start, { type: 'log' });
    expect(one.state()).toBe(noRuns);
  });
});

describe('a started run', () => {
  it('is down with its exit code and runtime when it failed', () => {
    const one = follow(hourly);
    one.ping(start, { type: 'start' });
    one.ping(start + 4 * minuteMs, { type: 'fail', code: 2 });
    expect(one.causes()).toEqual(['failed with exit code 2 after 4 min']);
    expect(one.state().last_run).toEqual({
      started_at: start,
      ended_at: start + 4 * minuteMs,
      code: 2,
      runtime_ms: 4 * minuteMs,
    });
  });

  it('6. A start without an end is DOWN, with and without max_runtime', () => {
    const limited = follow({ ...hourly, max_runtime: 1800 });
    limited.ping(start, { type: 'start' });
    limited.pass(start + 1800 * secondMs + 1);
    expect(limited.causes()).toEqual(['started at 02:00 UTC and did not finish']);

    const unlimited = follow(hourly);
    unlimited.ping(start, { type: 'start' });
    unlimited.pass(start + hourMs + 300 * secondMs);
    expect(unlimited.causes()).toEqual([]);
    unlimited.pass(start + hourMs + 300 * secondMs + 1);
    expect(unlimited.causes()).toEqual([
      'started at 02:00 UTC and did not finish',
      'did not report: expected at 03:00 UTC, grace period 5 min',
    ]);
    expect(new Set(unlimited.checks.map(({ at }) => at)).size).toBe(2);
  });

  it('fails when the next one starts, unless their rids differ', () => {
    const one = follow(hourly);
    one.ping(start, { type: 'start' });
    one.ping(start + minuteMs, { type: 'start' });
    expect(one.causes()).toEqual(['started at 02:00 UTC and did not finish']);

    const two = follow(hourly);
    two.ping(start, { type: 'start', rid: 'a' });
    two.ping(start + minuteMs, { type: 'start', rid: 'b' });
    expect(two.ping(start + 2 * minuteMs, { rid: 'a' })).toBe(2 * minuteMs);
    expect(two.at(start + 2 * minuteMs)).toBe('running');
    expect(two.ping(start + 3 * minuteMs, { rid: 'b' })).toBe(2 * minuteMs);
    expect(two.causes()).toEqual(['up', 'up']);
  });

  it('is slow beyond its limit', () => {
    const one = follow({ ...hourly, slow_runtime: 60 });
    one.ping(start, { type: 'start' });
    one.ping(start + 5 * minuteMs);
    expect(one.checks[0]).toMatchObject({ is_up: true, is_slow: true, cause: 'took 5 min, limit 1 min' });
  });

  it('ends the oldest of too many open runs', () => {
    const one = follow(hourly);
    for (let at = 0; at < 60; at++) one.ping(start + at, { type: 'start', rid: `${at}` });
    expect(one.state().open).toHaveLength(50);
    expect(one.checks).toHaveLength(10);
  });
});

describe('a heartbeat with a cron expression', () => {
  const day = (n: number): number => start + n * dayMs;

  it('belongs to its due time from the beginning of the window to the end of the grace period', () => {
    const one = follow(nightly);
    one.ping(day(0) - 10 * minuteMs);
    expect(one.state().due_at).toBe(day(1));
    one.ping(day(1) + 10 * minuteMs);
    expect(one.state().due_at).toBe(day(2));
    one.ping(day(1) + 12 * hourMs);
    expect(one.state().due_at).toBe(day(2));
    one.pass(day(2) + 10 * minuteMs + 1);
    expect(one.causes()).toEqual(['up', 'up', 'up', 'did not report: expected at 03:00 CET, grace period 10 min']);
  });

  it('counts one signal once, although the windows of several due times overlap', () => {
    const one = follow({ ...nightly, cron: '*/5 * * * *', grace: 3600 });
    one.ping(start);
    one.ping(start + 17 * minuteMs);
    expect(one.state().due_at).toBe(start + 20 * minuteMs);
    one.pass(start + 80 * minuteMs);
    expect(one.causes()).toEqual(['up', 'up']);
  });

  it('questions the time zone after three runs that are off by the same time', () => {
    const one = follow(nightly);
    for (const n of [0, 1, 2]) {
      expect(hintOf(nightly, one.state())).toBeNull();
      one.ping(day(n) + 2 * hourMs);
      one.ping(day(n) + 2 * hourMs + minuteMs);
    }
    one.ping(day(3) + 2 * hourMs);
    expect(hintOf(nightly, one.state())).toBe(
      'The last three runs came 2 h after the scheduled time. Is the time zone Europe/Berlin correct?',
    );
    one.ping(day(4));
    expect(hintOf(nightly, one.state())).toBeNull();
  });

  it('starts anew from a change of its schedule', () => {
    const one = follow(nightly);
    one.ping(day(0));
    one.change({ ...nightly, cron: '30 * * * *' }, day(0) + 10 * hourMs);
    expect(one.state().due_at).toBe(day(0) + 10.5 * hourMs);
  });
});

describe('3. Fake clock, both clock changes in Berlin and New York: no job raises a false alert', () => {
  const changes = [
    { place: 'Europe/Berlin', day: '2027-03-28' },
    { place: 'Europe/Berlin', day: '2027-10-31' },
    { place: 'America/New_York', day: '2027-03-14' },
    { place: 'America/New_York', day: '2027-11-07' },
  ];
  const habits = { 'at the first': [0], 'at the second': [hourMs], 'at both': [0, hourMs], 'the hour after': [hourMs] };
  const cases = changes.flatMap((change) =>
    Object.entries(habits).map(([habit, delays]) => ({ ...change, habit, delays })),
  );

  it.each(cases)('$place, $day, a job that runs $habit', ({ place, day, delays }) => {
    const from = Date.parse(`${day}T00:00:00Z`) - 2 * dayMs;
    const change = changeIn(place, from, from + 4 * dayMs);
    const delaysAt = (due: number) => (Math.abs(due - change) <= 2 * hourMs ? delays : [0]);
    const daily = {
      ...nightly,
      cron: day === '2027-11-07' ? '30 1 * * *' : '30 2 * * *',
      time_zone: place,
      grace: 300,
    };

    expect(runAtDueTimes(daily, from, delaysAt)).toEqual([]);
    expect(runAtDueTimes({ ...daily, cron: '30 * * * *' }, from, () => [0])).toEqual([]);
  });
});

/** Runs a job for four days, each time with delays after the due time. Returns the failures. */
function runAtDueTimes(options: RunOptions, from: number, delaysAt: (due: number) => readonly number[]) {
  const one = follow(options);
  one.ping(from);
  for (let due = one.state().due_at ?? 0; due < from + 4 * dayMs; due = one.state().due_at ?? Infinity) {
    for (const delay of delaysAt(due)) one.ping(due + delay);
  }
  return one.causes().filter((cause) => cause !== 'up');
}

/** The time at which the offset of a place changes. */
function changeIn(timeZone: string, from: number, to: number): number {
  const shown = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const hours = (at: number): number => (Number(shown.format(at)) - new Date(at).getUTCHours() + 24) % 24;
  for (let at = from; at < to; at += hourMs) if (hours(at) !== hours(at + hourMs)) return at + hourMs;
  throw new Error('no clock change');
}

describe('a gap in which no process listened', () => {
  it('makes a missing signal count as nothing, and a period begin after it', () => {
    const one = follow(hourly, [{ from: start + hourMs + minuteMs, to: start + hourMs + 3 * minuteMs }]);
    one.ping(start);
    one.pass(start + hourMs + 301 * secondMs);
    expect(one.causes()).toEqual(['up']);
    expect(one.state().due_at).toBe(start + 2 * hourMs + 3 * minuteMs);
    one.pass(start + 2 * hourMs + 9 * minuteMs);
    expect(one.checks.map(({ is_up }) => is_up)).toEqual([true, false]);
  });

  it('counts a signal that did arrive', () => {
    const one = follow(hourly, [{ from: start + hourMs - minuteMs, to: start + hourMs + minuteMs }]);
    one.ping(start);
    one.ping(start + hourMs + 2 * minuteMs);
    expect(one.causes()).toEqual(['up', 'up']);
  });

  it('skips the due times of a long one at once', () => {
    const gap = { from: start + hourMs, to: start + 300 * dayMs + 10 * hourMs };
    const one = follow({ ...nightly, cron: '* * * * *' }, [gap]);
    one.ping(start);
    one.pass(gap.to + 1);
    expect(one.causes().filter((cause) => cause !== 'up').length).toBeLessThan(60);
    expect(one.state().due_at).toBeGreaterThan(gap.to - 11 * minuteMs);
  });

  it('drops a started run whose end may have been sent in it', () => {
    const one = follow({ ...hourly, max_runtime: 600 }, [{ from: start + minuteMs, to: start + 2 * minuteMs }]);
    one.ping(start, { type: 'start' });
    one.pass(start + 601 * secondMs);
    expect(one.causes()).toEqual([]);
    expect(one.state().open).toEqual([]);
  });
});

it('has the deadline of the earliest missing signal', () => {
  const one = follow({ ...hourly, max_runtime: 60 });
  expect(deadlineOf(hourly, noRuns)).toBeNull();
  one.ping(start, { type: 'start' });
  expect(deadlineOf(hourly, one.state())).toBe(start + 60 * secondMs);
  one.ping(start + 1);
  expect(deadlineOf(hourly, one.state())).toBe(start + hourMs + 300 * secondMs);
});
