import type { NoticeKind } from '@upvigil/core/contract/notices';
import type { Database } from '../storage/database.ts';

/** `subject`: which one of its kind; empty where there is one only. `now`: milliseconds since the epoch. */
export interface NewNotice {
  kind: NoticeKind;
  subject: string;
  message: string;
  now: number;
}

/** Says that something began. Does nothing while it is open. */
export async function openNotice(trx: Database, { kind, subject, message, now }: NewNotice): Promise<void> {
  if (await findOpen(trx, kind, subject)) return;
  await trx.insertInto('notices').values({ kind, subject, message, began_at: now, ended_at: null }).execute();
}

/** Says that something is over, in other words where a message is given. Does nothing while it is not open. */
export async function endNotice(
  trx: Database,
  { kind, subject, now, message }: Omit<NewNotice, 'message'> & { message?: string },
): Promise<void> {
  const open = await findOpen(trx, kind, subject);
  if (!open) return;
  const change = { ended_at: now, message: message ?? open.message };
  await trx.updateTable('notices').set(change).where('id', '=', open.id).where('ended_at', 'is', null).execute();
}

const findOpen = (trx: Database, kind: NoticeKind, subject: string) =>
  trx
    .selectFrom('notices')
    .select(['id', 'message'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
