import { defaultRouting, type RoutingDocument, routingDocument } from '@upvigil/core/contract/routing';
import type { Database } from '../database.ts';
import { createSettingStore, lockSetting } from './setting-store.ts';
import { parseStored } from './stored-settings.ts';

export const routingSettings = createSettingStore('routing', routingDocument, defaultRouting);

/**
 * The document, locked until the transaction ends. Every change of something that the document may reference must take
 * this lock, so that concurrent changes see each other.
 */
export async function lockRouting(trx: Database): Promise<RoutingDocument> {
  await lockSetting(trx, routingSettings.key, JSON.stringify(defaultRouting));
  return routingSettings.read(trx);
}

/** Parses the stored text; null gives the default. */
export const parseRouting = (text: string | null): RoutingDocument =>
  text === null ? defaultRouting : parseStored(routingDocument, text, defaultRouting);

/**
 * Changes the document and increments its revision. Returns null if `change` does, or if another change was concurrent.
 */
export async function changeRouting(
  db: Database,
  change: (before: RoutingDocument) => Promise<RoutingDocument | null>,
): Promise<RoutingDocument | null> {
  const { key } = routingSettings;
  const stored = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const before = parseRouting(stored?.value ?? null);
  const changed = await change(before);
  if (changed === null) return null;
  const after = { ...changed, revision: before.revision + 1 };
  const value = JSON.stringify(after);
  const written = stored
    ? // Two who read the same cannot both write.
      await db
        .updateTable('settings')
        .set({ value })
        .where('key', '=', key)
        .where('value', '=', stored.value)
        .returning('key')
        .execute()
    : await db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .execute();
  return written.length === 1 ? after : null;
}
