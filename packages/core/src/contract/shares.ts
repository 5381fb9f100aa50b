import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { coveragePercent, percentOrNull, queryInteger, secondsOrNull, timeSchema } from './fields/fields.ts';
import { serviceTypes } from './monitor-kinds/registry.ts';
import { publicAlertTypes } from './names/alerts.ts';
import { publicPaths } from './names/paths.ts';
import { monitorStatuses, overallStatuses } from './names/states.ts';
import { dailyUptimeSchema, responseTimesSchema } from './public-status.ts';
import { monitorMaintenance, websiteMaintenance } from './shown-maintenance.ts';

const count = z.int().nonnegative();

/**
 * Statistics of checks in a time. Percentiles of the response times of the successful ones, in seconds, within 2
 * percent; null without any. A website's percentiles cover its URLs, or its network services if it has no checks of
 * URLs.
 */
const figures = {
  checks: count,
  uptime: percentOrNull,
  p50_response_time: secondsOrNull,
  p95_response_time: secondsOrNull,
};

/** A URL or a network service. */
const sharedServiceSchema = z.object({
  kind: z.enum(['URL', ...serviceTypes]),
  /** The URL without credentials, or the name of a network service. */
  name: z.string(),
  /** Host and port of a network service; null for a URL. */
  target: z.string().nullable(),
  metadata_tag: z.string().nullable(),
  status: z.enum(monitorStatuses),
  maintenance: monitorMaintenance,
  last_check_time: timeSchema.nullable(),
  last_response_time: secondsOrNull,
  uptime_24h: percentOrNull,
  coverage_24h: coveragePercent,
  /** In seconds. */
  check_interval: z.number(),
  response_times: responseTimesSchema,
  daily_uptime: dailyUptimeSchema,
  /** Over the requested days. */
  figures: z.object(figures),
});
export type SharedService = z.output<typeof sharedServiceSchema>;

/**
 * Intervals of an hour up to 7 days, else of a UTC day. `time` is the start; an interval without checks is left out.
 */
const sharedHistorySchema = z.array(z.object({ time: timeSchema, ...figures }));
export type SharedHistory = z.output<typeof sharedHistorySchema>;

/** What the holder of a share link may read. Each field is listed, so that new fields stay private. */
export const sharedWebsiteSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  /** Expiry of the link. */
  expires_at: timeSchema,
  /** By its checks. */
  overall_status: z.enum(overallStatuses),
  maintenance: websiteMaintenance,
  uptime_7d: percentOrNull,
  coverage_7d: coveragePercent,
  /** How many days `figures`, `history` and `alerts` cover. */
  days: count,
  figures: z.object({ ...figures, p99_response_time: secondsOrNull }),
  history: sharedHistorySchema,
  services: z.array(sharedServiceSchema),
  /** Newest first. */
  alerts: z.array(
    z.object({
      type: z.enum(publicAlertTypes),
      /** The public message. */
      message: z.string(),
      time: timeSchema,
    }),
  ),
});
export type SharedWebsite = z.output<typeof sharedWebsiteSchema>;

export const shareEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: publicPaths.share,
    access: 'public',
    summary: 'The website that a share link shows; the same 404 for one that is forged, expired or revoked',
    params: z.object({ link: z.string() }),
    query: z.object({
      days: queryInteger('days', limits.shareLink.days).default(defaults.shareDays),
      /** Language of alert messages; English if it is not a language of the public pages. */
      lang: z.string().optional().catch(undefined),
      /** True for a refresh of an open page, which does not count as a view. */
      again: z.enum(['true', 'false'], { error: 'again must be true or false' }).optional(),
    }),
    response: sharedWebsiteSchema,
  },
});
