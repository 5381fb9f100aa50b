import type { WatchedMonitor } from '../base/domain/check.ts';
import { testNow } from './rows.ts';

/** A monitor in the engine's form, never checked; a TCP port by default. */
export const watchedForTest = (id: number, given: Partial<WatchedMonitor> = {}): WatchedMonitor => ({
  id,
  revision: 1,
  created_at: testNow,
  timeout_seconds: 10,
  check_interval_seconds: 60,
  next_due_at: null,
  response_time_threshold_seconds: 5,
  failure_threshold: 2,
  recovery_threshold: 1,
  outage_streak: 0,
  slow_streak: 0,
  metadata_streak: 0,
  target: { kind: 'TCP_PORT', host: '192.0.2.1', port: 1, expected_response: null },
  ...given,
});
