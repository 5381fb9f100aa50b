import type { Database } from '../../storage/database.ts';

/** The setting that holds the password's argon2id hash. A backup leaves it out, so that a restore locks nobody out. */
export const passwordHashKey = 'admin_password_hash';

/** The stored hash, or null before the first start has made one. */
export async function findPasswordHash(db: Database): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', passwordHashKey).executeTakeFirst();
  return row ? (JSON.parse(row.value) as string) : null;
}

export async function savePasswordHash(db: Database, hash: string): Promise<void> {
  const value = JSON.stringify(hash);
  await db
    .insertInto('settings')
    .values({ key: passwordHashKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
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
