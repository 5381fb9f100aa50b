import { expect, it } from 'vitest';
import { failedRun, missedRun, timeZoneHint, unfinishedRun } from './heartbeats.ts';

const threeInBerlin = Date.UTC(2027, 0, 12, 2);

it('words a missed run with the time zone of the place', () => {
  const missed = (timeZone: string) => missedRun({ dueAt: threeInBerlin, graceMs: 600_000, timeZone });
  expect(missed('Europe/Berlin')).toBe('did not report: expected at 03:00 CET, grace period 10 min');
  expect(missed('America/New_York')).toContain('21:00 EST');
  expect(missed('Australia/Sydney')).toContain('13:00 AEDT');
  expect(missed('UTC')).toContain('02:00 UTC');
  expect(missed('America/Sao_Paulo')).toContain('23:00 GMT-3');
});

it('words runs that failed or did not finish', () => {
  expect(failedRun(2, 240_000)).toBe('failed with exit code 2 after 4 min');
  expect(failedRun(2, null)).toBe('failed with exit code 2');
  expect(failedRun(null, null)).toBe('reported a failure');
  expect(unfinishedRun(threeInBerlin, 'Europe/Berlin')).toBe('started at 03:00 CET and did not finish');
});

it('questions the time zone', () => {
  expect(timeZoneHint(7_200_000, 'Europe/Berlin')).toBe(
    'The last three runs came 2 h after the scheduled time. Is the time zone Europe/Berlin correct?',
  );
  expect(timeZoneHint(-3_600_000, 'UTC')).toContain('1 h before');
});
