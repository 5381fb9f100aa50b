import { expect, it } from 'vitest';
import { meanUptime } from './uptime-level.ts';

it('counts each day by its checks, and none without data', () => {
  expect(
    meanUptime([
      { uptime: 100, checks: 90 },
      { uptime: 50, checks: 10 },
      { uptime: null, checks: 0 },
    ]),
  ).toBe(95);
  expect(meanUptime([{ uptime: null, checks: 0 }])).toBeNull();
});

it('counts a day with maintenance by the checks outside of it', () => {
  const worked = { uptime: 100, checks: 90, counted_checks: 10 };
  expect(meanUptime([worked, { uptime: 50, checks: 10 }])).toBe(75);
  expect(meanUptime([{ uptime: null, checks: 90, counted_checks: 0 }])).toBeNull();
});
