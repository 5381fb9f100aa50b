import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { FinishedCheck } from '../../base/domain/check.ts';
import { groupBy } from '../../base/domain/group-by.ts';
import type { RunsAt } from '../../base/domain/maintenance.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { PingRow } from '../../storage/tables/heartbeat-tables.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { flagOf } from '../../storage/wire-format.ts';
import { type KnownMonitor, type RecorderMemory, remember } from '../record/recorder-memory.ts';
import { MonitorChangedError } from '../record/recording/monitor-states.ts';
import { type RecordedBatch, readMonitors, recordBatch } from '../record/recording/record-batch.ts';
import type { RaiseAlerts, RecordedCheck } from '../record/recording/recorded-check.ts';
import {
  addPings,
  findOverdue,
  optionsOf,
  runStateOf,
  type StoredHeartbeat,
  takeByHash,
  takeOverdue,
  writeProgress,
} from './heartbeat-store.ts';
import type { ListeningPast } from './listening-gaps.ts';
import { type CountedPing, deadlineOf, type Gap, passDeadlines, type RunCheck, receivePing } from './run-rules.ts';

/** A received request to an address of a heartbeat. */
export interface ReceivedPing extends CountedPing {
  /** SHA-256 of the key, in hex. */
  key_hash: string;
  text: string | null;
  /** Whether a heartbeat that accepts only POST counts it. */
  counts_as_post: boolean;
}

/** `disabled`: listed, but ignored. */
export type PingResult = 'recorded' | 'disabled' | 'unknown';

export interface HeartbeatRecorderOptions {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  raiseAlerts: RaiseAlerts;
  runsAt: RunsAt;
  /** When no process listened. Read only if a deadline has passed. */
  listeningPast(trx: Database, now: number): Promise<ListeningPast>;
  /** The gaps before this process began to listen, without a statement. */
  earlierGaps(): readonly Gap[];
  afterRecorded(recorded: readonly RecordedCheck[]): void;
}

interface WatchedHeartbeat extends KnownMonitor {
  heartbeat: StoredHeartbeat;
}

/** Another process may change a monitor at the same time, but hardly five times in a row. */
const raceAttempts = 5;
/** Missed heartbeats in one transaction, so that none blocks the database for long. */
const mostAtOnce = 256;

/** Writes pings and missed runs, each with its check, alerts and deliveries in one transaction. */
export function createHeartbeatRecorder(options: HeartbeatRecorderOptions) {
  const { db, clock, changes, listeningPast, afterRecorded } = options;
  const remembered: RecorderMemory = new Map();

  const commit = async <Answer>(
    work: (trx: DatabaseTransaction) => Promise<{ batch: RecordedBatch | null; answer: Answer }>,
  ): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const { batch, answer } = await db.transaction().execute(work);
        if (batch && batch.recorded.length > 0) {
          const { website_ids, has_deliveries, monitors, recorded, written } = batch;
          remember(remembered, written);
          changes.publish({ website_ids, has_deliveries, monitors });
          afterRecorded(recorded);
        }
        return answer;
      } catch (error) {
        remembered.clear();
        if (!(error instanceof MonitorChangedError) || attempt === raceAttempts) throw error;
      }
    }
  };

  const write = async (
    trx: DatabaseTransaction,
    found: readonly WatchedHeartbeat[],
    pings: ReadonlyMap<string, readonly ReceivedPing[]>,
    now: number,
  ): Promise<RecordedBatch | null> => {
    const isOverdue = ({ heartbeat: { deadline_at }, monitor }: WatchedHeartbeat): boolean =>
      monitor.enabled === 1 && deadline_at !== null && deadline_at < now;
    const past = found.some(isOverdue)
      ? await listeningPast(trx, now)
      : { gaps: options.earlierGaps(), decidedUntil: now };
    const followed = found.map((one) => followHeartbeat(one, pings.get(one.heartbeat.key_hash) ?? [], past, now));
    await addPings(
      trx,
      followed.flatMap((one) => one.pings),
    );
    await writeProgress(
      trx,
      followed.map(({ progress }) => progress),
    );
    const checks = followed.flatMap((one) => one.checks);
    if (checks.length === 0) return null;
    const memory: RecorderMemory = new Map(
      found.map(({ heartbeat, ...known }) => [
        heartbeat.monitor_id,
        { ...known, unobserved: [...past.gaps, ...(known.unobserved ?? [])] },
      ]),
    );
    return recordBatch(trx, checks, options.raiseAlerts, memory, { now, isRepeated: false, runsAt: options.runsAt });
  };

  return {
    /** Forgets what was read, so that the database may be replaced. */
    forget: (): void => remembered.clear(),
    /** Resolves after the commit, with a result for each ping. */
    recordPings: (pings: readonly ReceivedPing[]): Promise<PingResult[]> =>
      commit(async (trx) => {
        const byHash = groupBy(pings, ({ key_hash }) => key_hash);
        const found = await withMonitors(trx, await takeByHash(trx, [...byHash.keys()]), remembered);
        const batch = await write(trx, found, byHash, clock.now());
        const enabled = new Map(found.map(({ heartbeat, monitor }) => [heartbeat.key_hash, monitor.enabled === 1]));
        const resultOf = ({ key_hash }: ReceivedPing): PingResult => {
          const isEnabled = enabled.get(key_hash);
          return isEnabled === undefined ? 'unknown' : isEnabled ? 'recorded' : 'disabled';
        };
        return { batch, answer: pings.map(resultOf) };
      }),
    /** Records the runs whose deadline has passed. */
    async recordMissed(): Promise<void> {
      const overdue = await findOverdue(db, clock.now(), 4 * mostAtOnce);
      for (let at = 0; at < overdue.length; at += mostAtOnce) {
        await commit(async (trx) => {
          const now = clock.now();
          const found = await withMonitors(
            trx,
            await takeOverdue(trx, overdue.slice(at, at + mostAtOnce), now),
            remembered,
          );
          return { batch: await write(trx, found, new Map(), now), answer: undefined };
        });
      }
    },
  };
}

