import type { Database } from '../storage/database.ts';

/** The setting that holds the password's argon2id hash. A backup leaves it out, so that a restore locks nobody out. */
export const passwordHashKey = 'admin_password_hash';

export interface StoredPassword {
  hash: string;
  /** The hash as its row has it, by which it is known to be the same. */
  value: string;
}

/** What is stored, or null before the first start has made a password. */
export async function findPassword(db: Database): Promise<StoredPassword | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', passwordHashKey).executeTakeFirst();
  return row ? { hash: JSON.parse(row.value) as string, value: row.value } : null;
}

/** Replaces what is stored; false when something else is by now. */
export const replacePassword = (db: Database, stored: StoredPassword, nextHash: string): Promise<boolean> =>
  writeWhere(db, stored, JSON.stringify(nextHash));

/** Whether this is still what is stored. If so, nobody replaces it before the transaction ends: writing locks the row. */
export const holdPassword = (transaction: Database, stored: StoredPassword): Promise<boolean> =>
  writeWhere(transaction, stored, stored.value);

async function writeWhere(db: Database, stored: StoredPassword, value: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value })
    .where('key', '=', passwordHashKey)
    .where('value', '=', stored.value)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Stores the first hash; false when another process was faster. */
export async function saveFirstPasswordHash(db: Database, hash: string): Promise<boolean> {
  const result = await db
    .insertInto('settings')
    .values({ key: passwordHashKey, value: JSON.stringify(hash) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}
