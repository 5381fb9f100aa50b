import { hourMs } from '@upvigil/core/time';
import type { Database } from '../../../storage/database.ts';
import { bucketStart, bucketStarts, bucketWidths, type RollupTableName } from './rollup.ts';
import { readWebsiteBuckets, type WebsiteBucket, type WebsiteOfMonitors } from './website-buckets.ts';
import type { WindowSegment } from './window.ts';

/** The resolutions with roll-ups of websites. Quarters of an hour have none: a window needs at most three of them. */
export const websiteResolutions = ['rollups_hourly', 'rollups_daily'] as const satisfies RollupTableName[];
export type WebsiteResolution = (typeof websiteResolutions)[number];

/** A bucket is summed this long after its end, because results are stored a little later than they are measured. */
const restMs = hourMs;

/** The first bucket that may still get new checks. `now`: milliseconds since the epoch, here and below. */
export const firstOpen = (now: number, width: number): number => bucketStart(now - restMs, width);

/** Whether a check is stored so late that its website's roll-ups may not include it. */
export const isLate = (checkedAt: number, now: number): boolean =>
  bucketStart(checkedAt, hourMs) + hourMs + restMs / 2 <= now;

/** A website with the end of its sums. */
export interface SummedWebsite extends WebsiteOfMonitors {
  /** By width: every bucket that begins before this time is summed. */
  summed_until: ReadonlyMap<number | null, number | null>;
}

export async function findSummedWebsite(db: Database, id: number): Promise<SummedWebsite | undefined> {
  const rows = await db
    .selectFrom('websites as w')
    .leftJoin('website_rollup_ends as e', 'e.website_id', 'w.id')
    .select(['e.width', 'e.summed_until'])
    .select((eb) =>
      eb
        .selectFrom('monitors as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.website_id', '=', 'w.id')
        .as('monitors'),
    )
    .where('w.id', '=', id)
    .execute();
  const [first] = rows;
  const summed_until = new Map(rows.map((row) => [row.width, row.summed_until]));
  return first && { id, monitors: first.monitors ?? 0, summed_until };
}

/**
 * The buckets of a segment in any order, without empty ones. Summed buckets come from the website's own roll-ups, all
 * others from those of its monitors.
 */
export async function readBuckets(
  db: Database,
  website: SummedWebsite,
  { table, from, to }: WindowSegment,
  now: number,
): Promise<WebsiteBucket[]> {
  const width = bucketWidths[table];
  const end = Math.max(from, Math.min(website.summed_until.get(width) ?? 0, firstOpen(now, width)));
  const stored = end > from ? await readStored(db, website.id, width, { from, to: Math.min(end, to) }) : [];
  return stored.concat(await readWebsiteBuckets(db, website, table, bucketStarts(end, to, width)));
}

function readStored(
  db: Database,
  websiteId: number,
  width: number,
  { from, to }: { from: number; to: number },
): Promise<WebsiteBucket[]> {
  return db
    .selectFrom('website_rollups')
    .select(['bucket_start', 'checks', 'failures', 'sum_us'])
    .select(['service_checks', 'service_failures', 'service_sum_us', 'status_counts'])
    .select(['maintenance_checks', 'maintenance_failures'])
    .select(['service_maintenance_checks', 'service_maintenance_failures', 'observed_seconds'])
    .where('website_id', '=', websiteId)
    .where('width', '=', width)
    .where('bucket_start', '>=', from)
    .where('bucket_start', '<', to)
    .execute();
}
