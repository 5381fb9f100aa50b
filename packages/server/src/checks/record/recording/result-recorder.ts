import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { FinishedCheck } from '../../../base/domain/check.ts';
import type { RunsAt } from '../../../base/domain/maintenance.ts';
import type { Database } from '../../../storage/database.ts';
import { mostRows } from '../../../storage/row-chunks.ts';
import { type RecorderMemory, remember } from '../recorder-memory.ts';
import { MonitorChangedError } from './monitor-states.ts';
import { createPendingChecks, type PendingChecks } from './pending-checks.ts';
import { type RecordedBatch, recordBatch } from './record-batch.ts';
import type { RaiseAlerts, RecordedCheck } from './recorded-check.ts';

interface RecorderLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ResultRecorderOptions {
  db: Database;
  clock: Clock;
  changes: ChangeFeed;
  raiseAlerts: RaiseAlerts;
  /** The maintenance runs that cover a check; none by default. */
  runsAt?: RunsAt | undefined;
  log: RecorderLog;
  /** Called after the commit, for consequences of a check that must not delay it. Must not throw. */
  afterRecorded?: ((recorded: readonly RecordedCheck[]) => void) | undefined;
  /**
   * Called after each write with the number of results that may come before the next one, to slow checks down if the
   * database is slower. While the database is unavailable there is no limit, and results are kept.
   */
  onRoom?: ((room: number) => void) | undefined;
  /** Time for which results are collected before they are written. */
  collectMilliseconds?: number;
  /** Maximum number of results kept while the database is unavailable; beyond it the oldest are dropped. */
  mostPending?: number;
}

/** Statistics of recording. Counters never decrease. */
export interface RecorderStats {
  pending: number;
  recorded: number;
  /** Dropped results, because too many were waiting for the database. */
  lost: number;
  /** Start of the first failed write, milliseconds of `clock.monotonic()`; null after a success. */
  failing_since: number | null;
}

/** Checks in one transaction: two statements for each table, so that none blocks the writer for long. */
const batchSize = 2 * mostRows;
/** If more results than this wait, checks are made only as fast as they are stored. */
const mostBehind = 5_000;
const retryPause = { firstMilliseconds: 250, maxMilliseconds: 30_000 };
/** Another process may change a monitor at the same time, but hardly five times in a row. */
const raceAttempts = 5;

export type ResultRecorder = ReturnType<typeof createResultRecorder>;

/**
 * Stores the results of checks. Collects results and writes them in few transactions. While the database is
 * unavailable, results are delayed but not lost, up to a limit.
 */
export function createResultRecorder(options: ResultRecorderOptions) {
  const { collectMilliseconds = 250, mostPending = 100_000 } = options;
  const pending = createPendingChecks(mostPending);
  const memory: RecorderMemory = new Map();
  const writer = createBatchWriter(options, pending, memory);
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let isStopped = false;

  const writeSoon = (): void => {
    if (isStopped || timer !== null || writing !== null || pending.size === 0) return;
    const isFull = pending.size >= batchSize;
    const pause = writer.refusals > 0 ? pauseAfter(writer.refusals) : isFull ? 0 : collectMilliseconds;
    timer = setTimeout(() => void write(), pause);
  };

  const write = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing ??= writer.writePending().finally(() => {
      writing = null;
      writeSoon();
    });
    return writing;
  };

  /** A running write does not include later results, so they need a second one. */
  const writeNow = async (): Promise<void> => {
    if (writing !== null) await writing;
    if (pending.size > 0) await write();
  };

  return {
    /** Queues results to be written soon. Never throws or waits. */
    record(checks: readonly FinishedCheck[]): void {
      pending.add(checks);
      writer.waitingSince ??= options.clock.monotonic();
      if (pending.size >= batchSize && writer.refusals === 0 && !isStopped) void write();
      else writeSoon();
    },
    /**
     * Writes at once and resolves after the commit; with null if the monitor was deleted or edited meanwhile. Rejects if
     * the database fails; the result is kept and stored later.
     */
    recordNow(check: FinishedCheck): Promise<RecordedCheck | null> {
      const recorded = pending.addAwaited(check);
      writer.waitingSince ??= options.clock.monotonic();
      void writeNow();
      return recorded;
    },
    /** Resolves when all earlier results are stored; rejects if the database fails. */
    async store(): Promise<void> {
      await writeNow();
      if (writer.refusals > 0) throw new Error('The database refuses results; they are kept and retried');
    },
    /**
     * Writes pending results. Also resolves after a failure, and keeps them pending then. Clears the memory, so that the
     * database may be replaced (by a restore, say).
     */
    async flush(): Promise<void> {
      await writeNow();
      memory.clear();
    },
    /** Flushes, and writes nothing more. */
    async stop(): Promise<void> {
      await writeNow();
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      if (pending.size > 0) options.log.warn({ lost: pending.size }, 'Stopped before all results could be written');
    },
    stats: (): RecorderStats => statsOf(writer, pending),
    /**
     * Start of the current wait without any stored result, milliseconds of `clock.monotonic()`; null if nothing waits.
     */
    waitingSince: (): number | null => writer.waitingSince,
  };
}

