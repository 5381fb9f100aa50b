import { describe, expect, it } from 'vitest';
import { createTestClock } from './test-clock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the clock of tests', () => {
  it('stands still until it is advanced, then calls due timers, in order, each at its time', async () => {
    const clock = createTestClock(1_000, turn);
    const called: string[] = [];
    const note = (name: string) => () => void called.push(`${name} at ${clock.monotonic()}`);
    clock.after(20, note('second'));
    clock.after(10, note('first'));
    clock.after(31, note('later'));
    await turn();
    expect(called).toEqual([]);
    await clock.advance(30);
    expect(called).toEqual(['first at 10', 'second at 20']);
    expect([clock.now(), clock.monotonic()]).toEqual([1_030, 30]);
  });

  it('waits for the work of a timer, and fires timers that it set, if they are due', async () => {
    let work: Promise<void> = Promise.resolve();
    const clock = createTestClock(0, () => work);
    const called: number[] = [];
    const again = (): void => {
      called.push(clock.monotonic());
      work = turn().then(() => void clock.after(10, again));
    };
    clock.after(10, again);
    await clock.advance(35);
    expect(called).toEqual([10, 20, 30]);
  });

  it('fires timers late that became due during a jump, and never cancelled ones', () => {
    const clock = createTestClock(0, turn);
    const called: number[] = [];
    const cancelLater = clock.after(20, () => void called.push(20));
    clock.after(10, () => {
      called.push(clock.monotonic());
      cancelLater();
    });
    clock.leap(60);
    expect(called).toEqual([60]);
  });

  it('fires due timers at once without a command', async () => {
    const clock = createTestClock(0, turn);
    let isCalled = false;
    clock.after(0, () => {
      isCalled = true;
    });
    expect(isCalled).toBe(false);
    await turn();
    expect(isCalled).toBe(true);
  });
});
