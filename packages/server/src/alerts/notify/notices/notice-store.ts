import { type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import type { Notice, NoticeKind } from '@upvigil/core/contract/notices';
import { defaultPolicyId } from '@upvigil/core/contract/routing';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import type { Database } from '../../../storage/database.ts';
import { readOwnChannels } from '../../../storage/settings/channel-store.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import type { NoticeRow } from '../../../storage/tables.ts';
import { timeOf, timeOrNull } from '../../../storage/wire-format.ts';
import { enqueueMessages, type MessageContent, type NewMessage } from '../sending/new-messages.ts';
import { endingMessage, openingMessage } from './notice-texts.ts';

interface NewNotice {
  kind: NoticeKind;
  /** Distinguishes notices of one kind: a channel's ref as written by `refKey`; empty when there is only one. */
  subject: string;
  /** One sentence. */
  message: string;
  /** False: it is listed, and nobody is notified. */
  isNotified?: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Opens a notice and sends it, unless one of this kind and subject is open; safe for concurrent processes. Returns
 * whether it was opened. The caller then publishes `has_deliveries` after the commit.
 */
export async function openNotice(
  trx: Database,
  { kind, subject, message, isNotified = true, now }: NewNotice,
): Promise<boolean> {
  const row = await trx
    .insertInto('notices')
    .values({ kind, subject, message, began_at: now, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  if (isNotified) await send(trx, { id: row.id, kind, subject }, openingMessage(kind, message), now);
  return true;
}

interface NoticeEnd {
  kind: NoticeKind;
  subject: string;
  /** The summary from now on; absent: its sentence stays. */
  message?: string | undefined;
  /** False: nothing is sent, because another notice replaces it. */
  isNotified?: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Ends the notice of this kind and subject and sends a message about it. Returns whether one was open. */
export async function endNotice(
  trx: Database,
  { kind, subject, message, isNotified = true, now }: NoticeEnd,
): Promise<boolean> {
  const row = await trx
    .updateTable('notices')
    .set({ ended_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .returning(['id', 'message'])
    .executeTakeFirst();
  if (!row) return false;
  if (message !== undefined) await trx.updateTable('notices').set({ message }).where('id', '=', row.id).execute();
  if (isNotified)
    await send(trx, { id: row.id, kind, subject }, endingMessage(kind, row.message, message ?? null), now);
  return true;
}

/** Changes the sentence of an open notice. Nobody is notified of it. */
export async function rewordNotice(
  trx: Database,
  { kind, subject, message }: Pick<NewNotice, 'kind' | 'subject' | 'message'>,
): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ message })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .execute();
}

/** Deletes a notice that nobody was notified of. */
export async function dropNotice(trx: Database, { kind, subject }: Pick<NewNotice, 'kind' | 'subject'>): Promise<void> {
  await trx
    .deleteFrom('notices')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .execute();
}

export const readOpenNotices = (db: Database): Promise<Pick<NoticeRow, 'kind' | 'subject' | 'message'>[]> =>
  db.selectFrom('notices').select(['kind', 'subject', 'message']).where('ended_at', 'is', null).execute();

/** Open notices, and those that ended since a time, newest first. */
export async function listNotices(db: Database, since: number): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', since)]))
    .orderBy('began_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, kind, message, began_at, ended_at }) => ({
    id,
    kind,
    message,
    remedy: noticeRemedies[kind],
    began_at: timeOf(began_at),
    ended_at: timeOrNull(ended_at),
  }));
}

/** Sends to the channels of the first step of Default. A notice about a channel goes through the others only. */
async function send(
  trx: Database,
  { id, kind, subject }: Pick<NoticeRow, 'id' | 'kind' | 'subject'>,
  content: MessageContent,
  now: number,
): Promise<void> {
  const { policies } = await routingSettings.read(trx);
  const refs = policies.find((policy) => policy.id === defaultPolicyId)?.steps[0]?.channels ?? [];
  const isAboutChannel = kind.startsWith('channel_');
  const recipients = [...new Set(refs)].filter((ref) => !isAboutChannel || refKey(ref) !== subject);
  const addressed = await addressesOf(trx, recipients);
  const common = { purpose: 'notice', subject_id: id, recipient: null, content } as const;
  await enqueueMessages(
    trx,
    addressed.map((address) => ({ ...common, ...address })),
    now,
  );
}

type Address = Pick<NewMessage, 'channel' | 'channel_id' | 'channel_name'>;

async function addressesOf(trx: Database, refs: readonly ChannelRef[]): Promise<Address[]> {
  const own = await readOwnChannels(
    trx,
    refs.filter((ref) => typeof ref === 'number'),
  );
  return refs.flatMap((ref): Address[] => {
    if (typeof ref !== 'number') return [{ channel: ref, channel_id: null, channel_name: null }];
    const channel = own.get(ref);
    return channel ? [{ channel: channel.kind, channel_id: ref, channel_name: channel.name }] : [];
  });
}
