import {
  defaultPublicPagesSettings,
  type PublicPagesSettings,
  publicPagesSettingsSchema,
} from '@upvigil/core/contract/settings';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import { parseStored } from './stored-settings.ts';

export const publicPagesKey = 'public_pages';

/** Schema of the stored value. A field that an older program did not store gets its default. */
export const storedPublicPages = z
  .looseObject({})
  .transform((stored) => ({ ...defaultPublicPagesSettings, ...stored }))
  .pipe(publicPagesSettingsSchema);

/** The settings of the public pages. */
export async function readPublicPages(db: Database): Promise<PublicPagesSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', publicPagesKey).executeTakeFirst();
  if (!row) return defaultPublicPagesSettings;
  return parseStored(publicPagesSettingsSchema, row.value, defaultPublicPagesSettings);
}

export async function savePublicPages(db: Database, settings: PublicPagesSettings): Promise<void> {
  const value = JSON.stringify(settings);
  await db
    .insertInto('settings')
    .values({ key: publicPagesKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
