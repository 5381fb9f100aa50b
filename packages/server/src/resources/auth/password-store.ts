import type { Database } from '../../storage/database.ts';

/** The setting that holds the password's argon2id hash. A backup leaves it out, so that a restore locks nobody out. */
export const passwordHashKey = 'admin_password_hash';

/** The stored hash, or null before the first start has made one. */
export async function findPasswordHash(db: Database): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', passwordHashKey).executeTakeFirst();
  return row ? (JSON.parse(row.value) as string) : null;
}

/**
 * Stores a hash where another is stored; false when that is no longer so. Until the transaction ends, nobody else
 * replaces it, not even by itself: who replaces a hash by the same one may rely on it.
 */
export async function replacePasswordHash(db: Database, stored: string, next: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: JSON.stringify(next) })
    .where('key', '=', passwordHashKey)
    .where('value', '=', JSON.stringify(stored))
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