/**
 * Adds the monitors: as this process wrote them last, or read if anybody wrote since. To read and copy a whole row takes
 * 0.03 ms of CPU, a tenth of a ping.
 */
async function withMonitors(
  trx: DatabaseTransaction,
  found: readonly StoredHeartbeat[],
  remembered: RecorderMemory,
): Promise<WatchedHeartbeat[]> {
  const isCurrent = ({ monitor_id, revision, last_check_id, created_at }: StoredHeartbeat): boolean => {
    const known = remembered.get(monitor_id)?.monitor;
    const isSame = known?.revision === revision && known.last_check_id === last_check_id;
    return isSame && known.created_at === created_at;
  };
  const changed = found.filter((heartbeat) => !isCurrent(heartbeat)).map(({ monitor_id }) => monitor_id);
  const read = await readMonitors(trx, changed);
  return found.flatMap((heartbeat) => {
    const known = isCurrent(heartbeat) ? remembered.get(heartbeat.monitor_id) : read.get(heartbeat.monitor_id);
    // A monitor that was deleted meanwhile is left out.
    return known ? [{ ...known, heartbeat }] : [];
  });
}

/** Applies pings, in order, and passed deadlines to one heartbeat. */
function followHeartbeat(
  { heartbeat, monitor }: WatchedHeartbeat,
  pings: readonly ReceivedPing[],
  { gaps, decidedUntil }: ListeningPast,
  now: number,
) {
  const options = optionsOf(monitor);
  let state = runStateOf(heartbeat);
  let last_n = heartbeat.last_n;
  const rows: PingRow[] = [];
  const checks: RunCheck[] = [];
  const pass = (until: number): void => {
    const passed = passDeadlines(options, state, Math.min(until, decidedUntil), gaps);
    state = passed.state;
    checks.push(...passed.checks);
  };
  for (const ping of pings) {
    const isIgnored = monitor.enabled === 0 || (options.post_only && !ping.counts_as_post);
    let runtime_ms: number | null = null;
    if (!isIgnored) {
      pass(ping.at);
      const received = receivePing(options, state, ping);
      state = received.state;
      checks.push(...received.checks);
      runtime_ms = received.runtime_ms;
    }
    last_n += 1;
    rows.push(pingRow(monitor.id, last_n, ping, { isIgnored, runtime_ms }));
  }
  if (pings.length === 0 && monitor.enabled === 1) pass(now);
  const deadline_at = monitor.enabled === 1 ? deadlineOf(options, state) : null;
  return {
    pings: rows,
    checks: checks.map((check) => finishedCheck(monitor, check)),
    progress: { monitor_id: monitor.id, last_n, run_state: JSON.stringify(state), deadline_at },
  };
}

const pingRow = (
  monitor_id: number,
  n: number,
  { type, at, code, rid, text }: ReceivedPing,
  { isIgnored, runtime_ms }: { isIgnored: boolean; runtime_ms: number | null },
): PingRow => ({
  monitor_id,
  n,
  type,
  received_at: at,
  code,
  rid,
  runtime_ms,
  is_ignored: flagOf(isIgnored),
  text,
});

const finishedCheck = (monitor: MonitorRow, check: RunCheck): FinishedCheck => ({
  monitor_id: monitor.id,
  revision: monitor.revision,
  monitor_created_at: monitor.created_at,
  checked_at: check.at,
  next_due_at: null,
  is_up: check.is_up,
  is_slow: check.is_slow,
  error_message: check.is_up ? null : check.cause,
  ...(check.is_up && check.cause !== null ? { slow_cause: check.cause } : {}),
  response_time_us: check.response_time_us,
  status_code: null,
  metadata_found: null,
  packet_loss: null,
  phases: null,
  evidence: null,
});
