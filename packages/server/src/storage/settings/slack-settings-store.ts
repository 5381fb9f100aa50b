import { type SlackSettings, slackSecretFields, slackSettingsSchema } from '@upvigil/core/contract/slack';
import type { Database, DatabaseTransaction } from '../database.ts';
import type { SecretsIn } from './secrets/secrets.ts';
import { parseStored } from './stored-settings.ts';

export const slackSecrets = (websiteId: number): SecretsIn<SlackSettings> => ({
  fields: slackSecretFields,
  place: `slack/${websiteId}`,
});

/** Slack settings by website id, with encrypted secrets. Websites without settings are missing. */
export async function readSlackSettings(
  db: Database,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, SlackSettings>> {
  if (websiteIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('slack_settings')
    .selectAll()
    .where('website_id', 'in', [...new Set(websiteIds)])
    .execute();
  return new Map(rows.map((row) => [row.website_id, parseStored(slackSettingsSchema, row.value, {})]));
}

export async function websiteExists(db: Database, websiteId: number): Promise<boolean> {
  const row = await db.selectFrom('websites').select('id').where('id', '=', websiteId).executeTakeFirst();
  return row !== undefined;
}

export async function saveSlackSettings(db: Database, websiteId: number, settings: SlackSettings): Promise<void> {
  const value = JSON.stringify(settings);
  await db
    .insertInto('slack_settings')
    .values({ website_id: websiteId, value })
    .onConflict((conflict) => conflict.column('website_id').doUpdateSet({ value }))
    .execute();
}

/** Returns whether there were any settings. */
export async function removeSlackSettings(trx: DatabaseTransaction, websiteId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('slack_settings')
    .where('website_id', '=', websiteId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
