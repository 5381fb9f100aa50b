import { maintenanceSentences as said } from '@upvigil/core/contract/fields/input-messages';
import type { MaintenanceInput } from '@upvigil/core/contract/maintenance';
import { overlap } from '@upvigil/core/rules/maintenance-runs';
import { dayMs } from '@upvigil/core/time';
import { runsOf } from '../../alerts/maintenance/run-store.ts';

/** Clocks change twice a year; two years cover all overlaps. */
const comparedMs = 2 * 366 * dayMs;

type Scheduled = Pick<MaintenanceInput, 'starts_at' | 'time_zone' | 'duration_minutes' | 'rrule'>;

/**
 * Why a window is refused: it begins in the past, never takes place, or overlaps itself. `before`: the stored window,
 * whose unchanged start may be in the past; null for a new one.
 */
export async function scheduleProblem(
  input: Scheduled,
  { now, before }: { now: number; before: Scheduled | null },
): Promise<{ field: string; message: string } | null> {
  const all = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const [start] = await runsOf({ ...input, rrule: null }, all);
  if (!start) return { field: 'starts_at', message: said.startsAt };
  const isSameStart = before?.starts_at === input.starts_at && before.time_zone === input.time_zone;
  if (!isSameStart && start.starts_at < now) return { field: 'starts_at', message: said.startsBefore };
  if (input.rrule === null) return null;
  const [first] = await runsOf(input, { ...all, most: 1 });
  if (!first) return { field: 'rrule', message: said.noDate };
  const from = Math.max(first.starts_at, now);
  return overlap(await runsOf(input, { from, to: from + comparedMs }))
    ? { field: 'rrule', message: said.overlaps }
    : null;
}
