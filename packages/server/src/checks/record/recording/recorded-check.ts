import type { FinishedCheck, ProblemStreaks } from '../../../base/domain/check.ts';
import type { DatabaseTransaction } from '../../../storage/database.ts';
import type { MonitorRow } from '../../../storage/tables.ts';

/**
 * A stored check, with its monitor as it was before the batch. All checks of a monitor in a batch have the same row, so
 * alerting itself advances the state from check to check.
 */
export interface RecordedCheck {
  check_id: number;
  check: FinishedCheck;
  monitor: MonitorRow;
  website_name: string;
  /** Whether its target was in maintenance; absent means no. */
  in_maintenance?: boolean;
}

/** Streaks and open alerts of a monitor after its last check of a batch. */
export interface ProblemState extends ProblemStreaks {
  outage_alert_id: number | null;
  slow_alert_id: number | null;
  metadata_alert_id: number | null;
}

/** Result of raising alerts for a batch. */
interface RaisedAlerts {
  /** By monitor id, with an entry for each monitor of the batch. The recorder stores it in the monitor's row. */
  states: ReadonlyMap<number, ProblemState>;
  /** Deliveries were added to the outbox. */
  has_deliveries: boolean;
}

/**
 * Writes the alerts and deliveries of a batch of checks, in the transaction that stores the checks. Checks of a monitor
 * are in chronological order.
 */
export type RaiseAlerts = (trx: DatabaseTransaction, recorded: readonly RecordedCheck[]) => Promise<RaisedAlerts>;
