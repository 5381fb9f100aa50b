import { expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createTimeSlices } from './time-slices.ts';

/** Each reading of the clock advances it by half a millisecond. */
function openSlices() {
  let now = 0;
  return createTimeSlices({
    ...systemClock,
    monotonic: () => {
      now += 0.5;
      return now;
    },
  });
}

it('runs steps of several long tasks alternately, until each is done', async () => {
  const timeSlices = openSlices();
  const done: string[] = [];
  const work = (name: string, steps: number) => () => {
    done.push(name);
    return done.filter((each) => each === name).length < steps;
  };
  timeSlices.add(work('a', 3));
  timeSlices.add(work('b', 1));
  timeSlices.add(work('c', 2));
  expect(done).toEqual([]);
  await expect.poll(() => done.length).toBe(6);
  expect(done.join('')).toBe('abcaca');
});

it('reads incoming data before the work continues', async () => {
  const timeSlices = openSlices();
  let steps = 0;
  timeSlices.add(() => {
    steps += 1;
    return steps < 100;
  });
  await new Promise(setImmediate);
  expect(steps).toBeGreaterThan(0);
  expect(steps).toBeLessThan(10);
  await expect.poll(() => steps).toBe(100);
});
