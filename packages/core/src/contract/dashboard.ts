import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { alertSchema } from './alerts.ts';
import { listedStatusSchema, notCheckedSchema, recentChecksSchema } from './checks.ts';
import { defineEndpoints } from './endpoint.ts';
import { coveragePercent, idSchema, percentOrNull, secondsOrNull, timeSchema, windowQuery } from './fields/fields.ts';
import { serviceTypes } from './monitor-kinds/registry.ts';
import { alertTypes } from './names/alerts.ts';
import { monitorMaintenance } from './shown-maintenance.ts';
import { websiteParams } from './websites.ts';

const networkStatSchema = z.object({
  monitor_id: idSchema,
  website_id: idSchema,
  name: z.string(),
  status: listedStatusSchema,
  monitor_type: z.enum(serviceTypes),
  host: z.string(),
  port: z.int().nullable(),
  website_name: z.string(),
  uptime_percentage: percentOrNull,
  coverage: coveragePercent,
  /** Of the newest check, in seconds. */
  response_time: secondsOrNull,
  /** In seconds; a longer response time counts as slow. */
  response_time_threshold: z.number().optional(),
  recent_checks: recentChecksSchema.optional(),
  not_checked: notCheckedSchema.optional(),
  maintenance: monitorMaintenance,
});
export type NetworkStat = z.output<typeof networkStatSchema>;

const count = z.int().nonnegative();

/** Monitors with a problem. A monitor that is down and slow counts as down. */
const issueCounts = { urls_down: count, urls_slow: count, network_monitors_down: count };

/** Limit of the listed problems; the counts include all. */
export const mostOpenProblems = 50;

/** As many lines as a chart over all websites can show legibly. */
export const mostSlowestWebsites = 7;

/** A confirmed problem that lasts, outside maintenance; the worst one of each monitor. */
const openProblemSchema = z.object({
  monitor_id: idSchema,
  kind: z.enum(['URL', ...serviceTypes]),
  website_id: idSchema,
  website_name: z.string(),
  /** Null for a URL without a label. */
  name: z.string().nullable(),
  /** The URL without credentials, or host and port. */
  target: z.string(),
  alert_type: z.enum(alertTypes).exclude(['RECOVERED', 'CERT_EXPIRING', 'DOMAIN_EXPIRING']),
  /** As in 'HTTP 503'. Null, like `since`, if its alert was deleted. */
  cause: z.string().nullable(),
  since: timeSchema.nullable(),
  /** Of its alert; null where that was deleted. */
  alert_id: idSchema.nullable().default(null),
  acknowledged_at: timeSchema.nullable().default(null),
  acknowledged_by: z.string().nullable().default(null),
  /** In seconds. */
  response_time_threshold: z.number(),
  recent_checks: recentChecksSchema,
});
export type OpenProblem = z.output<typeof openProblemSchema>;

/** A monitor whose state is outdated. */
const uncheckedSchema = z.object({
  ...openProblemSchema.pick({ monitor_id: true, kind: true, website_id: true, website_name: true }).shape,
  ...openProblemSchema.pick({ name: true, target: true }).shape,
  ...notCheckedSchema.shape,
});
export type Unchecked = z.output<typeof uncheckedSchema>;

/**
 * Up, slow and down are exclusive. Disabled monitors, and those that were up and are not checked, count only in the
 * totals. Averages in seconds over the window.
 */
const dashboardStatsSchema = z.object({
  total_websites: count,
  total_urls: count,
  urls_up: count,
  urls_down: count,
  urls_slow: count,
  total_network_monitors: count,
  network_monitors_up: count,
  network_monitors_down: count,
  average_response_time: secondsOrNull,
  average_network_response_time: secondsOrNull,
  network_stats: z.array(networkStatSchema),
  recent_alerts: z.array(alertSchema),
  /** State at the beginning of the window: confirmed problems of that time, and averages over the previous window. */
  previous: z
    .object({ ...issueCounts, average_response_time: secondsOrNull, average_network_response_time: secondsOrNull })
    .optional(),
  /**
   * The last 24 clock hours of the window, oldest first, including the current one: monitors with a failed or slow check,
   * and the average of the URLs, null if not measured.
   */
  hourly_issues: z
    .array(z.object({ hour: timeSchema, ...issueCounts, average_response_time: secondsOrNull.optional() }))
    .optional(),
  /** Monitors by their worst confirmed problem, and the worst of these: down first, then the oldest. */
  open_problems: z
    .object({
      down: count,
      slow: count,
      metadata: count,
      /** Monitors whose outage is in maintenance. The other counts exclude them. */
      in_maintenance: count.optional(),
      worst: z.array(openProblemSchema).max(mostOpenProblems),
    })
    .optional(),
  /** Monitors that are not checked, and those that have waited longest. */
  not_checked: z.object({ total: count, longest: z.array(uncheckedSchema).max(mostOpenProblems) }).optional(),
  /** End of the newest ended outage; null without one. */
  last_outage_ended_at: timeSchema.nullable().optional(),
  /** Ids of the websites with the highest average load time in the window, slowest first. */
  slowest_websites: z.array(idSchema).max(mostSlowestWebsites).optional(),
});
export type DashboardStats = z.output<typeof dashboardStatsSchema>;

const websiteStatisticsSchema = z.object({
  uptime_percentage: percentOrNull,
  coverage: coveragePercent,
  avg_response_time: secondsOrNull,
  total_checks: count,
  /** One entry for each hour of the window, of a `range` for each of its stretches, oldest first; nulls where nothing was checked. */
  hourly_stats: z.array(z.object({ hour: timeSchema, avg_response_time: secondsOrNull, uptime: percentOrNull })),
  /** Checks of the website's URLs by status code, or `timeout` if there was none. */
  status_breakdown: z.record(z.string(), count),
});
export type WebsiteStatistics = z.output<typeof websiteStatisticsSchema>;

/** By the last check of each monitor, as in the statistics. */
const downCountsSchema = z.object({
  urls_down: count,
  network_monitors_down: count,
  /** How many of them are in maintenance. */
  in_maintenance: count.optional(),
});
export type DownCounts = z.output<typeof downCountsSchema>;

export const dashboardEndpoints = defineEndpoints({
  stats: {
    method: 'GET',
    path: '/dashboard/stats',
    access: 'read',
    summary: 'Counts now, and averages, network services and alerts of the last hours, a range or a day',
    query: windowQuery(defaults.hours.dashboard),
    response: dashboardStatsSchema,
  },
  downCounts: {
    method: 'GET',
    path: '/dashboard/down',
    access: 'read',
    summary: 'How many monitors are down now',
    response: downCountsSchema,
  },
  websiteStatistics: {
    method: 'GET',
    path: '/public/statistics/:websiteId',
    access: 'read',
    summary: 'Uptime, load time and status codes of one website over the last hours, a range or a day',
    params: websiteParams,
    query: windowQuery(defaults.hours.dashboard),
    response: websiteStatisticsSchema,
  },
});
