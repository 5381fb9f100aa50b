import { type Clock, systemClock } from '../base/clock.ts';
import { type Change, createChangeFeed } from '../base/domain/change-feed.ts';
import type { FinishedCheck } from '../base/domain/check.ts';
import { advanceStreaks } from '../base/domain/problems.ts';
import type { ProblemState, RaiseAlerts } from '../checks/record/recording/recorded-check.ts';
import {
  createResultRecorder,
  type ResultRecorder,
  type ResultRecorderOptions,
} from '../checks/record/recording/result-recorder.ts';
import type { RollupTableName } from '../checks/record/rollups/rollup.ts';
import type { MonitorRow } from '../storage/tables.ts';
import { finishedCheck, testNow } from './rows.ts';
import { openTestStorage } from './test-storage.ts';

const clock: Clock = { ...systemClock, now: () => testNow, monotonic: () => 0 };

/** Counts streaks without raising alerts: each monitor's state after its checks, in order. */
export const countStreaks: RaiseAlerts = async (_trx, recorded) => {
  const states = new Map<number, ProblemState>();
  for (const { check, monitor } of recorded) {
    const before = states.get(monitor.id) ?? monitor;
    states.set(monitor.id, { ...problemState(before), ...advanceStreaks({ ...monitor, ...before }, check) });
  }
  return { states, has_deliveries: false };
};
const problemState = ({ outage_alert_id, slow_alert_id, metadata_alert_id, ...rest }: ProblemState): ProblemState => ({
  outage_streak: rest.outage_streak,
  slow_streak: rest.slow_streak,
  metadata_streak: rest.metadata_streak,
  outage_alert_id,
  slow_alert_id,
  metadata_alert_id,
});

/** A database, recorders on it that count streaks and raise no alerts, and their events. */
export type RecorderLab = Awaited<ReturnType<typeof openRecorderLab>>;

export async function openRecorderLab() {
  const storage = await openTestStorage();
  const published: Change[] = [];
  const logged: string[] = [];
  const started: ResultRecorder[] = [];
  const lab = {
    storage,
    published,
    logged,
    /** Starts another recorder, as another process would; `close` stops it. */
    start(given: Partial<ResultRecorderOptions> = {}): ResultRecorder {
      const changes = createChangeFeed(() => undefined);
      changes.subscribe((change) => published.push(change));
      const log = {
        warn: (_: object, text: string) => logged.push(text),
        error: (_: object, text: string) => logged.push(text),
      };
      const recorder = createResultRecorder({
        db: storage.db,
        clock,
        changes,
        raiseAlerts: countStreaks,
        log,
        ...given,
      });
      started.push(recorder);
      return recorder;
    },
    monitorRow: (id: number) =>
      storage.db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    checkRows: () => storage.db.selectFrom('checks').selectAll().orderBy('id').execute(),
    rollupRows: (table: RollupTableName) =>
      storage.db.selectFrom(table).selectAll().orderBy('monitor_id').orderBy('bucket_start').execute(),
    async close(): Promise<void> {
      for (const recorder of started) await recorder.stop();
      await storage.close();
    },
  };
  return { ...lab, recorder: lab.start() };
}

/** A check that found the monitor down. */
export const downCheck = (monitor: MonitorRow, given: Partial<FinishedCheck> = {}): FinishedCheck =>
  finishedCheck(monitor, { is_up: false, status_code: 503, error_message: 'HTTP 503', ...given });
