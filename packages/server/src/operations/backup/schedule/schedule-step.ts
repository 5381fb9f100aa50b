import type { BackupScheduleSettings } from '@upvigil/core/contract/backup';
import { hourMs, minuteMs } from '@upvigil/core/time';
import { nextReportAt } from '../../../alerts/reports/report-times.ts';
import type { ScheduleState } from './schedule-store.ts';

/** Milliseconds. A full disk should not be filled again at once. */
export const retryAfter = hourMs;
/** Milliseconds until another process may take over a run whose process seems to be dead. */
export const leaseTime = 30 * minuteMs;

/** The next time of day after `after`, by Temporal's rules for skipped and repeated local times. */
export const nextRunAt = ({ time, time_zone }: BackupScheduleSettings, after: number): Promise<number> =>
  nextReportAt({ frequency: 'daily', weekday: 'mon', time, time_zone }, after);

/** The schedule that a planned run follows. */
export const scheduleKey = ({ time, time_zone }: BackupScheduleSettings): string => `${time} ${time_zone}`;

export type ScheduleStep =
  | { step: 'off' }
  /** The next run is set. */
  | { step: 'plan'; next_at: number; follows: string }
  | { step: 'wait'; until: number }
  /** The run of the time `due` is made. */
  | { step: 'run'; due: number };

interface StepInput {
  settings: BackupScheduleSettings;
  state: ScheduleState;
  now: number;
  /** The first time of the schedule after `now`. */
  expected: number;
  /** This process. */
  owner: string;
  /** Only one process uses the database, so that runs of other owners are those of dead processes. */
  isAlone: boolean;
}

/** Decides whether a backup is due. A missed run is made up however late it is: a late backup is worth more than an old one. */
export function scheduleStep({ settings, state, now, expected, owner, isAlone }: StepInput): ScheduleStep {
  if (!settings.enabled) return { step: 'off' };
  const { next_at, last_due, retry_at, running } = state;
  const follows = scheduleKey(settings);
  if (next_at === null || state.follows !== follows) return { step: 'plan', next_at: expected, follows };
  // The clock was ahead when this run was planned. After a small step back, `expected` is the run that was just made.
  if (next_at > expected && last_due !== expected) return { step: 'plan', next_at: expected, follows };
  // A retry that is farther away was set by a clock that was ahead.
  const isRetryAhead = retry_at !== null && retry_at > now && retry_at <= now + retryAfter;
  if (next_at > now || isRetryAhead) return { step: 'wait', until: isRetryAhead ? retry_at : next_at };
  const isTaken = !isAlone && running !== null && running.owner !== owner;
  if (isTaken && running.until > now && running.until <= now + leaseTime) return { step: 'wait', until: running.until };
  return { step: 'run', due: next_at };
}

/** When the next attempt is made; null while the schedule is off. For display. */
export async function nextAttemptAt(
  settings: BackupScheduleSettings,
  { next_at, retry_at, follows }: ScheduleState,
  now: number,
): Promise<number | null> {
  if (!settings.enabled) return null;
  if (next_at === null || follows !== scheduleKey(settings)) return nextRunAt(settings, now);
  return Math.max(next_at, retry_at ?? next_at);
}
