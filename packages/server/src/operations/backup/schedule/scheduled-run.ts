import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Backup } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/contract/errors';
import { endNotice, openNotice, rewordNotice } from '../../../alerts/notify/notices/notice-store.ts';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import { backupsDir, findBackup, listBackups } from '../backup-files.ts';
import type { Backups } from '../backups.ts';
import { verifyBackup } from '../verify-backup.ts';
import { leaseTime, nextRunAt, retryAfter, type ScheduleStep, scheduleKey } from './schedule-step.ts';
import { backupScheduleStore, type ScheduleState, type ScheduleStates } from './schedule-store.ts';

export interface ScheduledRunOptions {
  dataDir: string;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  states: ScheduleStates;
  /** This process. */
  owner: string;
  isStopped: () => boolean;
}

export const failureNotice = { kind: 'backup_failed', subject: '' } as const;
const givenName = 'daily';

type CreateNamed = Parameters<Parameters<Backups['alone']>[0]>[0];

/**
 * Makes the run of the time `due`, which `step` found again: other work of this process came first, and another process
 * may have made it. The run stays due until its backup is complete and verified.
 */
export async function makeRun(
  options: ScheduledRunOptions,
  step: (state: ScheduleState, db: Database) => Promise<ScheduleStep>,
  create: CreateNamed,
): Promise<void> {
  const { states, clock, owner, isStopped } = options;
  const running = (name: string | null) => ({ owner, name, until: clock.now() + leaseTime });
  const taken = await states.change(async (state, trx) => {
    const found = await step(state, trx);
    if (found.step !== 'run') return { state, answer: null };
    const left = state.running?.name ?? null;
    return { state: { ...state, running: running(left) }, answer: { due: found.due, left } };
  });
  if (taken === null) return;
  const onNamed = (name: string) => states.patch({ running: running(name) });
  const backup = await makeVerified(options, taken.left, () => create(givenName, onNamed)).catch(
    async (error: unknown) => {
      // A stopping process lets go of the run, which the next one makes at once.
      if (isStopped()) await states.change(async (state) => ({ state: released(state), answer: undefined }));
      else await recordFailure(options, error, taken.due);
      return null;
    },
  );
  if (backup === null) return;
  const { made, keep } = await recordSuccess(options, backup, taken.due);
  await states.patch({ made: await deleteSurplus(options, made, keep) });
}

const released = (state: ScheduleState): ScheduleState => ({
  ...state,
  running: state.running && { ...state.running, until: 0 },
});

/** `left`: name of a file that a killed process may have completed without recording it. */
async function makeVerified(
  { dataDir, isStopped }: ScheduledRunOptions,
  left: string | null,
  create: () => Promise<Backup>,
): Promise<Backup> {
  const complete = left === null ? undefined : (await listBackups(dataDir)).find(({ name }) => name === left);
  const backup = complete ?? (await create());
  const { file } = await findBackup(dataDir, backup.name);
  try {
    await verifyBackup(file, {
      onProgress: () => {
        if (isStopped()) throw new Error('this process stops');
      },
    });
    return backup;
  } catch (error) {
    if (isStopped()) throw error;
    // Nobody should rely on it.
    await rm(file, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestError('unavailable', `The new backup could not be read: ${reason}`, { cause: error });
  }
}

async function recordSuccess(
  { states, clock, changes, log }: ScheduledRunOptions,
  { name, size }: Backup,
  due: number,
): Promise<{ made: ScheduleState['made']; keep: number }> {
  const now = clock.now();
  const { wasOpen, ...result } = await states.change(async (state, trx) => {
    const settings = await backupScheduleStore.read(trx);
    const made = [...state.made.filter((each) => each.name !== name), { name, size }];
    const next_at = await nextRunAt(settings, Math.max(now, due));
    const isOpen = await endNotice(trx, { ...failureNotice, now });
    return {
      state: {
        follows: scheduleKey(settings),
        next_at,
        last_due: due,
        retry_at: null,
        last_at: now,
        last_error: null,
        running: null,
        made,
      },
      answer: { made, keep: settings.keep, wasOpen: isOpen },
    };
  });
  if (wasOpen) changes.publish({ has_deliveries: true });
  log.info({ name }, 'the daily backup is complete');
  return result;
}

async function recordFailure(
  { states, clock, changes, log }: ScheduledRunOptions,
  error: unknown,
  due: number,
): Promise<void> {
  const reason = error instanceof RequestError ? error.message : 'Something failed on the server; see its log';
  const now = clock.now();
  const retry_at = now + retryAfter;
  log.error({ err: error, due: timeText(due), retry: timeText(retry_at) }, 'the daily backup failed');
  await states.change(async (state, trx) => {
    const { time, time_zone } = await backupScheduleStore.read(trx);
    const next = `next attempt at ${timeOfDay(retry_at, time_zone)} (${time_zone})`;
    const message = `the daily backup of ${time} failed: ${reason}; ${next}`;
    if (!(await openNotice(trx, { ...failureNotice, message, now })))
      await rewordNotice(trx, { ...failureNotice, message });
    return { state: { ...state, retry_at, last_error: reason, running: null }, answer: undefined };
  });
  changes.publish({ has_deliveries: true });
}

/** Whether the schedule made this file. */
export const isOwn = (made: ScheduleState['made'], { name, size }: Pick<Backup, 'name' | 'size'>): boolean =>
  made.some((own) => own.name === name && own.size === size);

/**
 * Deletes all but the newest `keep` of the schedule's own backups, in the order in which it made them: a wrong clock
 * cannot make the newest one look old. Returns those that are left.
 */
async function deleteSurplus(
  { dataDir, log }: ScheduledRunOptions,
  made: ScheduleState['made'],
  keep: number,
): Promise<ScheduleState['made']> {
  const listed = await listBackups(dataDir);
  const own = made.filter((one) => listed.some((backup) => isOwn([one], backup)));
  const undeletable: ScheduleState['made'] = [];
  for (const one of own.slice(0, -keep)) {
    await rm(path.join(backupsDir(dataDir), one.name), { force: true }).catch((error: unknown) => {
      log.error({ err: error, name: one.name }, 'an old daily backup could not be deleted');
      undeletable.push(one);
    });
  }
  return [...undeletable, ...own.slice(-keep)];
}

const timeText = (time: number): string => new Date(time).toISOString();
const timeOfDay = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time);
