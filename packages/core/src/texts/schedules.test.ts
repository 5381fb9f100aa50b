import { expect, it } from 'vitest';
import { scheduleInWords } from './schedules.ts';

it.each([
  [60, 'every 1 min'],
  [300, 'every 5 min'],
  [5400, 'every 1 h 30 min'],
  [86_400, 'every 1 d'],
])('words a period of %s s', (period, words) => {
  expect(scheduleInWords({ period, cron: null, time_zone: 'UTC' })).toBe(words);
});

it.each([
  ['* * * * *', 'every min UTC'],
  ['*/5 * * * *', 'every 5 min UTC'],
  ['5 * * * *', 'every hour at :05 UTC'],
  ['0 */6 * * *', 'every 6 h UTC'],
  ['0 3 * * *', 'every day at 03:00 UTC'],
  ['30 3,15 * * *', 'every day at 03:30 and 15:30 UTC'],
  ['0 3 * * 1-5', 'Mon to Fri at 03:00 UTC'],
  ['0 3 * * 7', 'every Sun at 03:00 UTC'],
  ['0 3 * * 1,4', 'every Mon and Thu at 03:00 UTC'],
  ['0 3 1 * *', 'every month on day 1 at 03:00 UTC'],
])('words the expression %s', (cron, words) => {
  expect(scheduleInWords({ period: null, cron, time_zone: 'UTC' })).toBe(words);
});

it.each(['0 4 8-14 * 6', '0 0 L * *', '*/7 * * * *', '0 3 * 6 *', '0 3 * * 5#1', '0-30/5 3 * * *'])(
  'shows an expression of another shape as it is: %s',
  (cron) => {
    expect(scheduleInWords({ period: null, cron, time_zone: 'Europe/Berlin' })).toBe(`${cron} Europe/Berlin`);
  },
);
