import { hash, type Options, verify } from '@node-rs/argon2';
import type { Database } from '../storage/database.ts';

/** Cost of hashing a password or recovery code: memory in KiB, and passes over it. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** OWASP's Password Storage Cheat Sheet: 19 MiB and 2 passes. Stored recovery codes depend on these values. */
export const productionHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes the composed form (NFC), because keyboards and systems encode 'é' differently (RFC 8265, 4.2.2). */
export const hashPassword = (password: string, cost: HashCost): Promise<string> =>
  hash(password.normalize('NFC'), cost);

/** Whether `given` matches the hash. Older versions did not normalize passwords, so the other forms are tried too. */
export async function isHashOf(hashed: string, given: string): Promise<boolean> {
  for (const form of new Set([given.normalize('NFC'), given, given.normalize('NFD')])) {
    if (await verify(hashed, form)) return true;
  }
  return false;
}

/** The setting that holds the password's argon2id hash. Backups leave it out, so that a restore locks nobody out. */
export const passwordHashKey = 'admin_password_hash';

export interface StoredPassword {
  hash: string;
  /** The hash as stored (JSON), to detect that the row changed. */
  value: string;
}

/** The stored hash; null before the first start has created one. */
export async function findPassword(db: Database): Promise<StoredPassword | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', passwordHashKey).executeTakeFirst();
  return row ? { hash: JSON.parse(row.value) as string, value: row.value } : null;
}

/** Returns false when another hash is stored by now. */
export const replacePassword = (db: Database, stored: StoredPassword, nextHash: string): Promise<boolean> =>
  writeWhere(db, stored, JSON.stringify(nextHash));

/** Whether this hash is still stored. If so, the row is locked (by a write) until the transaction ends. */
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

/** Returns false when another process stored a hash first. */
export async function saveFirstPasswordHash(db: Database, hash: string): Promise<boolean> {
  const result = await db
    .insertInto('settings')
    .values({ key: passwordHashKey, value: JSON.stringify(hash) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}
