import type { DeliveryChannel } from '@upvigil/core/contract/alerts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { AlertRow, DeliveryRow, Flag, MonitorRow } from '../storage/tables.ts';
import { leastUrgent, placesForOneByAge, typesOfUrgency } from './urgency.ts';

/** A delivery that waits to be sent, with what decides on whether, where and when. */
export type WaitingDelivery = Pick<
  DeliveryRow,
  'id' | 'alert_id' | 'recipient' | 'attempts' | 'created_at' | 'next_attempt_at'
> &
  Pick<AlertRow, 'website_id' | 'alert_type' | 'problem'> &
  Pick<MonitorRow, 'kind'> & { monitor_enabled: Flag };

/** Deliveries read at a time. */
const mostRead = 1000;

/**
 * Deliveries of a channel that nobody is sending: those due until `until`, and those that failed before, because a
 * message that goes out takes along all that wait for the same destination. Where there are more than are read at a
 * time, those due come first, and of these some for each destination: the urgent ones, and those that waited longest.
 */
export async function readWaiting(
  db: Database,
  channel: DeliveryChannel,
  { now, until }: { now: number; until: number },
): Promise<WaitingDelivery[]> {
  const isLater = sql<number>`case when d.next_attempt_at <= ${until} then 0 else 1 end`;
  const urgency = sql<number>`case
    when a.alert_type in (${sql.join(typesOfUrgency(0))}) then 0
    when a.alert_type in (${sql.join(typesOfUrgency(1))}) then 1 else ${sql.lit(leastUrgent)} end`;
  // What goes to one recipient of one website goes to one destination, whatever the settings.
  const place = (order: ReturnType<typeof sql>) =>
    sql<number>`row_number() over (partition by d.recipient, a.website_id order by ${isLater}, ${order}, d.id)`;
  const waiting = db
    .selectFrom('deliveries as d')
    .innerJoin('alerts as a', 'a.id', 'd.alert_id')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .select(['d.id', 'd.alert_id', 'd.recipient', 'd.attempts', 'd.created_at', 'd.next_attempt_at'])
    .select(['a.website_id', 'a.alert_type', 'a.problem', 'm.kind', 'm.enabled as monitor_enabled'])
    .select([isLater.as('is_later'), place(sql`${urgency}, d.created_at`).as('by_urgency')])
    .select(sql<number>`${sql.lit(placesForOneByAge)} * ${place(sql`d.created_at`)}`.as('by_age'))
    .where('d.status', '=', 'pending')
    .where('d.channel', '=', channel)
    .where((eb) => eb.or([eb('d.next_attempt_at', '<=', until), eb('d.attempts', '>', 0)]))
    .where((eb) => eb.or([eb('d.lease_until', 'is', null), eb('d.lease_until', '<', now)]));
  return db
    .selectFrom(waiting.as('w'))
    .select(['id', 'alert_id', 'recipient', 'attempts', 'created_at', 'next_attempt_at', 'website_id'])
    .select(['alert_type', 'problem', 'kind', 'monitor_enabled'])
    .orderBy('is_later')
    .orderBy(sql`case when by_urgency < by_age then by_urgency else by_age end`)
    .orderBy('id')
    .limit(mostRead)
    .execute();
}
