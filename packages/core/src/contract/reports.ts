import * as z from 'zod';
import { limits } from '../limits.ts';
import { emailAddress } from './channel-kinds/email.ts';
import { defineEndpoints } from './endpoint.ts';
import { cleanAddress } from './fields/clean-address.ts';
import {
  flag,
  idSchema,
  oneLineText,
  oneOf,
  pathId,
  requiredText,
  testResult,
  timeOfDay,
  timeSchema,
  timeZone,
} from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { weekdays } from './routing.ts';

export const reportFrequencies = ['daily', 'weekly'] as const;

const shape = {
  name: requiredText('Name', limits.channelName.maxLength),
  enabled: flag('Enabled'),
  frequency: oneOf('Frequency', reportFrequencies),
  /** For weekly reports. */
  weekday: oneOf('Day', weekdays),
  time: timeOfDay,
  time_zone: timeZone,
  recipients: z
    .array(
      oneLineText('Recipients', limits.channelListEntry.maxLength)
        .overwrite(cleanAddress)
        .regex(emailAddress, { error: inputMessages.email('Recipients') }),
    )
    .min(1, { error: inputMessages.required('Recipients') })
    .max(limits.channelRecipients, { error: `Recipients must be at most ${limits.channelRecipients}` }),
  /** Empty means all. */
  website_ids: z.array(idSchema).max(limits.reportWebsites),
};

export const reportInput = z.object({
  ...shape,
  enabled: shape.enabled.default(true),
  weekday: shape.weekday.default('mon'),
  time_zone: shape.time_zone.default('UTC'),
  website_ids: shape.website_ids.default([]),
});
export type ReportInput = z.output<typeof reportInput>;

export const reportSchema = z.object({
  id: idSchema,
  ...shape,
  /** Null while it is disabled. */
  next_at: timeSchema.nullable(),
  last_sent_at: timeSchema.nullable(),
  /** The error of the last report; null if it was sent. */
  last_error: z.string().nullable(),
});
export type Report = z.output<typeof reportSchema>;

const params = z.object({ reportId: pathId });

export const reportEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/reports/',
    access: 'read',
    summary: 'The reports that are sent by email, by id',
    response: z.array(reportSchema),
  },
  create: {
    method: 'POST',
    path: '/reports/',
    access: 'admin',
    summary: 'Adds a report',
    successStatus: 201,
    body: reportInput,
    response: reportSchema,
  },
  update: {
    method: 'PUT',
    path: '/reports/:reportId',
    access: 'admin',
    summary: 'Changes a report; what is absent stays',
    params,
    // From the shape without defaults, because a default would replace every absent field.
    body: z.object(shape).partial(),
    response: reportSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/reports/:reportId',
    access: 'admin',
    summary: 'Deletes a report',
    params,
    response: z.null(),
  },
  send: {
    method: 'POST',
    path: '/reports/:reportId/send',
    access: 'admin',
    summary: 'Sends a report now, about the time up to now',
    params,
    response: testResult,
  },
});
