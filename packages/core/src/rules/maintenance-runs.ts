import {
  datesOf,
  parseRecurrence,
  parseWallStart,
  type Recurrence,
  type WallStart,
} from '../contract/fields/recurrence.ts';
import type { RunState } from '../contract/names/states.ts';
import { dayMs, minuteMs } from '../time.ts';

/** Milliseconds since the epoch. */
export interface PlannedRun {
  starts_at: number;
  ends_at: number;
}

/** The fields of a window that determine its runs. */
export interface Schedule {
  starts_at: string;
  duration_minutes: number;
  rrule: string | null;
}

/**
 * Converts a local time of a zone to milliseconds since the epoch. `date` as in `DateNumber`, `time` in milliseconds
 * after midnight. A time that the clock skips moves later by the skipped span; of a repeated time, the first counts.
 */
export type Place = (date: number, time: number) => number;

/**
 * The runs of a window that end after `from` and begin before `to`, ascending, up to `most`. Dates are expanded before
 * they are converted, so a run also takes place if the clock skips its time. The duration is elapsed time. Empty for an
 * invalid schedule.
 */
export function plannedRuns(
  schedule: Schedule,
  place: Place,
  { from, to, most = Number.POSITIVE_INFINITY }: { from: number; to: number; most?: number },
): PlannedRun[] {
  const parsed = parseSchedule(schedule);
  if (parsed === null) return [];
  const { start, recurrence } = parsed;
  const length = schedule.duration_minutes * minuteMs;
  const runs: PlannedRun[] = [];
  for (const date of datesOf(recurrence, start.date, start.time)) {
    // No zone is further than a day from UTC, so dates far before `from` need no conversion.
    if (date + length + 3 * dayMs < from) continue;
    const starts_at = place(date, start.time);
    if (runs.length >= most || starts_at >= to || isPast(recurrence, starts_at)) break;
    // A date that the clock skips entirely is converted to the next day, which may have a run already.
    if (starts_at + length > from && starts_at !== runs.at(-1)?.starts_at) {
      runs.push({ starts_at, ends_at: starts_at + length });
    }
  }
  return runs;
}

function isPast(recurrence: Recurrence | null, startsAt: number): boolean {
  const until = recurrence?.until ?? null;
  return until !== null && 'moment' in until && startsAt > until.moment;
}

function parseSchedule({ starts_at, rrule }: Schedule): { start: WallStart; recurrence: Recurrence | null } | null {
  const start = parseWallStart(starts_at);
  const parsed = rrule === null ? { recurrence: null } : parseRecurrence(rrule);
  return start === null || 'problem' in parsed ? null : { start, recurrence: parsed.recurrence };
}

/** Whether a run begins before the previous one ends. `runs`: ascending. */
export const overlap = (runs: readonly PlannedRun[]): boolean =>
  runs.some(({ starts_at }, at) => starts_at < (runs[at - 1]?.ends_at ?? Number.NEGATIVE_INFINITY));

/** Grace period after the end, in milliseconds: a problem that began during the run is sent only if it outlasts this period. */
export const verifyingMs = 120_000;

export function runState({ starts_at, ends_at }: PlannedRun, now: number): RunState {
  if (now < starts_at) return 'scheduled';
  if (now < ends_at) return 'in_progress';
  return now < ends_at + verifyingMs ? 'verifying' : 'completed';
}
