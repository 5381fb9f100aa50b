import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../storage/database.ts';

/** The setting that holds it. No backup does: a copy of an installation is another one. */
export const installationIdKey = 'installation_id';

/** Distinguishes this installation from others at the same provider. Made once; of several processes that do so at once, one wins. */
export async function requireInstallationId(db: Database): Promise<string> {
  const stored = await findInstallationId(db);
  if (stored !== null) return stored;
  await db
    .insertInto('settings')
    .values({ key: installationIdKey, value: JSON.stringify(randomUUID()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const made = await findInstallationId(db);
  if (made === null) throw new Error('the id of this installation was deleted just after it was made');
  return made;
}

/** The same, asked for once in the life of this process. */
export function rememberInstallationId(db: Database): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    known ??= await requireInstallationId(db);
    return known;
  };
}

async function findInstallationId(db: Database): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', installationIdKey).executeTakeFirst();
  return row ? z.string().parse(JSON.parse(row.value)) : null;
}
