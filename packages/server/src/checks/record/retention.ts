import { dayMs, hourMs, minuteMs } from '@upvigil/core/time';
import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { inSmallSteps } from '../../storage/small-steps.ts';
import { acceptedAtStart, leadsUpTo, newestOfDayBefore, nextAccepted } from './accepted-clock.ts';
import { deleteOldChecks, type OldChecksOptions } from './old-checks.ts';
import { deleteOldPeriods } from './rollups/disabled-periods-store.ts';
import type { RollupTableName } from './rollups/rollup.ts';
import { websiteResolutions } from './rollups/website-rollups.ts';
import { deleteOldSums } from './rollups/website-sums-store.ts';

/** Retention of history in days; null: forever. */
export type RetentionDays = { readonly [What in keyof typeof serverDefaults.retentionDays]: number } & {
  readonly dailyRollups: number | null;
  readonly alerts: number | null;
};

const defaultDays: RetentionDays = { ...serverDefaults.retentionDays, dailyRollups: null, alerts: null };

export interface RetentionOptions extends OldChecksOptions {
  clock: Clock;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  days?: RetentionDays;
  /** Continues deletions of monitors that a kill or a failure interrupted. */
  finishDeletions(isStopped: () => boolean): Promise<void>;
  /** Interval between two runs. */
  everyMilliseconds?: number;
}

/** Numbers of rows that one run deleted. */
interface RetentionReport {
  checks: number;
  quarter_hourly: number;
  hourly: number;
  daily: number;
  alerts: number;
}

/** Rows deleted at a time; takes a few milliseconds, so that no statement blocks the writer for long. */
const deletedAtOnce = 512;
/** Enough for a process that cannot create partitions for a while (during a backup, say). */
const daysAhead = 7;
/** Milliseconds after the start, because deleting history must not slow a start down. */
const firstRunAfter = minuteMs;

export type Retention = ReturnType<typeof createRetention>;

/** Periodically deletes expired history, and the history of deleted monitors. */
export function createRetention(options: RetentionOptions) {
  const { log, everyMilliseconds = hourMs } = options;
  const acceptedNow = watchClock(options);
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const prepare = (): Promise<void> =>
    coverDays(options).catch((error: unknown) =>
      log.warn({ err: error }, 'Partitions for the checks of the next days could not be made; tried again later'),
    );
  const runOnce = async (): Promise<RetentionReport> => {
    await prepare();
    await options.finishDeletions(() => isStopped);
    const now = await acceptedNow();
    return now === null ? { ...nothingDeleted } : deleteOld(options, now, () => isStopped);
  };

  const attempt = (work: () => Promise<unknown>): Promise<unknown> =>
    work().catch((error: unknown) => log.error({ err: error }, 'Old history could not be deleted; tried again later'));
  const runIn = (milliseconds: number): void => {
    timer = setTimeout(() => {
      running = running
        .then(() => attempt(runOnce))
        .finally(() => {
          if (!isStopped) runIn(everyMilliseconds);
        });
    }, milliseconds);
    timer.unref();
  };

  return {
    /**
     * Creates partitions for the checks of the next days. Resolves even if it fails, because checks are stored anyway.
     */
    prepare,
    /** Deletes now. Returns the numbers of deleted rows. */
    runOnce,
    /**
     * Resolves after `prepare`. Continues interrupted deletions at once; the first run follows a minute later, then
     * periodically.
     */
    async start(): Promise<void> {
      await prepare();
      if (isStopped) return;
      // Not awaited: it finishes deletions that users have requested.
      running = attempt(() => options.finishDeletions(() => isStopped));
      runIn(Math.min(firstRunAfter, everyMilliseconds));
    },
    /** Waits for a run in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

const nothingDeleted: RetentionReport = { checks: 0, quarter_hourly: 0, hourly: 0, daily: 0, alerts: 0 };

/** Returns the time, or null while the clock is not accepted: a wrong one would make all history look expired. */
function watchClock({ storage: { db }, clock, log }: RetentionOptions): () => Promise<number | null> {
  let accepted = acceptedAtStart(clock);
  let wasAccepted = true;
  return async () => {
    accepted = nextAccepted(accepted, clock);
    const now = clock.now();
    const isAccepted = accepted.aheadSince === null && leadsUpTo(now, await newestOfDayBefore(db, now));
    if (wasAccepted && !isAccepted) {
      log.warn({}, 'The clock is far ahead of what is stored: no history is deleted until it has stayed so for a day');
    }
    wasAccepted = isAccepted;
    return isAccepted ? now : null;
  };
}

async function deleteOld(options: RetentionOptions, now: number, isStopped: () => boolean): Promise<RetentionReport> {
  const { storage, days = defaultDays } = options;
  const { db } = storage;
  const before = (count: number | null): number => (count === null ? 0 : now - count * dayMs);
  const oldest = { rollups_hourly: before(days.hourlyRollups), rollups_daily: before(days.dailyRollups) };
  for (const table of websiteResolutions) await deleteOldSums(db, table, oldest[table]);
  await deleteOldPeriods(db, oldest.rollups_daily);
  return {
    checks: await deleteOldChecks(options, before(days.checks), isStopped),
    quarter_hourly: await deleteOldRollups(db, 'rollups_quarter_hourly', before(days.quarterHourlyRollups), isStopped),
    hourly: await deleteOldRollups(db, 'rollups_hourly', oldest.rollups_hourly, isStopped),
    daily: await deleteOldRollups(db, 'rollups_daily', oldest.rollups_daily, isStopped),
    alerts: await deleteOldAlerts(db, before(days.alerts), isStopped),
  };
}

/** Covers the oldest retained day too, so that checks restored from a backup are in partitions. */
async function coverDays({ storage, clock, days = defaultDays }: RetentionOptions): Promise<void> {
  const now = clock.now();
  await storage.checkPartitions?.cover({ from: now - days.checks * dayMs, to: now + daysAhead * dayMs });
}

/** In the order in which they are stored: by time, then by monitor. */
async function deleteOldRollups(
  db: Database,
  table: RollupTableName,
  before: number,
  isStopped: () => boolean,
): Promise<number> {
  let deleted = 0;
  await inSmallSteps(async () => {
    const rows = await db
      .selectFrom(table)
      .select(['bucket_start', 'monitor_id'])
      .where('bucket_start', '<', before)
      .orderBy('bucket_start')
      .orderBy('monitor_id')
      .limit(deletedAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last || isStopped()) return { isDone: true };
    const upToLast = sql<SqlBool>`(bucket_start, monitor_id) <= (${last.bucket_start}, ${last.monitor_id})`;
    await db.deleteFrom(table).where(upToLast).execute();
    deleted += rows.length;
    return { isDone: rows.length < deletedAtOnce };
  });
  return deleted;
}

/** Deletes alerts with their deliveries. Keeps the alert of an open problem, however old it is. */
async function deleteOldAlerts(db: Database, before: number, isStopped: () => boolean): Promise<number> {
  let deleted = 0;
  await inSmallSteps(async () => {
    const rows = await db
      .selectFrom('alerts')
      .select('id')
      .where('created_at', '<', before)
      .where((eb) => eb.or([eb('ended_at', 'is not', null), eb('alert_type', '=', 'RECOVERED')]))
      .orderBy('created_at')
      .limit(deletedAtOnce)
      .execute();
    if (isStopped()) return { isDone: true };
    for (const ids of rowChunks(rows.map(({ id }) => id))) {
      await db.deleteFrom('alerts').where('id', 'in', ids).execute();
    }
    deleted += rows.length;
    return { isDone: rows.length < deletedAtOnce };
  });
  return deleted;
}
