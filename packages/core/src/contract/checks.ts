import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  coveragePercent,
  deletedCount,
  idSchema,
  pathId,
  percentOrNull,
  queryInteger,
  secondsOrNull,
  timeSchema,
  windowQuery,
} from './fields/fields.ts';
import { checkStateLetters, monitorStatuses, mostRecentChecks } from './names/states.ts';
import { phaseHistorySchema, phasesSchema } from './phases.ts';

/** Result of one check of a URL. `response_time` in seconds, null if not measured. */
export const urlCheckSchema = z.object({
  id: idSchema,
  url_id: idSchema,
  is_up: z.boolean(),
  status_code: z.int().nullable(),
  response_time: secondsOrNull,
  checked_at: timeSchema,
  metadata_found: z.boolean().nullable(),
  error_message: z.string().nullable(),
  screenshot_path: z.string().nullable(),
  /** Null if not measured (in a browser, say). */
  phases: phasesSchema.nullable(),
});
export type UrlCheck = z.output<typeof urlCheckSchema>;

/** Result of one check of a network monitor. `packet_loss` in percent, for ICMP_PING only. */
export const networkCheckSchema = z.object({
  id: idSchema,
  network_monitor_id: idSchema,
  is_up: z.boolean(),
  response_time: secondsOrNull,
  packet_loss: z.number().min(0).max(100).nullable(),
  checked_at: timeSchema,
  error_message: z.string().nullable(),
  /** Null if not measured (by a ping, say). */
  phases: phasesSchema.nullable(),
});
export type NetworkCheck = z.output<typeof networkCheckSchema>;

/** A monitor's state by its last check, in lists for signed-in users. */
export const listedStatusSchema = z.enum([...monitorStatuses, 'disabled']);
export type ListedStatus = z.output<typeof listedStatusSchema>;

/** Marks a state as outdated: since when and why the monitor is not checked. Absent while it is checked. */
export const notCheckedSchema = z.object({ since: timeSchema, reason: z.string() });
export type NotChecked = z.output<typeof notCheckedSchema>;

/** The last time that a fault of this machine prevented a check. `reason` as in `/metrics`. */
export const lastFaultSchema = z.object({
  reason: z.string().max(limits.name.maxLength),
  message: z.string().max(limits.foreignTextLength),
  at: timeSchema,
});
export type LastFault = z.output<typeof lastFaultSchema>;

const letters = Object.values(checkStateLetters).join('');

/**
 * The last checks of a monitor, up to 48, oldest first. `states` has one letter for each: u up, s slow (up, and over
 * the threshold of that time), d down. `ms` has the response times in whole milliseconds, null if not measured.
 */
export const recentChecksSchema = z
  .object({
    states: z.string().regex(new RegExp(`^[${letters}]{0,${mostRecentChecks}}$`)),
    ms: z.array(z.number().nonnegative().nullable()),
  })
  .refine(({ states, ms }) => states.length === ms.length);
export type RecentChecks = z.output<typeof recentChecksSchema>;

/**
 * Response times in each stretch of a window, oldest first; a stretch without checks is a gap. `time` is its start. Without
 * a range a stretch is 15 minutes up to a week, an hour up to 30 days, else a UTC day; of a day that is over it is 15 minutes
 * for a week, then an hour. Percentiles cover the successful checks, in seconds, within 2 percent; null without any.
 */
export const latencyHistorySchema = z.array(
  z.object({
    time: timeSchema,
    checks: z.int().nonnegative(),
    failures: z.int().nonnegative(),
    /** Successful checks over the threshold of their time. */
    slow: z.int().nonnegative().optional(),
    /** Checks while the target was in maintenance. */
    maintenance_checks: z.int().nonnegative().optional(),
    p5_response_time: secondsOrNull,
    p50_response_time: secondsOrNull,
    p95_response_time: secondsOrNull,
  }),
);
export type LatencyHistory = z.output<typeof latencyHistorySchema>;

const count = z.int().nonnegative();
const windowFigures = z.object({
  uptime_percentage: percentOrNull,
  coverage: coveragePercent,
  total_checks: count,
  failed_checks: count,
  /** Successful checks over the threshold of their time. */
  slow_checks: count,
  maintenance_checks: count,
  maintenance_failures: count,
  /** Percentiles over the successful checks, in seconds, within 2 percent. */
  p50_response_time: secondsOrNull,
  p95_response_time: secondsOrNull,
});

/** Figures of a monitor over a window, and over the window of the same length before it. */
const windowSummarySchema = windowFigures.extend({ previous: windowFigures });
export type WindowSummary = z.output<typeof windowSummarySchema>;

const checkParams = z.object({ checkId: pathId });
const urlParams = z.object({ urlId: pathId });

export const checkEndpoints = defineEndpoints({
  listByUrl: {
    method: 'GET',
    path: '/checks/url/:urlId',
    access: 'read',
    summary: 'The checks of a URL in the last hours, a range or a day, newest first',
    params: urlParams,
    query: windowQuery(defaults.hours.urlHistory).extend({
      limit: queryInteger('limit', limits.listedChecks).optional(),
    }),
    response: z.array(urlCheckSchema),
  },
  historyByUrl: {
    method: 'GET',
    path: '/checks/url/:urlId/history',
    access: 'read',
    summary: 'Checks and response times of a URL in the last hours, a range or a day, in stretches',
    params: urlParams,
    query: windowQuery(defaults.hours.urlHistory),
    response: latencyHistorySchema,
  },
  summaryByUrl: {
    method: 'GET',
    path: '/checks/url/:urlId/summary',
    access: 'read',
    summary: 'Figures of a URL over the last hours, a range or a day, and over the same time before',
    params: urlParams,
    query: windowQuery(defaults.hours.urlHistory),
    response: windowSummarySchema,
  },
  phasesByUrl: {
    method: 'GET',
    path: '/checks/url/:urlId/phases',
    access: 'read',
    summary: 'Where the time of the checks of a URL went in the last 24 hours, in stretches of 15 minutes',
    params: urlParams,
    response: phaseHistorySchema,
  },
  get: {
    method: 'GET',
    path: '/checks/:checkId',
    access: 'read',
    summary: 'One check of a URL',
    params: checkParams,
    response: urlCheckSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/checks/:checkId',
    access: 'write',
    summary: 'Deletes one check of a URL',
    params: checkParams,
    response: z.null(),
  },
  removeByUrl: {
    method: 'DELETE',
    path: '/checks/url/:urlId/all',
    access: 'write',
    summary: 'Deletes all checks of a URL',
    params: urlParams,
    response: deletedCount,
  },
});
