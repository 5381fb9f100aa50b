import { defaultRouting, type RoutingDocument, routingDocument } from '@upvigil/core/contract/routing';
import type { Database } from '../storage/database.ts';
import { createSettingStore } from './setting-store.ts';

/** Who is told of what, and when. */
export const routingSettings = createSettingStore('routing', routingDocument, defaultRouting);

/**
 * The document, to be changed by this transaction alone until it ends. Whatever adds or deletes what the document may name takes
 * it too, so that of two who do so at once one sees what the other did.
 */
export async function lockRouting(trx: Database): Promise<RoutingDocument> {
  await trx
    .insertInto('settings')
    .values({ key: routingSettings.key, value: JSON.stringify(defaultRouting) })
    // Writing what is there takes the row, in both databases.
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('settings.value') })))
    .execute();
  return routingSettings.read(trx);
}
