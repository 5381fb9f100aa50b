import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { flag, hoursQuery, httpUrl, idSchema, isOneLine, pathId, requiredText, timeSchema } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';

const label = requiredText('Label', limits.mark.maxLength).refine(isOneLine, { error: inputMessages.oneLine('Label') });

/** A change at a point in time, such as a deployment. */
const markSchema = z.object({
  id: idSchema,
  label: z.string(),
  /** Null (as is the name): the mark applies to all websites. */
  website_id: idSchema.nullable(),
  website_name: z.string().nullable(),
  /** Link to details of the change; null without one. */
  url: z.string().nullable(),
  at: timeSchema,
  /** Whether public pages may show it. */
  public: z.boolean(),
  created_at: timeSchema,
});
export type Mark = z.output<typeof markSchema>;

export const markInput = z.object({
  label,
  website_id: idSchema.nullable().default(null),
  url: httpUrl('URL', limits.url.maxLength).nullable().default(null),
  /** Defaults to now. Must not be in the future. */
  at: timeSchema.optional(),
  public: flag('Public').default(false),
});
export type MarkInput = z.output<typeof markInput>;

export const markEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/marks/',
    access: 'read',
    summary: 'The changes of the last hours, newest first',
    query: hoursQuery(defaults.hours.marks),
    response: z.array(markSchema),
  },
  create: {
    method: 'POST',
    path: '/marks/',
    access: 'deploy',
    summary: 'Says that something was changed: an outage that begins soon after says so',
    successStatus: 201,
    body: markInput,
    response: markSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/marks/:markId',
    access: 'write',
    summary: 'Deletes a mark; alerts that name it keep doing so',
    params: z.object({ markId: pathId }),
    response: z.null(),
  },
});
