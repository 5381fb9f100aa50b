import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { inSmallSteps } from '../../storage/small-steps.ts';
import { parseStatusCounts, type RollupTableName } from './rollup.ts';
import { addSums, noSums, noWebsiteSums, type Sums, type WebsiteSums } from './sums.ts';

/** A website, and how many monitors it has now. */
export interface WebsiteOfMonitors {
  id: number;
  monitors: number;
}

/** The checks of all monitors of a website in one bucket. */
export interface WebsiteBucket {
  sums: WebsiteSums;
  /** Checks of URLs by status code other than 200, or `timeout`. */
  statuses: Readonly<Record<string, number>>;
}

export const noBucket: WebsiteBucket = { sums: noWebsiteSums, statuses: {} };

/** Rows that one statement adds up: some 5 ms. */
const rowsAtOnce = 10_000;
/** Well below either database's limit of parameters. */
const bucketsAtOnce = 2000;

/** How many buckets of a website one statement adds up. */
export const bucketsOfStatement = ({ monitors }: WebsiteOfMonitors): number =>
  Math.min(bucketsAtOnce, Math.max(1, Math.floor(rowsAtOnce / Math.max(1, monitors))));

/**
 * The buckets of a website that begin at these times, by their start. One without checks is left out. A long time of many
 * monitors takes many statements, between which everything else has its turn.
 */
export async function readWebsiteBuckets(
  db: Database,
  website: WebsiteOfMonitors,
  table: RollupTableName,
  starts: readonly number[],
): Promise<Map<number, WebsiteBucket>> {
  const buckets = new Map<number, WebsiteBucket>();
  const atOnce = bucketsOfStatement(website);
  let done = 0;
  await inSmallSteps(async () => {
    if (done >= starts.length) return { isDone: true };
    for (const row of await sumsOf(db, website.id, table, starts.slice(done, done + atOnce))) {
      buckets.set(row.bucket_start, bucketOf(row));
    }
    done += atOnce;
    return { isDone: done >= starts.length };
  });
  return buckets;
}

const sumWhere = (condition: RawBuilder<unknown>, column: 'checks' | 'failures' | 'sum_us') =>
  sql<number>`sum(case when ${condition} then ${sql.ref(`r.${column}`)} else 0 end)`;
const isPage = sql`m.kind = 'URL'`;
const isService = sql`m.kind <> 'URL'`;

/** The sums of a website's monitors in the buckets that begin at these times, in one statement. */
export function sumsOf(db: Database, websiteId: number, table: RollupTableName, starts: readonly number[]) {
  return (
    db
      .selectFrom(`${table} as r`)
      .innerJoin('monitors as m', 'm.id', 'r.monitor_id')
      .where('r.bucket_start', 'in', starts)
      // Not by the joined row: SQLite would look up each monitor's rows in another index first.
      .where('r.monitor_id', 'in', (eb) => eb.selectFrom('monitors').select('id').where('website_id', '=', websiteId))
      .select('r.bucket_start')
      .select([sumWhere(isPage, 'checks').as('checks'), sumWhere(isPage, 'failures').as('failures')])
      .select([sumWhere(isPage, 'sum_us').as('sum_us'), sumWhere(isService, 'checks').as('service_checks')])
      .select(sumWhere(isService, 'failures').as('service_failures'))
      .select(sumWhere(isService, 'sum_us').as('service_sum_us'))
      .select(sql<string | null>`string_agg(r.status_counts, '|')`.as('status_counts'))
      .groupBy('r.bucket_start')
      .execute()
  );
}

export type SummedBucket = Awaited<ReturnType<typeof sumsOf>>[number];

/** A row of sums as a bucket. Its statuses are several counts with a bar between them, or one, or null. */
export function bucketOf(row: Omit<SummedBucket, 'bucket_start'>): WebsiteBucket {
  const pages: Sums = { checks: row.checks, failures: row.failures, sum_us: row.sum_us };
  const services: Sums = {
    checks: row.service_checks,
    failures: row.service_failures,
    sum_us: row.service_sum_us,
  };
  return { sums: { all: addSums(pages, services), pages, services }, statuses: statusesOf(row) };
}

export const statusesOf = ({ status_counts }: Pick<SummedBucket, 'status_counts'>): Record<string, number> =>
  sumStatuses(status_counts?.split('|').map(parseStatusCounts) ?? []);

/** Counts by status, added up. */
export function sumStatuses(counts: readonly WebsiteBucket['statuses'][]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const each of counts) {
    for (const [status, count] of Object.entries(each)) sum[status] = (sum[status] ?? 0) + count;
  }
  return sum;
}

/** The sums of some buckets together. */
export function sumBuckets(buckets: readonly WebsiteBucket[]): WebsiteSums {
  const sums = { all: { ...noSums }, pages: { ...noSums }, services: { ...noSums } };
  for (const bucket of buckets) {
    for (const part of ['all', 'pages', 'services'] as const) {
      sums[part].checks += bucket.sums[part].checks;
      sums[part].failures += bucket.sums[part].failures;
      sums[part].sum_us += bucket.sums[part].sum_us;
    }
  }
  return sums;
}
