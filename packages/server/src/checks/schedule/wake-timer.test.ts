import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testNow } from '../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { createWakeTimer, type WakeTimer } from './wake-timer.ts';

let clock: TestClock;
let timer: WakeTimer;
let wakes: number[];
beforeEach(() => {
  vi.useFakeTimers();
  clock = createTestClock(testNow, async () => undefined);
  wakes = [];
  timer = createWakeTimer(clock, () => wakes.push(clock.monotonic()));
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(milliseconds: number): void {
  clock.leap(milliseconds);
  vi.advanceTimersByTime(milliseconds);
}

describe('the timer of the schedule', () => {
  it('wakes once, at the earliest requested time', () => {
    for (const moment of [50, 20, 30]) timer.wakeAt(moment);
    pass(19);
    expect(wakes).toEqual([]);
    pass(1);
    expect(wakes).toEqual([20]);
    pass(100);
    expect(wakes).toEqual([20]);
  });

  it('can be set again after it woke, also for a later moment', () => {
    timer.wakeAt(10);
    pass(10);
    timer.wakeAt(30);
    pass(20);
    expect(wakes).toEqual([10, 30]);
  });

  it('wakes for overdue work as soon as pending input was read', () => {
    pass(5);
    timer.wakeAt(3);
    expect(wakes).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(wakes).toEqual([5]);
  });

  it('does not wake when there is nothing to wake for, or when it was cancelled', () => {
    timer.wakeAt(null);
    timer.wakeAt(10);
    timer.cancel();
    pass(100);
    expect(wakes).toEqual([]);
    timer.wakeAt(110);
    pass(10);
    expect(wakes).toEqual([110]);
  });
});
