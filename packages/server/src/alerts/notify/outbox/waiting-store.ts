import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../../storage/database.ts';
import type { Flag } from '../../../storage/tables/column-types.ts';
import type { AlertRow, DeliveryRow, MonitorRow } from '../../../storage/tables.ts';
import { plannedReason } from '../../decide/decide-deliveries.ts';
import { gatherMilliseconds, typesOfUrgency, type Urgency, urgencies } from './urgency.ts';

/** A delivery that waits to be sent, with what decides whether, where and when. */
export type WaitingDelivery = Pick<
  DeliveryRow,
  | 'id'
  | 'alert_id'
  | 'channel_id'
  | 'channel_name'
  | 'purpose'
  | 'step'
  | 'recipient'
  | 'attempts'
  | 'created_at'
  | 'next_attempt_at'
> &
  Pick<
    AlertRow,
    | 'website_id'
    | 'monitor_id'
    | 'alert_type'
    | 'problem'
    | 'severity'
    | 'ends_alert_id'
    | 'ended_at'
    | 'acknowledged_at'
    | 'acknowledged_by'
    | 'maintenance_run_id'
  > &
  Pick<MonitorRow, 'kind'> & { monitor_enabled: Flag };

/** How many deliveries of one urgency, channel and recipient are read at a time. */
const mostRead = 5000;

/**
 * Deliveries of a kind of channel that `mayGo` now (milliseconds since the epoch) and that nobody is sending. Of each urgency,
 * channel and recipient those due first are read, so that many of one do not hide those of another.
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

function readOfUrgency(db: Database, kind: DeliveryChannel, urgency: Urgency, now: number): Promise<WaitingDelivery[]> {
  const numbered = db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .select(['d.id', 'd.alert_id', 'd.recipient', 'd.attempts', 'd.created_at', 'd.next_attempt_at'])
    .select(['d.channel_id', 'd.channel_name', 'd.purpose', 'd.step'])
    .select(['a.website_id', 'a.monitor_id', 'a.alert_type', 'a.problem', 'a.severity'])
    .select(['a.ends_alert_id', 'a.ended_at', 'a.acknowledged_at', 'a.acknowledged_by', 'a.maintenance_run_id'])
    .select(['m.kind', 'm.enabled as monitor_enabled'])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy(placeColumns(kind)).orderBy('d.next_attempt_at').orderBy('d.id'))
        .as('number'),
    )
    .where('d.status', '=', 'pending')
    .where('d.channel', '=', kind)
    .where('a.alert_type', 'in', typesOfUrgency(urgency))
    // A step or a reminder goes along with no message before its time.
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
    .select(['w.id', 'w.alert_id', 'w.recipient', 'w.attempts', 'w.created_at', 'w.next_attempt_at'])
    .select(['w.channel_id', 'w.channel_name', 'w.purpose', 'w.step'])
    .select(['w.website_id', 'w.monitor_id', 'w.alert_type', 'w.problem', 'w.severity'])
    .select(['w.ends_alert_id', 'w.ended_at', 'w.acknowledged_at', 'w.acknowledged_by', 'w.maintenance_run_id'])
    .select(['w.kind', 'w.monitor_enabled'])
    .where('w.number', '<=', mostRead)
    .orderBy('w.next_attempt_at')
    .orderBy('w.id')
    .execute();
}
