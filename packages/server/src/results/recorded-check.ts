import type { FinishedCheck } from '../monitoring/check.ts';
import type { MonitorRow } from '../storage/tables.ts';

/** A check that was just stored, with its monitor as it was before it: what alerting decides on. */
export interface RecordedCheck {
  check_id: number;
  check: FinishedCheck;
  monitor: MonitorRow;
  website_name: string;
}
