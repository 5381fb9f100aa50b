import { hash, type Options, verify } from '@node-rs/argon2';
import type { Database } from '../storage/database.ts';

/** Cost of a hash of a password or a recovery code: memory in KiB, and passes over it. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** As OWASP's Password Storage Cheat Sheet recommends: 19 MiB and 2 passes. Stored recovery codes depend on it. */
export const productionHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** In the composed form (NFC), because keyboards and systems differ in how they write 'é' (RFC 8265, 4.2.2). */
export const hashPassword = (password: string, cost: HashCost): Promise<string> =>
  hash(password.normalize('NFC'), cost);

/** Whether a hash is this password's. Older versions hashed a password as it came, so that its other forms are tried too. */
export async function isHashOf(hashed: string, given: string): Promise<boolean> {
  for (const form of new Set([given.normalize('NFC'), given, given.normalize('NFD')])) {
    if (await verify(hashed, form)) return true;
  }
  return false;
}

/** The setting that holds the password's argon2id hash. A backup leaves it out, so that a restore locks nobody out. */
export const passwordHashKey = 'admin_password_hash';

export interface StoredPassword {
  hash: string;
  /** The hash as the row holds it (JSON), to find out whether the row is still the same. */
  value: string;
}

/** The stored hash; null before the first start has made a password. */
export async function findPassword(db: Database): Promise<StoredPassword | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', passwordHashKey).executeTakeFirst();
  return row ? { hash: JSON.parse(row.value) as string, value: row.value } : null;
}

/** Replaces what is stored. Returns false when something else is stored by now. */
export const replacePassword = (db: Database, stored: StoredPassword, nextHash: string): Promise<boolean> =>
  writeWhere(db, stored, JSON.stringify(nextHash));

/** Whether this is still stored. If so, it stays until the transaction ends: the row is written, which locks it. */
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

/** Stores the first hash. Returns false when another process was faster. */
export async function saveFirstPasswordHash(db: Database, hash: string): Promise<boolean> {
  const result = await db
    .insertInto('settings')
    .values({ key: passwordHashKey, value: JSON.stringify(hash) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}
