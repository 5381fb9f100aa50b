import { randomBytes } from 'node:crypto';
import { keyBytes, secretKeySchema } from '../../../base/config/secret-key-schema.ts';
import type { Database } from '../../database.ts';

/** Setting with the generated key. Backups exclude it; otherwise they could be decrypted elsewhere. */
export const secretKeyKey = 'secret_key';

/** The generated key; null if there is none yet. */
export async function findStoredKey(db: Database): Promise<Buffer | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', secretKeyKey).executeTakeFirst();
  return row ? secretKeySchema.parse(JSON.parse(row.value)) : null;
}

/** Returns the stored key, and generates one if there is none. If several processes do so at once, one of them wins. */
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
