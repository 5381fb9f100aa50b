import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import { type FoundUrl, mostFoundUrls } from '@upvigil/core/contract/urls';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { listedStatus, recentChecksAnswer } from './wire-checks.ts';

/** The URLs of all websites whose label or address contains the text, in one statement: problems first, then by address. */
export async function findUrls(db: Database, text: string): Promise<FoundUrl[]> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .select(['m.id', 'm.website_id', 'w.name as website_name', 'm.name as label', 'm.target', 'm.enabled', 'm.is_up'])
    .select(['m.recent_checks', 'm.response_time_threshold_seconds'])
    .where('m.kind', '=', 'URL')
    .where((eb) => eb.or([contains('m.target', text), ...spellings(text).map((each) => contains('m.name', each))]))
    .orderBy(sql`case when m.enabled = 1 and (m.is_up = 0 or ${openAlert} is not null) then 0 else 1 end`)
    .orderBy('m.target')
    .orderBy('m.id')
    .limit(mostFoundUrls)
    .execute();
  const found = rows.map((row) => ({
    id: row.id,
    website_id: row.website_id,
    website_name: row.website_name,
    label: row.label,
    url: shownAddress(row.target, 'public'),
    enabled: row.enabled === 1,
    status: listedStatus(row),
    response_time_threshold: row.response_time_threshold_seconds,
    recent_checks: recentChecksAnswer(row),
  }));
  // The shown text must match, so that a search cannot find out a secret.
  const wanted = text.toLowerCase();
  return found.filter((each) => [each.label, each.url].some((shown) => shown?.toLowerCase().includes(wanted)));
}

const openAlert = sql`coalesce(m.outage_alert_id, m.slow_alert_id, m.metadata_alert_id)`;

const contains = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${containing(text)}) escape '!'`;

/** A label may have letters of any script, and SQLite's lower() changes ASCII letters only. */
function spellings(text: string): string[] {
  const lower = text.toLowerCase();
  const capital = lower.replace(/\p{Letter}/u, (letter) => letter.toUpperCase());
  return [...new Set([text, lower, text.toUpperCase(), capital])];
}

/** A LIKE pattern that matches the text literally. */
const containing = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`;
