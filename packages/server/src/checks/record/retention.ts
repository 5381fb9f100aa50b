import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { inSmallSteps } from '../../storage/small-steps.ts';
import { acceptedAtStart, leadsUpTo, newestOfDayBefore, nextAccepted } from './accepted-clock.ts';
import { deleteOldChecks, type OldChecksOptions } from './old-checks.ts';
import { day, hour, type RollupTableName } from './rollups/rollup.ts';
import { websiteResolutions } from './rollups/website-rollups.ts';
import { deleteOldSums } from './rollups/website-sums-store.ts';

/** How long history is kept, in days; null: always. */
export type RetentionDays = { readonly [What in keyof typeof serverDefaults.retentionDays]: number } & {
  readonly dailyRollups: number | null;
  readonly alerts: number | null;
};

const defaultDays: RetentionDays = { ...serverDefaults.retentionDays, dailyRollups: null, alerts: null };

export interface RetentionOptions extends OldChecksOptions {
  clock: Clock;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  days?: RetentionDays;
  /** Goes on with deletions of monitors that a kill or a fault cut off. */
  finishDeletions(isStopped: () => boolean): Promise<void>;
  /** Between two runs. */
  everyMilliseconds?: number;
}

/** Rows that one run deleted. */
interface RetentionReport {
  checks: number;
  quarter_hourly: number;
  hourly: number;
  daily: number;
  alerts: number;
}

/** Rows deleted at a time: a few milliseconds, so that no statement holds the writer for long. */
const deletedAtOnce = 512;
/** So many that a process that cannot make partitions for a while, as during a backup, has them long before it needs them. */
const daysAhead = 7;
/** Milliseconds after the start: deleting history must not slow a start down. */
const firstRunAfter = 60_000;

export type Retention = ReturnType<typeof createRetention>;

/** Deletes history that is older than it may be, and that of what was deleted, again and again. */
export function createRetention(options: RetentionOptions) {
  const { log, everyMilliseconds = hour } = options;
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
    /** Makes room for the checks of the next days. Resolves also where that failed: checks are stored even so. */
    prepare,
    /** Deletes now. Resolves with how much. */
    runOnce,
    /** Prepares, and resolves then. Goes on with deletions at once, runs a minute later, and then again and again. */
    async start(): Promise<void> {
      await prepare();
      if (isStopped) return;
      // At once, but nothing waits for it: the rest of a history that somebody wanted gone.
      running = attempt(() => options.finishDeletions(() => isStopped));
      runIn(Math.min(firstRunAfter, everyMilliseconds));
    },
    /** Resolves when no run is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

const nothingDeleted: RetentionReport = { checks: 0, quarter_hourly: 0, hourly: 0, daily: 0, alerts: 0 };

/** Returns the time, or null while the clock is not accepted: a wrong one would make all history look old. */
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
  const before = (count: number | null): number => (count === null ? 0 : now - count * day);
  const oldest = { rollups_hourly: before(days.hourlyRollups), rollups_daily: before(days.dailyRollups) };
  for (const table of websiteResolutions) await deleteOldSums(db, table, oldest[table]);
  return {
    checks: await deleteOldChecks(options, before(days.checks), isStopped),
    quarter_hourly: await deleteOldRollups(db, 'rollups_quarter_hourly', before(days.quarterHourlyRollups), isStopped),
    hourly: await deleteOldRollups(db, 'rollups_hourly', oldest.rollups_hourly, isStopped),
    daily: await deleteOldRollups(db, 'rollups_daily', oldest.rollups_daily, isStopped),
    alerts: await deleteOldAlerts(db, before(days.alerts), isStopped),
  };
}

/** From the oldest day that is kept on, so that checks restored from a backup are in partitions too. */
async function coverDays({ storage, clock, days = defaultDays }: RetentionOptions): Promise<void> {
  const now = clock.now();
  await storage.checkPartitions?.cover({ from: now - days.checks * day, to: now + daysAhead * day });
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

/** Deletes alerts with their deliveries. The alert of a problem that still lasts stays, however old it is. */
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
