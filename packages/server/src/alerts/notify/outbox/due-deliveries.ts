import type { ChannelSettings } from '../../../base/domain/channel-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { readParentReasons } from '../../decide/routing/parent-reason-store.ts';
import type { ReadRoutingFacts, RoutingFacts } from '../../decide/routing/routing-facts-store.ts';
import { type DueDelivery, suppressionReason } from '../../decide/routing/suppression-reason.ts';
import type { Channel } from '../channel.ts';
import { troubleMilliseconds } from '../sending/poller.ts';
import { disabledReason } from './deferred-store.ts';
import { readSettings } from './delivery-settings.ts';
import { deliveryRows, leaveToEnds } from './delivery-store.ts';
import type { Batch } from './queue.ts';
import { byQueue, isDue } from './urgency.ts';
import { readWaiting, type WaitingDelivery } from './waiting-store.ts';

interface DueOptions {
  db: Database;
  /** The id of this process on leases. */
  owner: string;
  channel: Channel;
  readRouting: ReadRoutingFacts;
}

/** Why deliveries are not sent now, and when to evaluate them again; null: never. */
interface Suppression {
  reason: string;
  next_attempt_at: number | null;
}
/** For a delivery whose destination gets another step of the alert in the same message. */
export const alreadyNotified: Suppression = { reason: 'sent together with another step', next_attempt_at: null };

/**
 * The due deliveries by destination in queue order, each with all deliveries that may share its message: only some
 * destinations are served at a time. Suppresses deliveries that may not be sent now.
 */
export async function findDueDeliveries(options: DueOptions, now: number): Promise<Batch<WaitingDelivery>[]> {
  const { db, channel, readRouting } = options;
  const waiting = await readWaiting(db, channel.rules.name, now);
  if (!waiting.some((delivery) => isDue(delivery, now))) return [];
  const settingsOf = await readSettings(db, waiting);
  const facts = await readRouting(db, now);
  const parents = await readParentReasons(db, waiting.map(monitorOf), now);
  const batches = new Map<string, Batch<WaitingDelivery> & { rows: WaitingDelivery[] }>();
  const suppressed = createSuppressions();
  for (const delivery of waiting) {
    const settings = settingsOf(delivery);
    const parent_reason = parents.reasonOf({ ...delivery, created_at: delivery.alert_created_at });
    const suppression = findSuppression(channel, { ...delivery, parent_reason }, settings, facts, now);
    if (suppression !== null) {
      suppressed.add(delivery, suppression);
      continue;
    }
    const destination = channel.destination(delivery.recipient, settings);
    const { key } = destination;
    const batch = batches.get(key) ?? { key, lane: String(delivery.channel_id), channel, destination, rows: [] };
    batches.set(key, batch);
    // When a policy names a channel twice, the quiet hours or silence of several steps may end at the same time.
    if (batch.rows.some((other) => isSameNews(other, delivery))) suppressed.add(delivery, alreadyNotified);
    else batch.rows.push(delivery);
  }
  await suppressed.write(options, now);
  const all = [...batches.values()];
  const ends = all.flatMap(({ rows }) => rows).filter(({ ends_alert_id }) => ends_alert_id);
  const left = await leaveToEnds(db, channel.rules.name, ends, now);
  return all
    .map((batch) => ({ ...batch, rows: batch.rows.filter(({ id }) => !left.has(id)) }))
    .filter(({ rows }) => rows.some((delivery) => isDue(delivery, now)))
    .sort((one, other) => byQueue(firstOf(one), firstOf(other)));
}

const monitorOf = ({ monitor_id, parent_id }: WaitingDelivery) => ({ id: monitor_id, parent_id });

const firstOf = ({ rows }: { rows: readonly WaitingDelivery[] }): WaitingDelivery =>
  rows.reduce((first, one) => (byQueue(one, first) < 0 ? one : first));

/** An acknowledgement is different news about its alert. */
const isSameNews = (one: WaitingDelivery, other: WaitingDelivery): boolean =>
  one.alert_id === other.alert_id && (one.purpose === 'acknowledgement') === (other.purpose === 'acknowledgement');

/** Null when it is sent. A delivery that waits for its monitor keeps a time, for when the monitor is enabled. */
function findSuppression(
  { rules }: Channel,
  delivery: WaitingDelivery & Pick<DueDelivery, 'parent_reason'>,
  settings: ChannelSettings,
  facts: RoutingFacts,
  now: number,
): Suppression | null {
  const found = suppressionReason(rules, delivery, settings, facts, now);
  if (found !== null) return { reason: found.reason, next_attempt_at: found.notify === 'later' ? found.at : null };
  const isOld = delivery.attempts > 0 || delivery.purpose !== 'alert';
  const isDisabled = isOld && delivery.alert_type !== 'RECOVERED' && delivery.monitor_enabled === 0;
  return isDisabled ? { reason: disabledReason, next_attempt_at: now } : null;
}

/** Collects suppressed deliveries, for one statement per reason and time. */
function createSuppressions() {
  const found = new Map<string, Suppression & { ids: number[] }>();
  return {
    add({ id }: WaitingDelivery, suppression: Suppression): void {
      const key = `${suppression.reason} ${suppression.next_attempt_at}`;
      const same = found.get(key) ?? { ...suppression, ids: [] };
      found.set(key, same);
      same.ids.push(id);
    },
    async write({ db, owner }: DueOptions, now: number): Promise<void> {
      for (const { ids, ...suppression } of found.values()) {
        await deliveryRows.claim(db, ids, { owner, until: now + troubleMilliseconds }, now);
        await deliveryRows.settle(db, ids, owner, { status: 'suppressed', ...suppression, isAttempt: false });
      }
    },
  };
}
