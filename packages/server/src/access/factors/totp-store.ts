import type { Database } from '../../storage/database.ts';
import type { TotpSecretRow } from '../../storage/tables/factor-tables.ts';

const ofPerson = (userId: number | null) => ['user_id', userId === null ? 'is' : '=', userId] as const;

/** The confirmed secret; null when none is set up. */
export async function findTotp(db: Database, userId: number | null): Promise<TotpSecretRow | null> {
  const row = await db
    .selectFrom('totp_secrets')
    .selectAll()
    .where(...ofPerson(userId))
    .where('confirmed_at', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** The secret that is being set up, if set-up began after `since`. */
export async function findPendingTotp(
  db: Database,
  userId: number | null,
  since: number,
): Promise<TotpSecretRow | null> {
  const row = await db
    .selectFrom('totp_secrets')
    .selectAll()
    .where(...ofPerson(userId))
    .where('confirmed_at', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces an unconfirmed secret. `secret` is sealed. */
export async function insertPendingTotp(
  db: Database,
  { userId, secret, now }: { userId: number | null; secret: string; now: number },
): Promise<void> {
  await db
    .deleteFrom('totp_secrets')
    .where(...ofPerson(userId))
    .where('confirmed_at', 'is', null)
    .execute();
  await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret, created_at: now, confirmed_at: null, last_step: null })
    .execute();
}

/** Confirms a secret and replaces the previous one. `step`: of the confirming code. */
export async function confirmTotp(db: Database, row: TotpSecretRow, now: number, step: number): Promise<void> {
  await db.updateTable('totp_secrets').set({ confirmed_at: now, last_step: step }).where('id', '=', row.id).execute();
  await db
    .deleteFrom('totp_secrets')
    .where(...ofPerson(row.user_id))
    .where('id', '!=', row.id)
    .execute();
}

/** Consumes a time step. False when it or a later one was used before. */
export async function useTotpStep(db: Database, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns whether there was a confirmed secret. */
export async function deleteTotp(db: Database, userId: number | null): Promise<boolean> {
  const gone = await db
    .deleteFrom('totp_secrets')
    .where(...ofPerson(userId))
    .returning('confirmed_at')
    .execute();
  return gone.some(({ confirmed_at }) => confirmed_at !== null);
}
