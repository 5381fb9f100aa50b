import { refKey } from '@upvigil/core/contract/names/channels';
import { defaults } from '@upvigil/core/defaults';
import { dayMs } from '@upvigil/core/time';
import type { ChannelRecipient } from '../channel-recipients.ts';
import { type DrillRecord, isToBeRepeated, recipientKey } from './drill-store.ts';
import { nextDrillAt } from './drill-times.ts';

/** The facts for the decision. */
interface DrillCircumstances {
  records: ReadonlyMap<string, DrillRecord>;
  timeZone: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The recipients that get a drill now. */
export async function dueDrills(
  recipients: readonly ChannelRecipient[],
  { records, timeZone, now }: DrillCircumstances,
): Promise<ChannelRecipient[]> {
  // Usually it is not the hour of drills.
  if (recipients.length === 0 || (await nextDrillAt(null, timeZone, now)) > now) return [];
  const due: ChannelRecipient[] = [];
  for (const destination of recipients) {
    const last = recordOf(records, destination)?.sent_at ?? null;
    // Cheaper than the calendar, which decides on the last day.
    if (last !== null && last > now - (defaults.drillDays - 1) * dayMs) continue;
    if ((await nextDrillAt(last, timeZone, now)) <= now) due.push(destination);
  }
  return due;
}

/** The drills to repeat now, each with its recipient. */
export const drillsToRepeat = (
  recipients: readonly ChannelRecipient[],
  { records, now }: DrillCircumstances,
): { id: number; destination: ChannelRecipient }[] =>
  recipients.flatMap((destination) => {
    const record = recordOf(records, destination);
    return record && isToBeRepeated(record, now) ? [{ id: record.id, destination }] : [];
  });

const recordOf = (
  records: ReadonlyMap<string, DrillRecord>,
  { ref, recipient }: ChannelRecipient,
): DrillRecord | undefined => records.get(recipientKey(refKey(ref), recipient));
