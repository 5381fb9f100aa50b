import { createHash } from 'node:crypto';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../../storage/database.ts';
import { createRoutingReader } from '../../decide/routing/routing-facts-store.ts';
import type { Channel } from '../channel.ts';
import type { AcknowledgeLinkOf } from '../message/acknowledge-link.ts';
import { type AlertContent, overContent } from '../message/alert-content.ts';
import { readAlertContents } from '../message/alert-content-store.ts';
import { reviveDeferred } from './deferred-store.ts';
import { deliveryRows, foldedReason, readEndsOfUnsent, settleLeft } from './delivery-store.ts';
import { findDueDeliveries } from './due-deliveries.ts';
import { idsOf, type Lease, sentAt } from './outbox-table.ts';
import { readyAt, wentTo } from './pace.ts';
import type { Batch, OutboxContext, Queue } from './queue.ts';
import { byImportance, byUrgency, inQueue } from './urgency.ts';
import type { WaitingDelivery } from './waiting-store.ts';

/** A delivery with the content of its alert. */
type NamedDelivery = WaitingDelivery & { content: AlertContent };

export interface AlertQueueOptions extends OutboxContext {
  /** Absent: messages have no link to acknowledge. */
  acknowledgeLinkOf?: AcknowledgeLinkOf | undefined;
}

/** Limit of alerts in one message to a program. */
const mostForProgram = 100;

/** The alerts of one kind of channel. All deliveries that wait for a destination go as one message. */
export function createAlertQueue(options: AlertQueueOptions, channel: Channel): Queue<WaitingDelivery, NamedDelivery> {
  const { db, owner } = options;
  const { name: kind } = channel.rules;
  const readRouting = createRoutingReader();
  return {
    table: deliveryRows,
    sentences: {
      sent: 'notification sent',
      retry: 'notification failed, retrying later',
      'give-up': 'notification refused',
    },
    logFields: { channel: kind },
    async findDue(now) {
      await reviveDeferred(db, kind, now, readRouting);
      return findDueDeliveries({ db, owner, channel, readRouting }, now);
    },
    readNextDue: (now) => deliveryRows.readNextDue(db, now, kind),
    readyAt: ({ destination, rows }, recent, now) => readyAt(rows, wentTo(recent, destination), now),
    claim: (batch, lease, now) => claimNamed(db, batch, lease, now),
    messageId: messageIdOf,
    async send({ destination, rows }, extras, signal) {
      const path = await acknowledgePathOf(options, kind, extras.messageId, rows);
      const acknowledgeUrl = path === null ? null : extras.publicUrl + path;
      const contents = rows.map(({ content }) => content);
      return destination.send(contents, { ...extras, acknowledgeUrl }, signal);
    },
    async writeSent(trx, rows, reason, now) {
      // The most urgent delivery represents the message: it decides later whether the message counts as one about an
      // outage.
      const [first, ...folded] = [...rows].sort(byUrgency);
      if (!first) return;
      const { alert_id } = first;
      await deliveryRows.settle(trx, [first.id], owner, { ...sentAt(now), reason });
      await deliveryRows.settle(trx, idsOf(folded), owner, { ...sentAt(now), reason: foldedReason(alert_id) });
      await settleLeft(trx, kind, rows, { alertId: alert_id, now });
      return first;
    },
    fieldsOf: (rows) => ({ alerts: rows.length, alert_id: rows[0]?.alert_id }),
  };
}

async function claimNamed(
  db: Database,
  { channel, destination, rows }: Batch<WaitingDelivery>,
  lease: Lease,
  now: number,
): Promise<NamedDelivery[]> {
  const queue = inQueue(rows, now).slice(0, destination.isForProgram ? mostForProgram : undefined);
  const contentOf = await readContents(db, queue, channel.rules.name);
  const candidates = queue.flatMap((delivery): NamedDelivery[] => {
    const content = contentOf(delivery);
    return content ? [{ ...delivery, content }] : [];
  });
  const fitting = candidates.slice(0, destination.capacity(candidates.map(({ content }) => content)));
  if (fitting.length === 0) return [];
  const claimed = await deliveryRows.claimDue(db, idsOf(fitting), lease, now);
  return fitting.filter(({ id }) => claimed.has(id)).sort(byImportance);
}

/** Returns the content of a delivery; null when its alert was deleted. */
async function readContents(db: Database, deliveries: readonly WaitingDelivery[], kind: DeliveryChannel) {
  const contents = await readAlertContents(db, [...new Set(deliveries.map(({ alert_id }) => alert_id))]);
  const endsOfUnsent = new Set(await readEndsOfUnsent(db, kind, deliveries));
  return (delivery: WaitingDelivery): AlertContent | null => {
    const { alert_id, purpose, ended_at } = delivery;
    const read = contents.get(alert_id);
    if (!read) return null;
    const content = { ...read, purpose };
    const isOver = endsOfUnsent.has(delivery) || (purpose === 'alert' && ended_at !== null);
    return isOver ? overContent(content) : content;
  };
}

/** A hash of the named deliveries, in any order. */
export function messageIdOf(deliveries: readonly { id: number }[]): string {
  const ids = idsOf(deliveries).sort((a, b) => a - b);
  return `msg_${createHash('sha256').update(ids.join(',')).digest('base64url').slice(0, 27)}`;
}

/** A link that cannot be created does not delay the message: it goes without. */
async function acknowledgePathOf(
  { acknowledgeLinkOf, log }: AlertQueueOptions,
  channel: DeliveryChannel,
  messageId: string,
  deliveries: readonly WaitingDelivery[],
): Promise<string | null> {
  const [first] = deliveries;
  if (!first || !acknowledgeLinkOf) return null;
  const { channel_id, recipient } = first;
  const alertIds = [...new Set(deliveries.map(({ alert_id }) => alert_id))];
  try {
    return await acknowledgeLinkOf({ messageId, alertIds, channel, channel_id, recipient });
  } catch (error) {
    log.error({ err: error }, 'an acknowledge link could not be created');
    return null;
  }
}
