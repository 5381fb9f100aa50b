import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { PasskeyRow } from '../../storage/tables/factor-tables.ts';
import type { Tables } from '../../storage/tables.ts';

const ofPerson = (userId: number | null) => ['user_id', userId === null ? 'is' : '=', userId] as const;

/** A person's passkeys, newest first. */
export const listPasskeys = (db: Database, userId: number | null): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where(...ofPerson(userId))
    .orderBy('id', 'desc')
    .execute();

export async function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | null> {
  const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
  return row ?? null;
}

/** Returns null when it is already stored. */
export async function insertPasskey(db: Database, passkey: Insertable<Tables['passkeys']>): Promise<PasskeyRow | null> {
  const row = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Records a use. False when another use was recorded since the row was read: two uses with one counter mean a copied
 * passkey.
 */
export async function notePasskeyUse(
  db: Database,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  next: { counter: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: next.counter, last_used_at: next.now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(trx: DatabaseTransaction, userId: number | null, id: number): Promise<boolean> {
  const gone = await trx
    .deleteFrom('passkeys')
    .where(...ofPerson(userId))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function deletePasskeysOf(db: Database, userId: number | null): Promise<void> {
  await db
    .deleteFrom('passkeys')
    .where(...ofPerson(userId))
    .execute();
}

export const hasAnyPasskey = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined;
