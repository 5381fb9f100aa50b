import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { Tables } from '../../../storage/tables.ts';
import { bucketStarts, bucketWidths } from './rollup.ts';
import {
  bucketsOfStatement,
  statusesOf,
  sumsOf,
  type WebsiteBucket,
  type WebsiteOfMonitors,
} from './website-buckets.ts';
import { firstOpen, type WebsiteResolution } from './website-rollups.ts';

/** Websites with complete buckets that are not summed, and websites with sums by a clock that was ahead. */
export async function websitesToSum(db: Database, table: WebsiteResolution, now: number): Promise<WebsiteOfMonitors[]> {
  const width = bucketWidths[table];
  return db
    .selectFrom('websites as w')
    .leftJoin('website_rollup_ends as e', (join) => join.onRef('e.website_id', '=', 'w.id').on('e.width', '=', width))
    .leftJoin('monitors as m', 'm.website_id', 'w.id')
    .select(['w.id', ({ fn }) => fn.count<number>('m.id').as('monitors')])
    .where((eb) => eb.or([eb('e.summed_until', 'is', null), eb('e.summed_until', '<>', firstOpen(now, width))]))
    .groupBy('w.id')
    .orderBy('w.id')
    .execute();
}

/** Sums the next complete buckets of a website, as many as one statement can. */
export async function sumNextBuckets(
  db: Database,
  website: WebsiteOfMonitors,
  table: WebsiteResolution,
  now: number,
): Promise<{ isDone: boolean }> {
  const width = bucketWidths[table];
  const open = firstOpen(now, width);
  return db.transaction().execute(async (trx) => {
    const end = await lockEnd(trx, website.id, width);
    // Buckets that were summed while the clock was far ahead are summed again.
    const until = end > open + width ? 0 : Math.min(end, open);
    const from = (await nextBucket(trx, website.id, table, until)) ?? open;
    const to = Math.min(open, from + bucketsOfStatement(website) * width);
    await dropSums(trx, website.id, width, { from: until, to });
    if (from < to) await writeSums(trx, website.id, table, { from, to });
    await trx
      .updateTable('website_rollup_ends')
      .set({ summed_until: Math.max(until, to) })
      .where('website_id', '=', website.id)
      .where('width', '=', width)
      .execute();
    return { isDone: to >= open };
  });
}

/** End of a website's sums, locked until the commit. */
async function lockEnd(trx: DatabaseTransaction, websiteId: number, width: number): Promise<number> {
  const { summed_until } = await trx
    .insertInto('website_rollup_ends')
    .values({ website_id: websiteId, width, summed_until: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['website_id', 'width'])
        .doUpdateSet((eb) => ({ summed_until: eb.ref('website_rollup_ends.summed_until') })),
    )
    .returning('summed_until')
    .executeTakeFirstOrThrow();
  return summed_until;
}

/** The first bucket from a time on with a roll-up of the website's monitors. Skips months without checks. */
async function nextBucket(
  trx: DatabaseTransaction,
  websiteId: number,
  table: WebsiteResolution,
  from: number,
): Promise<number | null> {
  const { next } = await trx
    .selectFrom((eb) =>
      eb
        .selectFrom('monitors as m')
        .select((of) =>
          of
            .selectFrom(`${table} as r`)
            .select('r.bucket_start')
            .whereRef('r.monitor_id', '=', 'm.id')
            .where('r.bucket_start', '>=', from)
            .orderBy('r.bucket_start')
            .limit(1)
            .as('bucket_start'),
        )
        .where('m.website_id', '=', websiteId)
        .as('first'),
    )
    .select(({ fn }) => fn.min<number | null>('first.bucket_start').as('next'))
    .executeTakeFirstOrThrow();
  return next;
}

async function dropSums(
  db: Database,
  websiteId: number,
  width: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await db
    .deleteFrom('website_rollups')
    .where('website_id', '=', websiteId)
    .where('width', '=', width)
    .where('bucket_start', '>=', from)
    .where('bucket_start', '<', to)
    .execute();
}

async function writeSums(
  trx: DatabaseTransaction,
  websiteId: number,
  table: WebsiteResolution,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const width = bucketWidths[table];
  const sums = await sumsOf(trx, websiteId, table, bucketStarts(from, to, width));
  for (const chunk of rowChunks(sums.map((row) => rollupOf(row, websiteId, width)))) {
    await trx.insertInto('website_rollups').values(chunk).execute();
  }
}

function rollupOf(row: WebsiteBucket, website_id: number, width: number): Selectable<Tables['website_rollups']> {
  const statuses = statusesOf(row);
  const status_counts = Object.keys(statuses).length > 0 ? JSON.stringify(statuses) : null;
  return { ...row, website_id, width, status_counts };
}

/**
 * Marks the sums of websites for recomputation from a time on, by website: milliseconds since the epoch. Takes effect
 * at once.
 */
export async function reopenSums(trx: DatabaseTransaction, from: ReadonlyMap<number, number>): Promise<void> {
  for (const [website_id, at] of from) {
    const start = sql<number>`${sql.lit(at)} - ${sql.lit(at)} % width`;
    await trx
      .updateTable('website_rollup_ends')
      .set({ summed_until: sql`case when summed_until > ${start} then ${start} else summed_until end` })
      .where('website_id', '=', website_id)
      .execute();
  }
}

/**
 * Marks all sums of the monitors' websites for recomputation, because a deleted monitor's history goes with it. Takes
 * effect at once.
 */
export async function forgetSumsOf(trx: DatabaseTransaction, monitorIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('website_rollup_ends')
    .where('website_id', 'in', (eb) =>
      eb.selectFrom('stored_monitors').select('website_id').where('id', 'in', monitorIds),
    )
    .execute();
}

/** Deletes the sums of all websites before a time (milliseconds since the epoch), one website at a time. */
export async function deleteOldSums(db: Database, table: WebsiteResolution, before: number): Promise<void> {
  const websites = await db.selectFrom('websites').select('id').execute();
  for (const { id } of websites) await dropSums(db, id, bucketWidths[table], { from: 0, to: before });
}

/** Deletes all sums, because all data is replaced; one website at a time, with a `pause` after each. */
export async function forgetAllSums(trx: DatabaseTransaction, pause: () => Promise<void>): Promise<void> {
  const websites = await trx.selectFrom('website_rollup_ends').select('website_id').distinct().execute();
  for (const { website_id } of websites) {
    await trx.deleteFrom('website_rollups').where('website_id', '=', website_id).execute();
    await pause();
  }
  await trx.deleteFrom('website_rollup_ends').execute();
}
