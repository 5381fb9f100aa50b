import { backupScheduleSettings } from '@upvigil/core/contract/backup';
import { defaults } from '@upvigil/core/defaults';
import { z } from 'zod';
import type { Database } from '../../../storage/database.ts';
import { createSettingStore, lockSetting } from '../../../storage/settings/setting-store.ts';

export const backupScheduleStore = createSettingStore(
  'backup_schedule',
  backupScheduleSettings,
  defaults.backupSchedule,
);

/** Times are milliseconds since the epoch. */
const scheduleState = z.object({
  /** The schedule that `next_at` follows; see `scheduleKey`. */
  follows: z.string(),
  /** The run that is made next; it stays until a backup is complete. */
  next_at: z.number().nullable(),
  /** The time of the last completed run. */
  last_due: z.number().nullable(),
  /** After a failure. */
  retry_at: z.number().nullable(),
  last_at: z.number().nullable(),
  last_error: z.string().nullable(),
  /** The run in progress. `name`: of its file, once that is chosen; a killed process may have completed it. */
  running: z.object({ owner: z.string(), name: z.string().nullable(), until: z.number() }).nullable(),
  /** The backups that the schedule made. The size recognises a file that somebody put in the place of one. */
  made: z.array(z.object({ name: z.string(), size: z.number() })),
});
export type ScheduleState = z.output<typeof scheduleState>;

/** Belongs to the installation: a restored backup must not bring old runs back. */
export const backupScheduleStateKey = 'backup_schedule_state';
export const scheduleStateStore = createSettingStore(backupScheduleStateKey, scheduleState, {
  follows: '',
  next_at: null,
  last_due: null,
  retry_at: null,
  last_at: null,
  last_error: null,
  running: null,
  made: [],
});

export type ScheduleStates = ReturnType<typeof createScheduleStates>;

export function createScheduleStates(db: Database) {
  /** Changes the state in a transaction, while no other process does. */
  const change = <Answer>(
    decide: (state: ScheduleState, trx: Database) => Promise<{ state: ScheduleState; answer: Answer }>,
  ): Promise<Answer> =>
    db.transaction().execute(async (trx) => {
      await lockSetting(trx, backupScheduleStateKey, '{}');
      const { state, answer } = await decide(await scheduleStateStore.read(trx), trx);
      await scheduleStateStore.save(trx, state);
      return answer;
    });
  return {
    change,
    patch: (patch: Partial<ScheduleState>): Promise<void> =>
      change(async (state) => ({ state: { ...state, ...patch }, answer: undefined })),
  };
}
