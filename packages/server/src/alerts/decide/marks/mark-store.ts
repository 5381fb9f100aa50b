import { limits } from '@upvigil/core/limits';
import type { Database } from '../../../storage/database.ts';
import { markBefore, markWindowMs, type TimedMark } from './mark-before.ts';

/** The marks near these times, in one statement; no statement without times. */
export async function readMarksBefore(db: Database, moments: readonly number[]): Promise<TimedMark[]> {
  if (moments.length === 0) return [];
  return db
    .selectFrom('marks')
    .select(['label', 'website_id', 'at'])
    .where('at', '<=', Math.max(...moments))
    .where('at', '>', Math.min(...moments) - markWindowMs)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Adds a new mark to outages that began soon after it and name no mark: a mark may be set a little late. */
export async function nameMarkOnAlerts(trx: Database, mark: TimedMark): Promise<void> {
  const alerts = await trx
    .selectFrom('alerts')
    .select(['id', 'alert_type', 'website_id', 'began_at'])
    .where('problem', '=', 'outage')
    .where('alert_type', '!=', 'RECOVERED')
    .where('mark', 'is', null)
    .where('created_at', '>=', mark.at)
    .where('began_at', '>=', mark.at)
    .where('began_at', '<', mark.at + markWindowMs)
    .$if(mark.website_id !== null, (query) => query.where('website_id', '=', mark.website_id ?? 0))
    .limit(limits.listLimit.max)
    .execute();
  for (const { id, alert_type, website_id, began_at } of alerts) {
    const said = markBefore(alert_type, website_id, began_at ?? 0, [mark]);
    await trx.updateTable('alerts').set({ mark: said }).where('id', '=', id).execute();
  }
}
