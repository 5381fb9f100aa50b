import { refKey } from '@upvigil/core/contract/names/channels';
import { defaults } from '@upvigil/core/defaults';
import { dayMs } from '@upvigil/core/time';
import type { Place } from '../places.ts';
import { type DrillRecord, isToBeRepeated, placeKey } from './drill-store.ts';
import { nextDrillAt } from './drill-times.ts';

/** The facts for the decision. */
export interface DrillCircumstances {
  records: ReadonlyMap<string, DrillRecord>;
  timeZone: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The recipients that get a drill now. */
export async function dueDrills(
  places: readonly Place[],
  { records, timeZone, now }: DrillCircumstances,
): Promise<Place[]> {
  // Usually it is not the hour of drills.
  if (places.length === 0 || (await nextDrillAt(null, timeZone, now)) > now) return [];
  const due: Place[] = [];
  for (const place of places) {
    const last = recordOf(records, place)?.sent_at ?? null;
    // Cheaper than the calendar, which decides on the last day.
    if (last !== null && last > now - (defaults.drillDays - 1) * dayMs) continue;
    if ((await nextDrillAt(last, timeZone, now)) <= now) due.push(place);
  }
  return due;
}

/** The drills to repeat now, each with its recipient. */
export const drillsToRepeat = (
  places: readonly Place[],
  { records, now }: DrillCircumstances,
): { id: number; place: Place }[] =>
  places.flatMap((place) => {
    const record = recordOf(records, place);
    return record && isToBeRepeated(record, now) ? [{ id: record.id, place }] : [];
  });

const recordOf = (records: ReadonlyMap<string, DrillRecord>, { ref, recipient }: Place): DrillRecord | undefined =>
  records.get(placeKey(refKey(ref), recipient));
