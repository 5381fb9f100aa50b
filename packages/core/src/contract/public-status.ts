import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { coveragePercent, idSchema, percentOrNull, secondsOrNull, timeSchema } from './fields/fields.ts';
import { publicIncidentSchema } from './incidents.ts';
import { serviceTypes } from './monitor-kinds/registry.ts';
import { publicPaths } from './names/paths.ts';
import { monitorStatuses, overallStatuses, websiteStatuses } from './names/states.ts';
import {
  monitorMaintenance,
  publicMaintenanceSchema,
  publicMarkSchema,
  websiteMaintenance,
} from './shown-maintenance.ts';
import { websiteParams } from './websites.ts';

const count = z.int().nonnegative();

/**
 * 30 UTC days, oldest first; uptime null without data. `down_seconds`: time in which at least one service was in a
 * confirmed outage, from its alert to the first good check, by the stored alerts. `outages`: how many began or lasted
 * on the day. Both are absent without data.
 */
export const dailyUptimeSchema = z.array(
  z.object({
    date: z.iso.date(),
    uptime: percentOrNull,
    checks: count,
    coverage: coveragePercent,
    down_seconds: count.optional(),
    outages: count.optional(),
    /** Number of checks during maintenance; absent if zero. */
    maintenance_checks: count.optional(),
    /** Number of checks that the uptime counts; absent if it counts all. */
    counted_checks: count.optional(),
    /** Time of maintenance on the day, by the stored runs; absent if unknown. */
    maintenance_seconds: count.optional(),
    /** How long at least one service was slow, from its alert to the first fast check; missing where none was. */
    slow_seconds: count.optional(),
  }),
);
export type DailyUptime = z.output<typeof dailyUptimeSchema>;

/** 24 h in up to 96 points of 15 minutes, oldest first, means in seconds; an interval without data is a gap. */
export const responseTimesSchema = z.array(z.object({ time: timeSchema, value: z.number().nonnegative() }));
export type ResponseTimes = z.output<typeof responseTimesSchema>;

export const statusOverviewItemSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  /** By its checks. */
  status: z.enum(websiteStatuses),
  maintenance: websiteMaintenance,
  /** How many of its services are slow; missing where none is. */
  slow: count.optional(),
  /** The newest open incident that names it or one of its services; missing where there is none. */
  incident_id: idSchema.optional(),
  url_count: count,
  network_monitor_count: count,
  uptime_24h: percentOrNull,
  coverage_24h: coveragePercent,
  avg_response_time: secondsOrNull,
  daily_uptime: dailyUptimeSchema,
});
export type StatusOverviewItem = z.output<typeof statusOverviewItemSchema>;

const entryFields = {
  id: idSchema,
  status: z.enum(monitorStatuses),
  maintenance: monitorMaintenance,
  /** True while several checks in a row were slow and none since was fast; else missing. */
  slow: z.literal(true).optional(),
  last_check_time: timeSchema.nullable(),
  last_response_time: secondsOrNull,
  uptime_24h: percentOrNull,
  coverage_24h: coveragePercent,
  check_interval: z.number(),
  response_times: responseTimesSchema,
  daily_uptime: dailyUptimeSchema,
};

const statusUrlSchema = z.object({
  ...entryFields,
  url: z.string(),
  /** The name to show; missing where it has none. */
  label: z.string().optional(),
  metadata_tag: z.string().nullable(),
});
export type StatusUrl = z.output<typeof statusUrlSchema>;

const statusNetworkMonitorSchema = z.object({
  ...entryFields,
  name: z.string(),
  monitor_type: z.enum(serviceTypes),
  host: z.string(),
  port: z.int().nullable(),
});
export type StatusNetworkMonitor = z.output<typeof statusNetworkMonitorSchema>;

const incidentSchema = z.object({
  type: z.string(),
  message: z.string(),
  time: timeSchema,
  /** The incident about it; absent without one. */
  incident_id: idSchema.optional(),
});
export type Incident = z.output<typeof incidentSchema>;

export const statusDetailSchema = z.object({
  /** By its checks. */
  overall_status: z.enum(overallStatuses),
  maintenance: websiteMaintenance,
  website: z.object({ name: z.string(), description: z.string().nullable() }),
  uptime_7d: percentOrNull,
  coverage_7d: coveragePercent,
  urls: z.array(statusUrlSchema),
  network_monitors: z.array(statusNetworkMonitorSchema),
  recent_incidents: z.array(incidentSchema),
  /** Published incidents about it: open ones, and those of the last days. Newest first. */
  incidents: z.array(publicIncidentSchema),
  /** Its current and announced public maintenance, by start. A run disappears 2 minutes after its end. */
  maintenances: z.array(publicMaintenanceSchema),
  /** Public deployment marks of the last 24 hours, newest first. */
  marks: z.array(publicMarkSchema),
});
export type StatusDetail = z.output<typeof statusDetailSchema>;

/** Event of the public stream: a website's public state changed. */
export const publicEventSchema = z.object({ website_id: idSchema });

/** Language of incident texts; English if it is not a language of the public pages. */
const languageQuery = z.object({ lang: z.string().optional().catch(undefined) });

export const publicStatusEndpoints = defineEndpoints({
  overview: {
    method: 'GET',
    path: publicPaths.overview,
    access: 'public',
    summary: 'All websites with their state, problems and 30 days',
    response: z.array(statusOverviewItemSchema),
  },
  detail: {
    method: 'GET',
    path: publicPaths.detail,
    access: 'public',
    summary: 'One website with its services and recent incidents',
    params: websiteParams,
    query: languageQuery,
    response: statusDetailSchema,
  },
  events: {
    method: 'GET',
    path: publicPaths.events,
    access: 'public',
    transport: 'events',
    summary: 'Server-sent events: which website changed',
    query: z.object({
      /**
       * Id of the last received event. The stream begins with the changes since then. Same as the header Last-Event-ID.
       */
      last_event_id: z.string().max(limits.eventIdLength).optional(),
    }),
    response: publicEventSchema,
  },
});
