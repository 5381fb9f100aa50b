import { randomBytes } from 'node:crypto';
import { keyBytes, secretKeySchema } from '../../../base/config/secret-key-schema.ts';
import type { Database } from '../../database.ts';

/** The setting that holds the key that was made here. A backup leaves it out: what it holds sealed opens nowhere else. */
export const secretKeyKey = 'secret_key';

/** The key that was made here; null where none was made yet. */
export async function findStoredKey(db: Database): Promise<Buffer | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', secretKeyKey).executeTakeFirst();
  return row ? secretKeySchema.parse(JSON.parse(row.value)) : null;
}

/** The stored key. Makes one where there is none; of several processes that do so at once, one wins. */
export async function requireStoredKey(db: Database): Promise<Buffer> {
  const stored = await findStoredKey(db);
  if (stored) return stored;
  await db
    .insertInto('settings')
    .values({ key: secretKeyKey, value: JSON.stringify(randomBytes(keyBytes).toString('base64')) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const made = await findStoredKey(db);
  if (!made) throw new Error('the key of the secrets was deleted just after it was made');
  return made;
}

export async function removeStoredKey(db: Database): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', secretKeyKey).execute();
}
