import type { Website } from '@upvigil/core/contract/websites';
import { type GoingOn, maintainedAt, ofWebsite } from '../../alerts/maintenance/shown-maintenance.ts';
import { groupBy } from '../../base/domain/group-by.ts';
import type { Database } from '../../storage/database.ts';
import { truthOrNull } from '../../storage/wire-format.ts';

/** Adds the maintenance state to websites. Makes no query while no run is in progress. */
export async function withMaintenance(
  db: Database,
  websites: readonly Website[],
  current: GoingOn | undefined,
  now: number,
): Promise<Website[]> {
  if (!current?.anyAt(now)) return [...websites];
  const [only, ...others] = websites;
  const rows = await db
    .selectFrom('monitors')
    .select(['id', 'website_id', 'is_up', 'outage_began_at'])
    .where('enabled', '=', 1)
    .$if(only !== undefined && others.length === 0, (query) => query.where('website_id', '=', only?.id ?? 0))
    .execute();
  const maintained = maintainedAt(current, now);
  const byWebsite = groupBy(
    rows.map((row) => ({
      website_id: row.website_id,
      is_up: truthOrNull(row.is_up),
      maintenance: maintained(row).maintenance ?? null,
    })),
    ({ website_id }) => website_id,
  );
  return websites.map((website) => {
    const maintenance = ofWebsite(byWebsite.get(website.id) ?? []);
    return maintenance ? { ...website, maintenance } : website;
  });
}
