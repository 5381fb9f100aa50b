import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { flag, integerBetween, queryInteger, timeOfDay, timeSchema, timeZone } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';

const backupSchema = z.object({ name: z.string(), size: z.int().nonnegative(), created: timeSchema });
export type Backup = z.output<typeof backupSchema>;

const { minLength, maxLength } = limits.backupName;
/** The part of a backup's name that the user chooses. */
export const backupGivenName = z
  .string()
  .regex(new RegExp(`^[A-Za-z0-9._-]{${minLength},${maxLength}}$`), { error: inputMessages.backupName });

const backupParams = z.object({ name: z.string().min(1).max(255) });

/** `restored` has the number of rows by table. */
const restoreAnswer = z.object({
  message: z.string(),
  restored: z.record(z.string(), z.int().nonnegative()),
  /**
   * Number of passwords and tokens that are encrypted with a key that this server does not have. Absent if there are
   * none.
   */
  secrets_missing: z.int().positive().optional(),
});

export type Restored = z.output<typeof restoreAnswer>;

const count = z.int().nonnegative();
/** What an archive holds, by its own table of contents. Only a restore verifies the rows. */
const backupContents = backupSchema.extend({
  product_version: z.string(),
  format_version: z.int().positive(),
  websites: count,
  monitors: count,
  checks: count,
  alerts: count,
  screenshots: count,
});
export type BackupContents = z.output<typeof backupContents>;

const scheduleShape = {
  enabled: flag('Enabled'),
  time: timeOfDay,
  time_zone: timeZone,
  keep: integerBetween('Keep', limits.keptScheduled, 'backups'),
};
/** The daily backup. */
export const backupScheduleSettings = z.object(scheduleShape);
export type BackupScheduleSettings = z.output<typeof backupScheduleSettings>;

const backupSchedule = backupScheduleSettings.extend({
  /** The next attempt; null while the schedule is off. */
  next_at: timeSchema.nullable(),
  /** The last success. */
  last_at: timeSchema.nullable(),
  /** Why the attempts since then failed; null if none did. */
  last_error: z.string().nullable(),
  /** Names of the backups that the schedule made and may delete. */
  names: z.array(z.string()),
});
export type BackupSchedule = z.output<typeof backupSchedule>;

export const backupEndpoints = defineEndpoints({
  create: {
    method: 'POST',
    path: '/backup/create',
    access: 'backup',
    summary: 'Creates a backup; an empty name or none means upvigil',
    successStatus: 201,
    query: z.object({
      name: z
        .literal('')
        .or(z.literal('null'))
        .transform(() => null)
        .or(backupGivenName)
        .nullish(),
    }),
    response: backupSchema,
  },
  list: {
    method: 'GET',
    path: '/backup/list',
    access: 'backup',
    summary: 'All backups, newest first',
    response: z.object({ backups: z.array(backupSchema) }),
  },
  download: {
    method: 'GET',
    path: '/backup/download/:name',
    access: 'backup',
    transport: 'download',
    tokenInQuery: true,
    ranges: true,
    summary: 'One backup as a file, or a part of it',
    params: backupParams,
    response: z.unknown(),
  },
  contents: {
    method: 'GET',
    path: '/backup/contents/:name',
    access: 'admin',
    summary: 'Contents of a backup: time, version, and numbers of rows',
    params: backupParams,
    response: backupContents,
  },
  restore: {
    method: 'POST',
    path: '/backup/restore',
    access: 'admin',
    transport: 'upload',
    summary: 'Replaces all data by that of a backup',
    response: restoreAnswer,
  },
  restoreStored: {
    method: 'POST',
    path: '/backup/restore/:name',
    access: 'admin',
    summary: 'Replaces all data by that of a backup on the server',
    params: backupParams,
    response: restoreAnswer,
  },
  getSchedule: {
    method: 'GET',
    path: '/backup/schedule',
    access: 'admin',
    summary: 'The daily backup: its schedule, next attempt and last result',
    response: backupSchedule,
  },
  updateSchedule: {
    method: 'PUT',
    path: '/backup/schedule',
    access: 'admin',
    summary: 'Changes the daily backup; absent fields stay',
    body: backupScheduleSettings.partial(),
    response: backupSchedule,
  },
  remove: {
    method: 'DELETE',
    path: '/backup/:name',
    access: 'admin',
    summary: 'Deletes one backup',
    params: backupParams,
    response: z.null(),
  },
  cleanup: {
    method: 'POST',
    path: '/backup/cleanup',
    access: 'backup',
    summary: `Keeps the newest backups and deletes the others; to keep fewer than ${limits.apiToken.keptBackups} needs admin`,
    query: z.object({ keep_count: queryInteger('keep_count', limits.keepCount).default(defaults.keepBackups) }),
    response: z.object({ deleted: z.array(z.string()), kept: z.int().nonnegative() }),
  },
});
