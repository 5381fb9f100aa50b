import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import { plannedReason } from '../../alerting/decide-deliveries.ts';
import type { Database } from '../../storage/database.ts';
import type { Flag } from '../../storage/tables/column-types.ts';
import type { AlertRow, DeliveryRow, MonitorRow } from '../../storage/tables.ts';
import { typesOfUrgency, type Urgency, urgencies } from './urgency.ts';

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
    | 'ended_at'
    | 'acknowledged_at'
    | 'acknowledged_by'
    | 'maintenance_run_id'
  > &
  Pick<MonitorRow, 'kind'> & { monitor_enabled: Flag };

/** How many deliveries of one urgency are read at a time. */
const mostRead = 1000;

/**
 * Deliveries of a channel that nobody is sending: those due until `until` (milliseconds since the epoch), and those that
 * failed before, because a message takes along all that wait for its destination. Of each urgency those due first are
 * read, so that many of one do not hide those of another.
 */
export async function readWaiting(
  db: Database,
  channel: DeliveryChannel,
  times: { now: number; until: number },
): Promise<WaitingDelivery[]> {
  const waiting: WaitingDelivery[] = [];
  for (const urgency of urgencies) waiting.push(...(await readOfUrgency(db, channel, urgency, times)));
  return waiting;
}

function readOfUrgency(
  db: Database,
  channel: DeliveryChannel,
  urgency: Urgency,
  { now, until }: { now: number; until: number },
): Promise<WaitingDelivery[]> {
  const first = db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .select(['d.id', 'd.alert_id', 'd.recipient', 'd.attempts', 'd.created_at', 'd.next_attempt_at'])
    .select(['d.channel_id', 'd.channel_name', 'd.purpose', 'd.step'])
    .select(['a.website_id', 'a.monitor_id', 'a.alert_type', 'a.problem', 'a.severity'])
    .select(['a.ended_at', 'a.acknowledged_at', 'a.acknowledged_by', 'a.maintenance_run_id'])
    .where('d.status', '=', 'pending')
    .where('d.channel', '=', channel)
    .where('a.alert_type', 'in', typesOfUrgency(urgency))
    // A step or a reminder goes along with no message before its time.
    .where((eb) => eb.or([eb('d.reason', 'is', null), eb('d.reason', '!=', plannedReason)]))
    .where((eb) => eb.or([eb('d.next_attempt_at', '<=', until), eb('d.attempts', '>', 0)]))
    .where((eb) => eb.or([eb('d.lease_until', 'is', null), eb('d.lease_until', '<', now)]))
    .orderBy('d.next_attempt_at')
    .orderBy('d.id')
    .limit(mostRead);
  return db
    .selectFrom(first.as('w'))
    .innerJoin('monitors as m', 'm.id', 'w.monitor_id')
    .select(['w.id', 'w.alert_id', 'w.recipient', 'w.attempts', 'w.created_at', 'w.next_attempt_at'])
    .select(['w.channel_id', 'w.channel_name', 'w.purpose', 'w.step'])
    .select(['w.website_id', 'w.monitor_id', 'w.alert_type', 'w.problem', 'w.severity'])
    .select(['w.ended_at', 'w.acknowledged_at', 'w.acknowledged_by', 'w.maintenance_run_id'])
    .select(['m.kind', 'm.enabled as monitor_enabled'])
    .execute();
}
