import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { inSmallSteps } from '../../../storage/small-steps.ts';
import { parseStatusCounts, type RollupTableName } from './rollup.ts';
import { observedSum } from './rollup-selection.ts';
import { addObserved, addSums, noSums, type Sums, type WebsiteSums } from './sums.ts';

/** A website with its current number of monitors. */
export interface WebsiteOfMonitors {
  id: number;
  monitors: number;
}

/** Rows summed by one statement; takes some 5 ms. */
const rowsAtOnce = 10_000;
/** Far below the limits of parameters of both databases. */
const bucketsAtOnce = 2000;

/** Number of buckets of a website that one statement sums. */
export const bucketsOfStatement = ({ monitors }: WebsiteOfMonitors): number =>
  Math.min(bucketsAtOnce, Math.max(1, Math.floor(rowsAtOnce / Math.max(1, monitors))));

/**
 * The checks of all monitors of a website in one bucket: of its URLs, and `service_…` of its network monitors. The
 * observed time is that of all.
 */
export interface WebsiteBucket extends Sums {
  bucket_start: number;
  service_checks: number;
  service_failures: number;
  service_sum_us: number;
  service_maintenance_checks: number;
  service_maintenance_failures: number;
  /** JSON objects separated by a bar: checks of URLs by status code other than 200, or `timeout`. Null for none. */
  status_counts: string | null;
}

/**
 * The buckets of a website with these starts, without empty ones. A long time of many monitors takes many statements,
 * and other work runs between them.
 */
export async function readWebsiteBuckets(
  db: Database,
  website: WebsiteOfMonitors,
  table: RollupTableName,
  starts: readonly number[],
): Promise<WebsiteBucket[]> {
  const buckets: WebsiteBucket[] = [];
  const atOnce = bucketsOfStatement(website);
  let done = 0;
  await inSmallSteps(async () => {
    if (done >= starts.length) return { isDone: true };
    buckets.push(...(await sumsOf(db, website.id, table, starts.slice(done, done + atOnce))));
    done += atOnce;
    return { isDone: done >= starts.length };
  });
  return buckets;
}

const sumWhere = (condition: RawBuilder<unknown>, column: keyof Sums) =>
  sql<number>`sum(case when ${condition} then ${sql.ref(`r.${column}`)} else 0 end)`;
const isPage = sql`m.kind = 'URL'`;
const isService = sql`m.kind <> 'URL'`;

/** The sums of a website's monitors in the buckets with these starts, in one statement. */
export function sumsOf(
  db: Database,
  websiteId: number,
  table: RollupTableName,
  starts: readonly number[],
): Promise<WebsiteBucket[]> {
  return (
    db
      .selectFrom(`${table} as r`)
      .innerJoin('monitors as m', 'm.id', 'r.monitor_id')
      .where('r.bucket_start', 'in', starts)
      // Filtering by the joined row would make SQLite look up each monitor's rows in another index first.
      .where('r.monitor_id', 'in', (eb) => eb.selectFrom('monitors').select('id').where('website_id', '=', websiteId))
      .select('r.bucket_start')
      .select([sumWhere(isPage, 'checks').as('checks'), sumWhere(isPage, 'failures').as('failures')])
      .select([sumWhere(isPage, 'sum_us').as('sum_us'), sumWhere(isService, 'checks').as('service_checks')])
      .select(sumWhere(isService, 'failures').as('service_failures'))
      .select(sumWhere(isService, 'sum_us').as('service_sum_us'))
      .select(sumWhere(isPage, 'maintenance_checks').as('maintenance_checks'))
      .select(sumWhere(isPage, 'maintenance_failures').as('maintenance_failures'))
      .select(sumWhere(isService, 'maintenance_checks').as('service_maintenance_checks'))
      .select(sumWhere(isService, 'maintenance_failures').as('service_maintenance_failures'))
      .select(observedSum('r').as('observed_seconds'))
      .select(sql<string | null>`string_agg(r.status_counts, '|')`.as('status_counts'))
      .groupBy('r.bucket_start')
      .execute()
  );
}

export const statusesOf = ({ status_counts }: WebsiteBucket): Record<string, number> =>
  status_counts === null ? {} : sumStatuses(status_counts.split('|').map(parseStatusCounts));

export function sumStatuses(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const each of counts) {
    for (const [status, count] of Object.entries(each)) sum[status] = (sum[status] ?? 0) + count;
  }
  return sum;
}

export function sumBuckets(buckets: readonly WebsiteBucket[]): WebsiteSums {
  const pages = { ...noSums };
  const services = { ...noSums };
  for (const bucket of buckets) {
    pages.checks += bucket.checks;
    pages.failures += bucket.failures;
    pages.sum_us += bucket.sum_us;
    pages.maintenance_checks += bucket.maintenance_checks;
    pages.maintenance_failures += bucket.maintenance_failures;
    services.checks += bucket.service_checks;
    services.failures += bucket.service_failures;
    services.sum_us += bucket.service_sum_us;
    services.maintenance_checks += bucket.service_maintenance_checks;
    services.maintenance_failures += bucket.service_maintenance_failures;
    pages.observed_seconds = addObserved(pages.observed_seconds, bucket.observed_seconds);
  }
  return { all: addSums(pages, services), pages, services };
}
