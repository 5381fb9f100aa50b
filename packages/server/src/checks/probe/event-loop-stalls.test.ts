import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createStallDetector, type StallDetector } from './event-loop-stalls.ts';

let now: number;
let beats: number;
let detector: StallDetector;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  beats = 0;
  detector = createStallDetector({ ...systemClock, monotonic: () => now }, () => {
    beats += 1;
  });
});
afterEach(() => {
  detector.stop();
  vi.useRealTimers();
});

/** Advances the time, optionally after a stall. */
function goOn(milliseconds: number, stoodStill = 0): void {
  now += stoodStill;
  for (let passed = 0; passed < milliseconds; passed += 250) {
    now += 250;
    vi.advanceTimersByTime(250);
  }
}

describe('an event loop', () => {
  it('that is only slightly late has not stalled', () => {
    goOn(1000, 499);
    expect([detector.stalls, detector.stalledSince(0), beats]).toEqual([0, 0, 4]);
  });

  it('reports a stall with its length to checks that began before its end', () => {
    goOn(1000);
    goOn(250, 3000);
    goOn(250, 800);
    expect([detector.stalls, detector.stalledSince(500), detector.stalledSince(4250)]).toEqual([2, 3800, 800]);
    expect(detector.stalledSince(now)).toBe(0);
  });

  it('that has just resumed is detected before its first tick', () => {
    goOn(1000);
    now += 5000;
    expect([detector.stalledSince(1000), detector.stalls]).toEqual([4750, 1]);
    expect([detector.stalledSince(1000), detector.stalls]).toEqual([4750, 1]);
  });
});
