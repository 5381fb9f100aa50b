import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, pathId, plainText, timeSchema } from './fields/fields.ts';

/** A website or a monitor whose alerts are recorded but notify nobody for a while. */
const silenceSchema = z.object({
  id: idSchema,
  /** One of the two is set. */
  website_id: idSchema.nullable(),
  monitor_id: idSchema.nullable(),
  until: timeSchema,
  reason: z.string(),
  created_at: timeSchema,
  /** Of the website; also of the monitor if one is muted. */
  website_name: z.string(),
  monitor_name: z.string().nullable(),
});
export type Silence = z.output<typeof silenceSchema>;

const silenceInput = z
  .object({
    website_id: idSchema.nullable().default(null),
    monitor_id: idSchema.nullable().default(null),
    /** Must be in the future, at most 30 days ahead. */
    until: timeSchema,
    reason: plainText('Reason', limits.silenceReason.maxLength).default(''),
  })
  .refine(({ website_id, monitor_id }) => (website_id === null) !== (monitor_id === null), {
    path: ['monitor_id'],
    error: 'One of website_id and monitor_id must be given',
  });
export type SilenceInput = z.output<typeof silenceInput>;

export const silenceEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/silences/',
    access: 'read',
    summary: 'The current silences, by the time at which they end',
    response: z.array(silenceSchema),
  },
  create: {
    method: 'POST',
    path: '/silences/',
    access: 'write',
    summary: 'Mutes a website or a monitor until a time',
    successStatus: 201,
    body: silenceInput,
    response: silenceSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/silences/:silenceId',
    access: 'write',
    summary: 'Ends a silence',
    params: z.object({ silenceId: pathId }),
    response: z.null(),
  },
});
