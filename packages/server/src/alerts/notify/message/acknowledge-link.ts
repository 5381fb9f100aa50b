import { type DeliveryChannel, keyOfDelivery } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../../storage/database.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import type { AlertRow } from '../../../storage/tables.ts';
import type { LinkMaker, Named } from '../link-tokens.ts';

/** The alerts of a message and its recipient. */
interface NamingMessage {
  /** The same at every attempt. */
  messageId: string;
  alertIds: readonly number[];
  channel: DeliveryChannel;
  channel_id: number | null;
  recipient: string | null;
}

/** The path of a link to acknowledge the alerts of the message; null when none needs it. */
export type AcknowledgeLinkOf = (message: NamingMessage) => Promise<string | null>;

interface AcknowledgeLinkOptions {
  db: Database;
  now: () => number;
  links: LinkMaker;
  /**
   * Whether the operator has configured the public address. Without it a link may lead nowhere, so only messages with
   * reminders or further steps have one.
   */
  isAddressKnown: boolean;
}

/** Creates links for messages about an open problem. */
export const createAcknowledgeLinks =
  ({ db, now, links, isAddressKnown }: AcknowledgeLinkOptions): AcknowledgeLinkOf =>
  async ({ messageId, alertIds, ...to }) => {
    const named = await readLasting(db, alertIds);
    if (named.length === 0) return null;
    if (!isAddressKnown && !(await isInsistent(db, named))) return null;
    const link = {
      purpose: 'acknowledge' as const,
      named: named.map(({ id, created_at }): Named => [id, created_at]),
      ref: keyOfDelivery(to),
      recipient: to.recipient,
    };
    return links.make(db, link, messageId, now());
  };

/** Whether the policy of one of the alerts has reminders or further steps. */
async function isInsistent(db: Database, named: readonly Pick<AlertRow, 'policy'>[]): Promise<boolean> {
  const { policies } = await routingSettings.read(db);
  const insistent = policies.filter(({ steps, remind_minutes }) => steps.length > 1 || remind_minutes !== null);
  return named.some(({ policy }) => insistent.some(({ name }) => name === policy));
}

const readLasting = (db: Database, ids: readonly number[]): Promise<Pick<AlertRow, 'id' | 'created_at' | 'policy'>[]> =>
  db
    .selectFrom('alerts')
    .select(['id', 'created_at', 'policy'])
    .where('id', 'in', ids)
    .where('alert_type', '!=', 'RECOVERED')
    .where('ended_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .orderBy('id')
    .execute();
