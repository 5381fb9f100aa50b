import { dayMs, hourMs } from '@upvigil/core/time';
import { describe, expect, it } from 'vitest';
import { type CoveredWindow, coverageOf, lengthOutside, observedSeconds } from './coverage.ts';
import { noSums } from './sums.ts';

const at = Date.UTC(2026, 2, 10);
const minute = 60_000;

describe('the time that a check adds', () => {
  const url = { kind: 'URL', check_interval_seconds: 60 };
  const heartbeat = { kind: 'HEARTBEAT', check_interval_seconds: 86_400 };

  it('is that since the check before, at most two intervals', () => {
    expect(observedSeconds(url, { from: at, to: at + 5_000 })).toBe(5);
    expect(observedSeconds(url, { from: at, to: at + minute })).toBe(60);
    expect(observedSeconds(url, { from: at, to: at + 5 * hourMs })).toBe(120);
  });

  it('adds up to the time between the first and the last check', () => {
    const times = [0, 60_400, 120_900, 181_399, 240_001].map((after) => at + after);
    const added = times.slice(1).map((to, index) => observedSeconds(url, { from: times[index] ?? 0, to }));
    expect(added.reduce((sum, seconds) => sum + seconds, 0)).toBe(240);
  });

  it('is none for a check that is older than the one before', () => {
    expect(observedSeconds(url, { from: at, to: at - hourMs })).toBe(0);
    expect(observedSeconds(heartbeat, { from: at, to: at - hourMs }, [{ from: 0, to: at }])).toBe(0);
  });

  it('of a heartbeat is that in which Upvigil listened and it was enabled', () => {
    expect(observedSeconds(heartbeat, { from: at, to: at + 3 * dayMs })).toBe((3 * dayMs) / 1000);
    const gap = { from: at + hourMs, to: at + 6 * hourMs };
    const disabled = { from: at + 5 * hourMs, to: at + 7 * hourMs };
    expect(observedSeconds(heartbeat, { from: at, to: at + dayMs }, [disabled, gap])).toBe((18 * hourMs) / 1000);
  });

  it('excludes the time in which the monitor was disabled', () => {
    const disabled = { from: at + 10_000, to: at + 50_000 };
    expect(observedSeconds(url, { from: at, to: at + minute }, [disabled])).toBe(20);
  });
});

describe('the length of a span', () => {
  const span = { from: at, to: at + dayMs };

  it('leaves out overlapping parts once, whatever their order', () => {
    const parts = [
      { from: at + 6 * hourMs, to: at + 8 * hourMs },
      { from: at + hourMs, to: at + 7 * hourMs },
      { from: at + 2 * hourMs, to: at + 3 * hourMs },
    ];
    expect(lengthOutside(span, parts)).toBe(17 * hourMs);
  });

  it('leaves out parts across its ends, and ignores others and reversed ones', () => {
    const across = [
      { from: at - dayMs, to: at + hourMs },
      { from: at + 23 * hourMs, to: at + 2 * dayMs },
    ];
    expect(lengthOutside(span, across)).toBe(22 * hourMs);
    const others = [
      { from: at - dayMs, to: at },
      { from: at + dayMs, to: at + 2 * dayMs },
      { from: at + 5 * hourMs, to: at + 4 * hourMs },
    ];
    expect(lengthOutside(span, others)).toBe(dayMs);
    expect(lengthOutside({ from: at, to: at - 1 }, [])).toBe(0);
  });
});

describe('coverage', () => {
  const sums = (observed_seconds: number | null) => ({ ...noSums, checks: 1, observed_seconds });
  const monitor = { id: 1, kind: 'URL', check_interval_seconds: 60, created_at: 0, last_check_time: at + dayMs };
  const covered = (given: Partial<CoveredWindow> = {}): CoveredWindow => ({
    window: { from: at, to: at + dayMs },
    isOpen: true,
    monitors: [monitor],
    disabled: new Map(),
    ...given,
  });

  it('is the observed part of the time in which monitors existed and were enabled', () => {
    const disabled = new Map([[2, [{ from: at - dayMs, to: at + 6 * hourMs }]]]);
    const monitors = [
      { ...monitor, created_at: at + 12 * hourMs },
      { ...monitor, id: 2 },
      { ...monitor, id: 3, created_at: at + 2 * dayMs },
    ];
    expect(coverageOf(sums(15 * 3600), covered({ monitors, disabled }))).toBe(50);
  });

  it('is cut to 2 decimals, and never above 100', () => {
    expect(coverageOf(sums(68_399), covered())).toBe(79.16);
    expect(coverageOf(sums(86_399), covered())).toBe(99.99);
    expect(coverageOf(sums(90_000), covered())).toBe(100);
  });

  it('counts the time since the last check as one of this moment would, so that a new monitor is covered', () => {
    const created_at = at + dayMs - 130_000;
    const since = (last_check_time: number | null) =>
      covered({ monitors: [{ ...monitor, created_at, last_check_time }] });
    expect(coverageOf(sums(0), since(created_at + 10_000))).toBe(92.3);
    expect(coverageOf(sums(70), since(created_at + 70_000))).toBe(100);
    expect(coverageOf(sums(70), { ...since(created_at + 70_000), isOpen: false })).toBe(53.84);
    // Parts of seconds, which are not counted, leave no gap.
    const window = { from: at, to: at + dayMs + 900 };
    const created = { ...monitor, created_at: at + dayMs - 70_000, last_check_time: at + dayMs - 10_000 };
    expect(coverageOf(sums(60), covered({ window, monitors: [created] }))).toBe(100);
    // The sums lack a newer check.
    expect(coverageOf(sums(70), since(at + dayMs + 10_000))).toBe(100);
  });

  it('is null without checks, before the creation, and for roll-ups of earlier versions', () => {
    expect(coverageOf(noSums, covered())).toBeNull();
    expect(coverageOf(sums(60), covered({ monitors: [{ ...monitor, created_at: at + dayMs }] }))).toBeNull();
    expect(coverageOf(sums(null), covered())).toBeNull();
  });
});
