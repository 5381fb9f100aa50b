import { dayMs } from '@upvigil/core/time';
import { type Kysely, sql } from 'kysely';
import { inSmallSteps } from '../small-steps.ts';
import type { Tables } from '../tables.ts';
import {
  defaultPartition,
  missingRanges,
  parseBounds,
  partitionName,
  partitionWidth,
  type TimeRange,
} from './partition-ranges.ts';

/** Result of dropping partitions: the deleted checks, and the start of the remaining ones. */
interface DroppedChecks {
  checks: number;
  screenshots: string[];
  /**
   * Start of the oldest partition, milliseconds since the epoch; null without any. Older checks are in the default
   * partition.
   */
  oldest: number | null;
}

type Transaction = Kysely<Tables>;
type InMigration = <Answer>(work: (transaction: Transaction) => Promise<Answer>) => Promise<Answer>;

/**
 * Lock timeout. Statements that come later queue behind the waiting lock, so it is short. It is below 1 s, PostgreSQL's
 * deadlock timeout, so that this work gives way and not the recording of checks.
 */
const lockMilliseconds = 750;

export type CheckPartitions = ReturnType<typeof createCheckPartitions>;

/**
 * Partitions of the table of checks on PostgreSQL: ranges of days, and a default partition for all other times. So any
 * check can be stored, and old ones are dropped with their partition. `inMigration` runs one transaction at a time
 * across all processes.
 */
export function createCheckPartitions(inMigration: InMigration) {
  const inTurn: InMigration = (work) =>
    inMigration(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(lockMilliseconds)}`.execute(transaction);
      return work(transaction);
    });
  return {
    /**
     * Creates the missing partitions for a time and moves its checks from the default partition into them. Rejects if the
     * locks are not free within `lockMilliseconds`; partitions created so far stay.
     */
    async cover(wanted: TimeRange): Promise<void> {
      const width = partitionWidth((wanted.to - wanted.from) / dayMs);
      const makeNext = async (transaction: Transaction): Promise<{ isDone: boolean }> => {
        const [next] = missingRanges(await listPartitions(transaction), wanted, width);
        if (next) await makePartition(transaction, next);
        return { isDone: next === undefined };
      };
      // One transaction per partition, because attaching locks the monitors, and must not do so while the others are
      // filled.
      await inSmallSteps(() => inTurn(makeNext));
    },
    /** Drops partitions that end at or before `before`, milliseconds since the epoch. Rejects as `cover` does. */
    async dropBefore(before: number): Promise<DroppedChecks> {
      let checks = 0;
      const screenshots: string[] = [];
      for (;;) {
        const next = await inTurn((transaction) => dropOldest(transaction, before));
        if ('oldest' in next) return { checks, screenshots, oldest: next.oldest };
        checks += next.checks;
        screenshots.push(...next.screenshots);
      }
    },
  };
}

interface Partition extends TimeRange {
  name: string;
}

/** Without the default partition, oldest first. */
async function listPartitions(transaction: Transaction): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'checks'::regclass
  `.execute(transaction);
  const partitions = rows.flatMap(({ name, bounds }) => {
    const range = parseBounds(bounds);
    return range ? [{ name, ...range }] : [];
  });
  return partitions.sort((one, other) => one.from - other.from);
}

/**
 * Creates a partition as a separate table and attaches it, so that reads continue. `create table … partition of` would
 * block all reads, and a backup reads for minutes.
 */
async function makePartition(transaction: Transaction, range: TimeRange): Promise<void> {
  const table = sql.table(partitionName(range));
  const from = sql.lit(range.from);
  const to = sql.lit(range.to);
  await sql`create table ${table} (like checks)`.execute(transaction);
  // Prevents inserts of that time into the default partition between the move and the attachment.
  await sql`lock table ${sql.table(defaultPartition)} in share row exclusive mode`.execute(transaction);
  await sql`
    with moved as (
      delete from ${sql.table(defaultPartition)} where checked_at >= ${from} and checked_at < ${to} returning *
    )
    insert into ${table} select * from moved
  `.execute(transaction);
  await sql`alter table checks attach partition ${table} for values from (${from}) to (${to})`.execute(transaction);
}

/** Drops the oldest partition if it is old enough; otherwise reports its start. */
async function dropOldest(
  transaction: Transaction,
  before: number,
): Promise<Omit<DroppedChecks, 'oldest'> | Pick<DroppedChecks, 'oldest'>> {
  const [oldest] = await listPartitions(transaction);
  if (oldest === undefined || oldest.to > before) return { oldest: oldest?.from ?? null };
  const table = sql.table(oldest.name);
  const { rows } = await sql<{ screenshot: string }>`
    select screenshot from ${table} where screenshot is not null
  `.execute(transaction);
  const counted = await sql<{ checks: number }>`select count(*) as checks from ${table}`.execute(transaction);
  await sql`drop table ${table}`.execute(transaction);
  return { checks: counted.rows[0]?.checks ?? 0, screenshots: rows.map(({ screenshot }) => screenshot) };
}
