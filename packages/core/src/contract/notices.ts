import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { defineEndpoints } from './endpoint.ts';
import { hoursQuery, idSchema, timeSchema } from './fields/fields.ts';

/** Kinds of notices about this installation. */
export const noticeKinds = [
  'offline',
  'backup_overdue',
  'backup_failed',
  'channel_failing',
  'channel_unproven',
  'channel_disabled',
  'token_expiring',
  'second_factor_guessed',
  'disk_low',
  'clock_skew',
  'checks_late',
  'folder_apart',
  'not_checked',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const noticeSchema = z.object({
  id: idSchema,
  kind: z.enum(noticeKinds),
  message: z.string(),
  /** One sentence: what to do. */
  remedy: z.string(),
  began_at: timeSchema,
  /** Null while it lasts. */
  ended_at: timeSchema.nullable(),
});
export type Notice = z.output<typeof noticeSchema>;

export const noticeEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/notices/',
    access: 'read',
    summary: 'Notices about this installation: open ones, and those that ended in the last hours, newest first',
    query: hoursQuery(defaults.hours.notices),
    response: z.array(noticeSchema),
  },
});
