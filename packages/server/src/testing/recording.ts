import type { Clock } from '../base/clock.ts';
import { type ChangeFeed, createChangeFeed } from '../base/domain/change-feed.ts';
import type { FinishedCheck } from '../base/domain/check.ts';
import type { RunsAt } from '../base/domain/maintenance.ts';
import type { RaiseAlerts, RecordedCheck } from '../checks/record/recording/recorded-check.ts';
import { createResultRecorder } from '../checks/record/recording/result-recorder.ts';
import type { Database } from '../storage/database.ts';

/** Records checks with the program's recorder and waits for the commit. */
export interface TestRecording {
  /** Returns whether deliveries were added to the outbox. Throws errors of the database. */
  record(...checks: FinishedCheck[]): Promise<boolean>;
  changes: ChangeFeed;
}

export function startRecording(options: {
  db: Database;
  clock: Clock;
  raiseAlerts: RaiseAlerts;
  runsAt?: RunsAt;
  afterRecorded?: (recorded: readonly RecordedCheck[]) => void;
}): TestRecording {
  let trouble: unknown = null;
  let hasDeliveries = false;
  const note = (error: unknown): void => {
    trouble = typeof error === 'object' && error !== null && 'err' in error ? error.err : error;
  };
  const changes = createChangeFeed(note);
  changes.subscribe((change) => {
    hasDeliveries ||= change.has_deliveries;
  });
  const recorder = createResultRecorder({ ...options, changes, log: { warn: note, error: note } });
  return {
    changes,
    async record(...checks) {
      hasDeliveries = false;
      recorder.record(checks);
      await recorder.flush();
      if (trouble !== null) throw trouble;
      return hasDeliveries;
    },
  };
}
