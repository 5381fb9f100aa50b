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

/** What went with the partitions that were dropped, and from when on partitions are left. */
interface DroppedChecks {
  checks: number;
  screenshots: string[];
  /** Start of the oldest partition, milliseconds since the epoch; null without any. Older checks are in none. */
  oldest: number | null;
}

/**
 * The table of checks by days, on PostgreSQL: a partition for each, and one for the times that no other is for. So a check
 * of any time can be stored, whatever was made ahead, and old ones are dropped with their partition.
 */
export interface CheckPartitions {
  /**
   * Makes the partitions that are missing for that time, and moves what is stored of it into them. Rejects when others
   * hold the locks that it needs for longer than a moment; what was made until then stays.
   */
  cover(wanted: TimeRange): Promise<void>;
  /** Drops the partitions that end at `before`, milliseconds since the epoch, or earlier. Rejects as `cover`. */
  dropBefore(before: number): Promise<DroppedChecks>;
}

type Transaction = Kysely<Tables>;
type InMigration = <Answer>(work: (transaction: Transaction) => Promise<Answer>) => Promise<Answer>;

/**
 * How long to wait for a lock. Whoever comes later waits behind us, so it is short, and less than the second after which
 * PostgreSQL looks for deadlocks: it is we who give way, and not who records checks.
 */
const lockMilliseconds = 750;

/** `inMigration` runs one transaction at a time, whichever process it is of. */
export function createCheckPartitions(inMigration: InMigration): CheckPartitions {
  const inTurn: InMigration = (work) =>
    inMigration(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(lockMilliseconds)}`.execute(transaction);
      return work(transaction);
    });
  return {
    async cover(wanted) {
      const width = partitionWidth((wanted.to - wanted.from) / dayMs);
      const makeNext = async (transaction: Transaction): Promise<{ isDone: boolean }> => {
        const [next] = missingRanges(await listPartitions(transaction), wanted, width);
        if (next) await makePartition(transaction, next);
        return { isDone: next === undefined };
      };
      // One transaction each: attaching locks the monitors, and not for as long as it takes to move all.
      await inSmallSteps(() => inTurn(makeNext));
    },
    async dropBefore(before) {
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

/** All but the default partition, the oldest first. */
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
 * Makes a partition beside the table and attaches it, which lets others go on reading. `create table … partition of` would
 * lock them all out, and a backup reads for minutes.
 */
async function makePartition(transaction: Transaction, range: TimeRange): Promise<void> {
  const table = sql.table(partitionName(range));
  const [from, to] = [sql.lit(range.from), sql.lit(range.to)];
  await sql`create table ${table} (like checks)`.execute(transaction);
  // Nobody may add a check of that time to the default partition between the moving and the attaching.
  await sql`lock table ${sql.table(defaultPartition)} in share row exclusive mode`.execute(transaction);
  await sql`
    with moved as (
      delete from ${sql.table(defaultPartition)} where checked_at >= ${from} and checked_at < ${to} returning *
    )
    insert into ${table} select * from moved
  `.execute(transaction);
  await sql`alter table checks attach partition ${table} for values from (${from}) to (${to})`.execute(transaction);
}

/** Drops the oldest partition where it is old enough, or else says when it starts. */
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
