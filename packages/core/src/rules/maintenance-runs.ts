import {
  datesOf,
  parseRecurrence,
  parseWallStart,
  type Recurrence,
  type WallStart,
} from '../contract/fields/recurrence.ts';
import type { RunState } from '../contract/names/states.ts';
import { dayMs, minuteMs } from '../time.ts';

/** One time at which the work of a window takes place. Milliseconds since the epoch. */
export interface PlannedRun {
  starts_at: number;
  ends_at: number;
}

/** What says when a window's work takes place. */
export interface Schedule {
  starts_at: string;
  duration_minutes: number;
  rrule: string | null;
}

/**
 * The moment at which clocks of a zone show a time: `date` as in `DateNumber`, `time` milliseconds after its midnight. One that
 * clocks skip comes later by what they skip, of a doubled one the first counts.
 */
export type Place = (date: number, time: number) => number;

/**
 * The runs of a window that end after `from` and begin before `to`, in order, `most` at most. Dates are expanded first and placed
 * then: a run takes place also where clocks skip its time. Its length is elapsed time. Empty for what is no schedule.
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
    // No zone is further than a day from UTC: what lies far before needs not be placed.
    if (date + length + 3 * dayMs < from) continue;
    const starts_at = place(date, start.time);
    if (runs.length >= most || starts_at >= to || isPast(recurrence, starts_at)) break;
    // A whole day that clocks skip is placed on the next one.
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

/** Whether a run begins before the one before it ends. `runs`: in order. */
export const overlap = (runs: readonly PlannedRun[]): boolean =>
  runs.some(({ starts_at }, at) => starts_at < (runs[at - 1]?.ends_at ?? Number.NEGATIVE_INFINITY));

/** Grace period after the end, in milliseconds: a problem that began during the run is sent only if it outlasts this period. */
export const verifyingMs = 120_000;

export function runState({ starts_at, ends_at }: PlannedRun, now: number): RunState {
  if (now < starts_at) return 'scheduled';
  if (now < ends_at) return 'in_progress';
  return now < ends_at + verifyingMs ? 'verifying' : 'completed';
}
