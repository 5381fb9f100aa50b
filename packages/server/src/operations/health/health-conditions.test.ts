import { describe, expect, test } from 'vitest';
import { checksTrouble, healthTimes, leaseTrouble, resultsTrouble, threadTrouble } from './health-conditions.ts';

const now = 1_000_000;

describe('health', () => {
  test('fails when the probe thread is unavailable or silent', () => {
    expect(threadTrouble({ is_running: false, last_heard_at: null }, now)).toBe('The scheduler is not running');
    expect(threadTrouble({ is_running: true, last_heard_at: now - healthTimes.thread }, now)).toBeNull();
    expect(threadTrouble({ is_running: true, last_heard_at: now - healthTimes.thread - 1 }, now)).toBe(
      'The scheduler has not answered for 10 seconds',
    );
  });

  test('fails when leases were not renewed for so long that others may have the monitors', () => {
    expect(leaseTrouble(null, now)).toBeNull();
    expect(leaseTrouble(now - healthTimes.lease, now)).toBeNull();
    expect(leaseTrouble(now - 31_000, now)).toBe(
      'The leases on the monitors have not been renewed for 31 seconds; nothing is checked here',
    );
  });

  test('fails when checks are due and none was started for a minute, but not when none is due', () => {
    expect(checksTrouble({ last_started_at: now - 80_000_000, overdue_ms: 0 }, now)).toBeNull();
    expect(checksTrouble({ last_started_at: now - 2_000, overdue_ms: 300_000 }, now)).toBeNull();
    expect(checksTrouble({ last_started_at: now - 90_000, overdue_ms: 5_000 }, now)).toBeNull();
    expect(checksTrouble({ last_started_at: now - 90_000, overdue_ms: 61_000 }, now)).toBe(
      'No check has been started for 90 seconds, though some are due',
    );
    expect(checksTrouble({ last_started_at: null, overdue_ms: 61_000 }, now)).toBe(
      'No check has been started for 61 seconds, though some are due',
    );
  });

  test('fails when results wait and none was stored for half a minute', () => {
    expect(resultsTrouble(null, now)).toBeNull();
    expect(resultsTrouble(now - healthTimes.results, now)).toBeNull();
    expect(resultsTrouble(now - 42_000, now)).toBe('Results are waiting, and none has been stored for 42 seconds');
  });
});
