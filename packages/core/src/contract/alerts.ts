import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { recentChecksSchema } from './checks.ts';
import { defineEndpoints } from './endpoint.ts';
import { evidenceSchema } from './evidence.ts';
import { deletedCount, hoursQuery, idSchema, pathId, plainText, queryInteger, timeSchema } from './fields/fields.ts';
import { serviceTypes } from './monitor-kinds/registry.ts';
import { alertTypes, severities } from './names/alerts.ts';
import { deliveryChannels } from './names/channels.ts';

export const deliveryStatuses = ['pending', 'sent', 'failed', 'suppressed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryPurposes = ['alert', 'escalation', 'reminder', 'acknowledgement'] as const;
export type DeliveryPurpose = (typeof deliveryPurposes)[number];

/** The delivery of an alert on one channel, with the reason for its state. */
const deliverySchema = z.object({
  /** The kind of channel. */
  channel: z.enum(deliveryChannels),
  /** Null for a built-in channel, as is the name. Both outlive the deletion of a channel. */
  channel_id: idSchema.nullable().default(null),
  channel_name: z.string().nullable().default(null),
  purpose: z.enum(deliveryPurposes).default('alert'),
  recipient: z.string().nullable(),
  status: z.enum(deliveryStatuses),
  reason: z.string().nullable(),
  attempts: z.int().nonnegative(),
  next_attempt_at: timeSchema.nullable(),
  sent_at: timeSchema.nullable(),
});
export type Delivery = z.output<typeof deliverySchema>;

export const alertSchema = z.object({
  id: idSchema,
  alert_type: z.enum(alertTypes),
  message: z.string(),
  /** The sentence for public pages, in place of `message`; null if they show `message`. */
  public_message: z.string().nullable().default(null),
  created_at: timeSchema,
  /** For old scripts; newer channels have no such field. */
  email_sent: z.boolean(),
  sms_sent: z.boolean(),
  slack_sent: z.boolean(),
  /** Time of the first delivery. */
  sent_at: timeSchema.nullable(),
  /** One of `url_id` and `network_monitor_id` is set. */
  url_id: idSchema.nullable(),
  network_monitor_id: idSchema.nullable(),
  /** Null from servers of an older version. */
  monitor_kind: z
    .enum(['URL', ...serviceTypes])
    .nullable()
    .default(null),
  website_id: idSchema,
  website_name: z.string(),
  deliveries: z.array(deliverySchema),
  /** Whether the response to the check is recorded. */
  has_evidence: z.boolean(),
  /** Time of the first failed check; null on RECOVERED, and on alerts that older versions stored without it. */
  began_at: timeSchema.nullable().default(null),
  /** Time when the problem ended; null while it lasts, and on RECOVERED. */
  ended_at: timeSchema.nullable().default(null),
  acknowledged_at: timeSchema.nullable().default(null),
  /** 'admin', or 'link to ops@example.org'. */
  acknowledged_by: z.string().nullable().default(null),
  acknowledge_note: z.string().nullable().default(null),
  severity: z.enum(severities).nullable().default(null),
  /** Names of the matching route and of its policy; null without one. */
  route: z.string().nullable().default(null),
  policy: z.string().nullable().default(null),
  /** A deployment mark in the half hour before an outage: 'DOWN 42 s after v1.4.2'; null without one. */
  mark: z.string().nullable().default(null),
});
export type Alert = z.output<typeof alertSchema>;

/** An open alert with the last checks of its monitor, and when those count as slow, in seconds. */
const openAlertSchema = alertSchema.extend({
  recent_checks: recentChecksSchema.optional(),
  response_time_threshold: z.number().optional(),
});
export type OpenAlert = z.output<typeof openAlertSchema>;

const note = plainText('Note', limits.acknowledgeNote.maxLength).default('');

export const alertEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/alerts/',
    access: 'read',
    summary: 'The alerts of the last hours or a day, newest first',
    query: hoursQuery(defaults.hours.alerts).extend({ until: timeSchema.optional() }),
    response: z.array(alertSchema),
  },
  listOpen: {
    method: 'GET',
    path: '/alerts/open',
    access: 'read',
    summary: 'The alerts of problems that last, however long ago they began, newest first',
    response: z.array(openAlertSchema),
  },
  listByUrl: {
    method: 'GET',
    path: '/alerts/url/:urlId',
    access: 'read',
    summary: 'All alerts of a URL, newest first',
    params: z.object({ urlId: pathId }),
    response: z.array(alertSchema),
  },
  get: {
    method: 'GET',
    path: '/alerts/:alertId',
    access: 'read',
    summary: 'One alert',
    params: z.object({ alertId: pathId }),
    response: alertSchema,
  },
  evidence: {
    method: 'GET',
    path: '/alerts/:alertId/evidence',
    access: 'read',
    summary: 'The evidence of the check that raised an alert, without secrets',
    params: z.object({ alertId: pathId }),
    response: evidenceSchema,
  },
  acknowledge: {
    method: 'POST',
    path: '/alerts/:alertId/acknowledge',
    access: 'write',
    summary:
      'Acknowledges an alert: it is neither escalated nor sent again; 409 when it ended. Replaces the note of one that is',
    params: z.object({ alertId: pathId }),
    body: z.object({ note }),
    response: alertSchema,
  },
  acknowledgeAll: {
    method: 'POST',
    path: '/alerts/acknowledge',
    access: 'write',
    summary: 'The same for several; those that ended or are acknowledged are left out',
    body: z.object({ ids: z.array(idSchema).min(1).max(limits.acknowledgedAtOnce), note }),
    response: z.object({ acknowledged: z.int().nonnegative() }),
  },
  remove: {
    method: 'DELETE',
    path: '/alerts/:alertId',
    access: 'write',
    summary: 'Deletes one alert',
    params: z.object({ alertId: pathId }),
    response: z.null(),
  },
  clear: {
    method: 'DELETE',
    path: '/alerts/',
    access: 'write',
    summary: 'Deletes the alerts older than some days; 0 deletes all',
    query: z.object({
      older_than_days: queryInteger('older_than_days', limits.olderThanDays).default(defaults.clearOldAlertsDays),
    }),
    response: deletedCount,
  },
});
