import { expect, it } from 'vitest';
import { stretchedPlace, uptimeScales } from './uptime-scale.ts';

it('ranges from 0 to 100 with a stretched upper end, linear between stops', () => {
  expect([0, 90, 95, 99, 100].map(stretchedPlace)).toEqual([0, 30, 50, 78, 100]);
  expect(stretchedPlace(45)).toBeCloseTo(15);
  expect(stretchedPlace(99.5)).toBeCloseTo(89);
  expect([-1, 101].map(stretchedPlace)).toEqual([0, 100]);
});

it('has a tick at 0 and labels each tick with its uptime', () => {
  const { ticksFor, formatTick } = uptimeScales.stretched;
  expect(ticksFor([]).map((place) => formatTick(place, 100))).toEqual(['0%', '90%', '95%', '99%', '100%']);
  expect(uptimeScales.linear.ticksFor([]).map((percent) => uptimeScales.linear.formatTick(percent, 100))).toEqual([
    '0%',
    '25%',
    '50%',
    '75%',
    '100%',
  ]);
});

it('marks the change of scale between 0 and 90, only on the stretched axis', () => {
  expect(uptimeScales.stretched.breakAt).toBeGreaterThan(0);
  expect(uptimeScales.stretched.breakAt).toBeLessThan(stretchedPlace(90));
  expect(uptimeScales.linear.breakAt).toBeUndefined();
});
