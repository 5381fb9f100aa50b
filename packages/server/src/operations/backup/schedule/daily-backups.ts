import { randomUUID } from 'node:crypto';
import type { BackupSchedule } from '@upvigil/core/contract/backup';
import { minuteMs, secondMs } from '@upvigil/core/time';
import { endNotice } from '../../../alerts/notify/notices/notice-store.ts';
import { createPoller } from '../../../alerts/notify/sending/poller.ts';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database, Storage } from '../../../storage/database.ts';
import { timeOrNull } from '../../../storage/wire-format.ts';
import { listBackups } from '../backup-files.ts';
import type { Backups } from '../backups.ts';
import { nextAttemptAt, nextRunAt, type ScheduleStep, scheduleStep } from './schedule-step.ts';
import { backupScheduleStore, createScheduleStates, type ScheduleState, scheduleStateStore } from './schedule-store.ts';
import { failureNotice, isOwn, makeRun, type ScheduledRunOptions } from './scheduled-run.ts';

interface DailyBackupsOptions extends Pick<ScheduledRunOptions, 'dataDir' | 'log'> {
  storage: Pick<Storage, 'db' | 'dialect'>;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish' | 'subscribe'>;
  backups: Pick<Backups, 'alone'>;
}

export type DailyBackups = ReturnType<typeof createDailyBackups>;

/** Longest pause: after it, a changed clock is noticed. */
const mostPause = 10 * minuteMs;
/** After an error that could not be stored, as when the database is on the full disk. */
const troubleMilliseconds = minuteMs;

/** Makes the backups of the daily schedule, in one of several processes, and deletes old ones of its own. */
export function createDailyBackups(options: DailyBackupsOptions) {
  const { storage, dataDir, clock, changes, backups, log } = options;
  const { db } = storage;
  const states = createScheduleStates(db);
  const owner = randomUUID();
  const isAlone = storage.dialect === 'sqlite';
  let isStopped = false;
  let unsubscribe = (): void => undefined;
  const run: ScheduledRunOptions = { dataDir, clock, changes, log, states, owner, isStopped: () => isStopped };

  const step = async (state: ScheduleState, trx: Database): Promise<ScheduleStep> => {
    const settings = await backupScheduleStore.read(trx);
    const now = clock.now();
    return scheduleStep({ settings, state, now, expected: await nextRunAt(settings, now), owner, isAlone });
  };
  const poll = async (): Promise<number> => {
    const state = await scheduleStateStore.read(db);
    const found = await step(state, db);
    if (found.step === 'off') await switchOff(state);
    if (found.step === 'plan') {
      const { next_at, follows } = found;
      await states.patch({ next_at, follows, retry_at: null });
    }
    if (found.step === 'run') await backups.alone((create) => makeRun(run, step, create));
    const next = found.step === 'plan' ? found.next_at : found.step === 'wait' ? found.until : Number.POSITIVE_INFINITY;
    return Math.min(mostPause, Math.max(secondMs, next - clock.now()));
  };

  const switchOff = async ({ next_at }: ScheduleState): Promise<void> => {
    if (next_at === null) return;
    const message = 'daily backups failed; they are switched off now';
    const wasOpen = await states.change(async (state, trx) => ({
      state: { ...state, next_at: null, retry_at: null, last_error: null },
      answer: await endNotice(trx, { ...failureNotice, now: clock.now(), message }),
    }));
    if (wasOpen) changes.publish({ has_deliveries: true });
  };

  let troubleUntil = Number.NEGATIVE_INFINITY;
  const poller = createPoller(
    clock,
    async () => {
      const left = troubleUntil - clock.monotonic();
      return left > 0 ? left : poll();
    },
    (error) => {
      troubleUntil = clock.monotonic() + troubleMilliseconds;
      log.error({ err: error }, 'the daily backup could not be started or recorded; retrying');
    },
  );
  return {
    start(): void {
      poller.wake();
      unsubscribe = changes.subscribe(({ is_structural, is_replaced }) => {
        if (is_structural || is_replaced) poller.wake();
      });
    },
    /** The schedule with its next attempt and last result. */
    async describe(): Promise<BackupSchedule> {
      const settings = await backupScheduleStore.read(db);
      const state = await scheduleStateStore.read(db);
      return {
        ...settings,
        next_at: timeOrNull(await nextAttemptAt(settings, state, clock.now())),
        last_at: timeOrNull(state.last_at),
        last_error: state.last_error,
        names: (await listBackups(dataDir)).filter((backup) => isOwn(state.made, backup)).map(({ name }) => name),
      };
    },
    settled: async () => void (await poller.running()),
    /** The caller also stops the backups, which cancels a run in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      unsubscribe();
      poller.stop();
      await poller.running();
    },
  };
}
