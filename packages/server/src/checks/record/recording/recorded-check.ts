import type { FinishedCheck, ProblemStreaks } from '../../../base/domain/check.ts';
import type { DatabaseTransaction } from '../../../storage/database.ts';
import type { MonitorRow } from '../../../storage/tables.ts';

/**
 * A check that was just stored, with its monitor as it was before the batch. All checks of one monitor in a batch carry
 * the same row, so alerting advances its state from check to check itself.
 */
export interface RecordedCheck {
  check_id: number;
  check: FinishedCheck;
  monitor: MonitorRow;
  website_name: string;
  /** Made while its target was worked on; absent: it was not. */
  in_maintenance?: boolean;
}

/** The streaks and the open alerts of a monitor after its last check of a batch. */
export interface ProblemState extends ProblemStreaks {
  outage_alert_id: number | null;
  slow_alert_id: number | null;
  metadata_alert_id: number | null;
}

/** The result of raising alerts for a batch. */
interface RaisedAlerts {
  /** By monitor id; each monitor of the batch has an entry. The recorder stores it on the monitor's row. */
  states: ReadonlyMap<number, ProblemState>;
  /** Deliveries were added to the outbox. */
  has_deliveries: boolean;
}

/**
 * Writes the alerts and deliveries that a batch of checks causes, in the transaction that stores them. The checks of
 * one monitor come in the order in which they were made.
 */
export type RaiseAlerts = (trx: DatabaseTransaction, recorded: readonly RecordedCheck[]) => Promise<RaisedAlerts>;
