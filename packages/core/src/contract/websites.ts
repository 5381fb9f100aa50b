import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  idSchema,
  oneOf,
  optionalText,
  pathId,
  percentOrNull,
  rangeQuery,
  requiredText,
  secondsOrNull,
  timeSchema,
} from './fields/fields.ts';
import { websiteStatuses } from './names/states.ts';
import { websiteMaintenance } from './shown-maintenance.ts';

/** Whether an outage opens an incident automatically, and whether it is published at once. */
export const automaticModes = ['off', 'draft', 'publish'] as const;
export type AutomaticMode = (typeof automaticModes)[number];

export const websiteSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  created_at: timeSchema,
  url_count: z.int().nonnegative(),
  network_monitor_count: z.int().nonnegative(),
  /** How many of the network monitors are heartbeats. Absent if none. */
  heartbeat_count: z.int().nonnegative().optional(),
  /** Over its enabled monitors. */
  status: z.enum(websiteStatuses),
  /** Number of monitors that were up and are not checked any more: `status` ignores them. Absent if zero. */
  not_checked: z.int().positive().optional(),
  maintenance: websiteMaintenance,
  /** Null: the installation's setting applies. */
  automatic_incidents: z.enum(automaticModes).nullable(),
});
export type Website = z.output<typeof websiteSchema>;

const count = z.int().nonnegative();
const websiteFigures = z.object({
  checks: count,
  failures: count,
  /** Successful checks over the threshold of their time. */
  slow: count,
  uptime: percentOrNull,
  /** Over the successful checks of its URLs, or of its network monitors if it has no URL; within 2 percent. */
  p50_response_time: secondsOrNull,
  p95_response_time: secondsOrNull,
});

/** A website over a range: all of it, and each stretch with a check, oldest first. */
export const websiteHistorySchema = z.object({
  /** Those of the range; a day for websites with many monitors. */
  stretch_minutes: count,
  figures: websiteFigures,
  history: z.array(websiteFigures.extend({ time: timeSchema })),
});
export type WebsiteHistory = z.output<typeof websiteHistorySchema>;

const name = requiredText('Name', limits.name.maxLength);
const description = optionalText('Description', limits.description.maxLength);

const automatic = oneOf('Automatic incidents', automaticModes).nullable();

export const websiteInput = z.object({
  name,
  description: description.default(null),
  automatic_incidents: automatic.optional(),
});
export type WebsiteInput = z.output<typeof websiteInput>;
/** An absent field stays. */
export const websiteChange = z.object({
  name: name.optional(),
  description: description.optional(),
  automatic_incidents: automatic.optional(),
});
export type WebsiteChange = z.output<typeof websiteChange>;

export const websiteParams = z.object({ websiteId: pathId });

export const websiteEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/websites/',
    access: 'read',
    summary: 'All websites, by id',
    response: z.array(websiteSchema),
  },
  get: {
    method: 'GET',
    path: '/websites/:websiteId',
    access: 'read',
    summary: 'One website',
    params: websiteParams,
    response: websiteSchema,
  },
  history: {
    method: 'GET',
    path: '/websites/:websiteId/history',
    access: 'read',
    summary: 'Uptime and response times of a website in the last hours or a range, in stretches',
    params: websiteParams,
    query: rangeQuery(defaults.hours.dashboard),
    response: websiteHistorySchema,
  },
  create: {
    method: 'POST',
    path: '/websites/',
    access: 'write',
    summary: 'Adds a website',
    successStatus: 201,
    body: websiteInput,
    response: websiteSchema,
  },
  update: {
    method: 'PUT',
    path: '/websites/:websiteId',
    access: 'write',
    summary: 'Changes a website',
    params: websiteParams,
    body: websiteChange,
    response: websiteSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/websites/:websiteId',
    access: 'write',
    summary: 'Deletes a website with its monitors, checks, alerts and files',
    params: websiteParams,
    response: z.null(),
  },
});
