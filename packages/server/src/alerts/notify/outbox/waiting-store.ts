import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../../storage/database.ts';
import { plannedReason } from '../../decide/decide-deliveries.ts';
import { gatherMilliseconds, typesOfUrgency, type Urgency, urgencies } from './urgency.ts';

/** A waiting delivery, with the fields that decide whether, where and when it is sent. */
export type WaitingDelivery = Awaited<ReturnType<typeof readOfUrgency>>[number];

/** Deliveries of one urgency, channel and recipient that are read at a time. */
const mostRead = 5000;

/**
 * Deliveries of a kind of channel that `mayGo` now (milliseconds since the epoch) and that nobody is sending. Reads
 * the first due ones of each urgency, channel and recipient, so that many of one do not hide those of another.
 */
export async function readWaiting(db: Database, kind: DeliveryChannel, now: number): Promise<WaitingDelivery[]> {
  const waiting: WaitingDelivery[] = [];
  for (const urgency of urgencies) waiting.push(...(await readOfUrgency(db, kind, urgency, now)));
  return waiting;
}

/** Columns that separate the destinations of a kind. Each website has its own built-in Slack. */
const placeColumns = (kind: DeliveryChannel) =>
  kind === 'slack'
    ? (['d.channel_id', 'd.recipient', 'a.website_id'] as const)
    : (['d.channel_id', 'd.recipient'] as const);

function readOfUrgency(db: Database, kind: DeliveryChannel, urgency: Urgency, now: number) {
  const numbered = db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .select(['d.id', 'd.alert_id', 'd.recipient', 'd.attempts', 'd.created_at', 'd.next_attempt_at'])
    .select(['d.channel_id', 'd.channel_name', 'd.purpose', 'd.step'])
    .select(['a.website_id', 'a.monitor_id', 'a.alert_type', 'a.problem', 'a.severity'])
    .select(['a.ends_alert_id', 'a.ended_at', 'a.acknowledged_at', 'a.acknowledged_by', 'a.maintenance_run_id'])
    .select(['a.began_at', 'a.created_at as alert_created_at'])
    .select(['m.kind', 'm.enabled as monitor_enabled', 'm.parent_id'])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy(placeColumns(kind)).orderBy('d.next_attempt_at').orderBy('d.id'))
        .as('number'),
    )
    .where('d.status', '=', 'pending')
    .where('d.channel', '=', kind)
    .where('a.alert_type', 'in', typesOfUrgency(urgency))
    // A step or a reminder never joins a message before its time.
    .where((eb) => eb.or([eb('d.reason', 'is', null), eb('d.reason', '!=', plannedReason)]))
    .where((eb) =>
      eb.or([
        eb('d.next_attempt_at', '<=', now),
        eb.and([eb('d.attempts', '=', 0), eb('d.next_attempt_at', '<=', now + gatherMilliseconds)]),
      ]),
    )
    .where((eb) => eb.or([eb('d.lease_until', 'is', null), eb('d.lease_until', '<', now)]));
  return db
    .selectFrom(numbered.as('w'))
    .selectAll()
    .where('w.number', '<=', mostRead)
    .orderBy('w.next_attempt_at')
    .orderBy('w.id')
    .execute();
}
