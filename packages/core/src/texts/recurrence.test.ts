import { expect, it } from 'vitest';
import { ruleInWords } from './recurrence.ts';

it.each([
  [null, 'Once'],
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=5', 'Every 2 weeks on Tue and Thu, 5 times'],
  ['FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231', 'Every month on the last Fri, until 31 Dec 2027'],
  ['FREQ=MONTHLY;BYDAY=1SU,3SU', 'Every month on the first Sun and the third Sun'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1;COUNT=1', 'Every month on day 1 and the last day, 1 time'],
  ['FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR', 'Every day on day 13, if it is Fri'],
  ['FREQ=HOURLY', 'FREQ=HOURLY'],
])('%s reads: %s', (rule, words) => {
  expect(ruleInWords(rule)).toBe(words);
});