const statsOf = ({ recorded, failingSince }: BatchWriter, { size, lost }: PendingChecks): RecorderStats => ({
  pending: size,
  recorded,
  lost,
  failing_since: failingSince,
});

interface BatchWriter {
  recorded: number;
  /** Number of consecutive failures of the database. */
  refusals: number;
  failingSince: number | null;
  waitingSince: number | null;
  /** Writes the currently pending results in batches until the database fails. Never rejects. */
  writePending(): Promise<void>;
}

function createBatchWriter(
  options: ResultRecorderOptions,
  pending: PendingChecks,
  memory: RecorderMemory,
): BatchWriter {
  const { clock, changes, log, afterRecorded, onRoom } = options;
  const writer: BatchWriter = { recorded: 0, refusals: 0, failingSince: null, waitingSince: null, writePending };
  let isBehind = false;
  return writer;

  function sayRoom(): void {
    const isAway = writer.refusals > 0;
    onRoom?.(isAway ? Number.POSITIVE_INFINITY : Math.max(batchSize, mostBehind - pending.size));
    const wasBehind = isBehind;
    isBehind = !isAway && pending.size >= (wasBehind ? mostBehind / 2 : mostBehind);
    const fields = { pending: pending.size };
    if (isBehind && !wasBehind)
      log.warn(fields, 'Checks are found faster than the database stores them; they wait for it');
    if (wasBehind && !isBehind) log.warn(fields, 'Checks no longer wait for the database');
  }

  async function writePending(): Promise<void> {
    let left = pending.size;
    do {
      const batch = pending.take(Math.min(batchSize, left));
      left -= batch.length;
      await write(batch);
      sayRoom();
    } while (left > 0 && writer.refusals === 0);
  }

  async function write(batch: readonly FinishedCheck[]): Promise<void> {
    const begun = clock.monotonic();
    try {
      const { recorded, website_ids, has_deliveries, monitors } = await writeBatch(
        options,
        batch,
        memory,
        writer.refusals > 0,
      );
      Object.assign(writer, { refusals: 0, failingSince: null, recorded: writer.recorded + recorded.length });
      writer.waitingSince = pending.size > 0 ? clock.monotonic() : null;
      if (recorded.length > 0) changes.publish({ website_ids, has_deliveries, monitors });
      pending.settle(batch, recorded);
      afterRecorded?.(recorded);
    } catch (error) {
      writer.refusals += 1;
      writer.failingSince ??= begun;
      pending.putBack(batch, error);
      const fields = { err: error, pending: pending.size, refusals: writer.refusals };
      log.error(fields, 'Results could not be written; they are kept and retried');
    }
  }
}

const pauseAfter = (refusals: number): number =>
  Math.min(retryPause.maxMilliseconds, retryPause.firstMilliseconds * 2 ** (refusals - 1));

/**
 * Writes a batch in one transaction. A first failure may come from stale memory (of a monitor that was just deleted,
 * say), so it is retried once with everything read again; and a few times if another process changed a monitor.
 */
async function writeBatch(
  { db, clock, raiseAlerts, runsAt }: Pick<ResultRecorderOptions, 'db' | 'clock' | 'raiseAlerts' | 'runsAt'>,
  checks: readonly FinishedCheck[],
  memory: RecorderMemory,
  wasRefused: boolean,
): Promise<RecordedBatch> {
  const now = clock.now();
  for (let attempt = 1; ; attempt++) {
    const how = { now, isRepeated: wasRefused || attempt > 1, ...(runsAt ? { runsAt } : {}) };
    try {
      const batch = await db.transaction().execute((trx) => recordBatch(trx, checks, raiseAlerts, memory, how));
      remember(memory, batch.written);
      return batch;
    } catch (error) {
      for (const { monitor_id } of checks) memory.delete(monitor_id);
      const isWorthAnother = error instanceof MonitorChangedError ? attempt < raceAttempts : attempt === 1;
      if (!isWorthAnother) throw error;
    }
  }
}
