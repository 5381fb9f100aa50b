import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../storage/database.ts';

/** The setting that holds it. Backups leave it out: a copy of an installation is another one. */
export const installationIdKey = 'installation_id';

/** Distinguishes this installation from others at the same provider. Created once; of concurrent processes one wins. */
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

/** The same, cached for the life of this process. */
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
