import { RequestError } from '@upvigil/core/contract/errors';
import type { Silence, SilenceInput } from '@upvigil/core/contract/silences';
import { limits } from '@upvigil/core/limits';
import { dayMs } from '@upvigil/core/time';
import { mutedStart } from '../../alerts/decide/routing/routing.ts';
import { listedName } from '../../base/domain/monitor-name.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { SilenceRow } from '../../storage/tables.ts';
import { timeOf } from '../../storage/wire-format.ts';

/** Silences that have not ended, by their end. `now`: milliseconds since the epoch. */
export async function listSilences(db: Database, now: number, id?: number): Promise<Silence[]> {
  const rows = await db
    .selectFrom('silences as s')
    .leftJoin('monitors as m', 'm.id', 's.monitor_id')
    .innerJoin('websites as w', (join) =>
      join.on((eb) => eb('w.id', '=', eb.fn.coalesce('s.website_id', 'm.website_id'))),
    )
    .select(['s.id', 's.website_id', 's.monitor_id', 's.until', 's.reason', 's.created_at'])
    .select(['w.name as website_name', 'm.kind', 'm.name', 'm.target', 'm.port'])
    .where('s.until', '>', now)
    .$if(id !== undefined, (query) => query.where('s.id', '=', id ?? 0))
    .orderBy('s.until')
    .orderBy('s.id')
    .execute();
  return rows.map(({ until, created_at, kind, name, target, port, ...row }) => ({
    ...row,
    until: timeOf(until),
    created_at: timeOf(created_at),
    monitor_name: kind === null || target === null ? null : listedName({ kind, name, target, port }),
  }));
}

/** Deletes ended silences and returns the number of the others. */
export async function removeEnded(trx: DatabaseTransaction, now: number): Promise<number> {
  await trx.deleteFrom('silences').where('until', '<=', now).execute();
  const row = await trx
    .selectFrom('silences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The end of a silence in milliseconds since the epoch. @throws RequestError `invalid`, naming the field */
export function requireEnd(text: string, field: string, now: number): number {
  const until = Date.parse(text);
  const refuse = (message: string): RequestError =>
    new RequestError('invalid', message, { errors: [{ field, message }] });
  if (until <= now) throw refuse('The end must be in the future');
  if (until > now + limits.silenceDays * dayMs) throw refuse(`The end must be within ${limits.silenceDays} days`);
  return until;
}

export const tooManySilences = `There are ${limits.silences} silences already: end one first`;

/** Whether the website or monitor to be muted exists. */
export async function targetExists(
  db: Database,
  { website_id, monitor_id }: Pick<SilenceInput, 'website_id' | 'monitor_id'>,
): Promise<boolean> {
  const [table, id] = website_id === null ? (['monitors', monitor_id] as const) : (['websites', website_id] as const);
  const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertSilence(trx: DatabaseTransaction, silence: Omit<SilenceRow, 'id'>): Promise<number> {
  const { id } = await trx.insertInto('silences').values(silence).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns the deleted silence; undefined when there was none. */
export const deleteSilence = (trx: DatabaseTransaction, id: number): Promise<SilenceRow | undefined> =>
  trx.deleteFrom('silences').where('id', '=', id).returningAll().executeTakeFirst();

/** Re-evaluates the deferred deliveries of a silence now: another silence may still apply. */
export async function reevaluateMuted(
  db: Database,
  { website_id, monitor_id }: Pick<SilenceRow, 'website_id' | 'monitor_id'>,
  now: number,
): Promise<void> {
  const alerts = db
    .selectFrom('alerts')
    .select('id')
    .$if(website_id !== null, (query) => query.where('website_id', '=', website_id ?? 0))
    .$if(monitor_id !== null, (query) => query.where('monitor_id', '=', monitor_id ?? 0));
  await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('status', '=', 'suppressed')
    .where('next_attempt_at', '>', now)
    .where('reason', 'like', `${mutedStart}%`)
    .where('alert_id', 'in', alerts)
    .execute();
}
