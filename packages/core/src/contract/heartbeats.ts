import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { recentChecksSchema } from './checks.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  coveragePercent,
  flag,
  idSchema,
  integerBetween,
  numberBetween,
  oneOf,
  optionalText,
  pathId,
  percentOrNull,
  requiredText,
  timeSchema,
  timeZone,
} from './fields/fields.ts';
import { isHeartbeatKey } from './fields/heartbeat-key.ts';
import { inputMessages } from './fields/input-messages.ts';
import { answeredMonitorFields, monitorFields, newMonitorFields } from './monitor-fields.ts';
import { severities } from './names/alerts.ts';
import { heartbeatStates, pingTypes } from './names/states.ts';
import { monitorMaintenance } from './shown-maintenance.ts';
import { websiteParams } from './websites.ts';

/** Times in seconds. */
const pingSchema = z.object({
  /** Counts the pings of a heartbeat. */
  n: z.int().positive(),
  type: z.enum(pingTypes),
  received_at: timeSchema,
  /** The exit code; null if the ping had none. */
  code: z.int().nullable(),
  /** Pairs the start and the end of a run. */
  rid: z.string().nullable(),
  /** Time since the start of the run; null without a start. */
  runtime: z.number().nonnegative().nullable(),
  /** The heartbeat was disabled, or accepts only POST. */
  ignored: z.boolean(),
  /** False also if the text was deleted: only the newest texts are kept. */
  has_text: z.boolean(),
});
export type HeartbeatPing = z.output<typeof pingSchema>;

const pingWithTextSchema = pingSchema.extend({ text: z.string().nullable() });
export type HeartbeatPingWithText = z.output<typeof pingWithTextSchema>;

const lastRunSchema = z.object({
  /** Null if the run had no start. */
  started_at: timeSchema.nullable(),
  /** Null while it runs, and if it did not finish. */
  ended_at: timeSchema.nullable(),
  code: z.int().nullable(),
  runtime: z.number().nonnegative().nullable(),
});
export type HeartbeatRun = z.output<typeof lastRunSchema>;

/** Times in seconds. */
export const heartbeatSchema = z.object({
  id: idSchema,
  website_id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  /** Time between runs. Exactly one of `period` and `cron` is set. */
  period: z.number().nullable(),
  /** Five fields, in `time_zone`. */
  cron: z.string().nullable(),
  time_zone: z.string(),
  /** Allowed delay after the due time. */
  grace: z.number(),
  /** A started run must end within it. Null: before the end of the grace period of the next run. */
  max_runtime: z.number().nullable(),
  /** A longer run is slow. */
  slow_runtime: z.number().nullable(),
  failure_threshold: z.int(),
  ...answeredMonitorFields,
  severity: z.enum(severities).nullable().default(null),
  /** Only POST counts, so that link previews do not. */
  post_only: z.boolean(),
  created_at: timeSchema,
  state: z.enum(heartbeatStates),
  /** The secret part of the address. It and both addresses are null without the scope `write`. */
  key: z.string().nullable(),
  ping_url: z.string().nullable(),
  push_url: z.string().nullable(),
  /** Null before the first ping, and while it is disabled. */
  next_due_at: timeSchema.nullable(),
  last_run: lastRunSchema.nullable(),
  /** Set if the last runs were all off by the same time, as with a wrong time zone. */
  time_zone_hint: z.string().nullable(),
  /** The key was encrypted by another installation: it cannot be shown, but still works. */
  secrets_missing: z.boolean(),
  is_up: z.boolean().nullable(),
  last_check_time: timeSchema.nullable(),
  uptime_24h: percentOrNull,
  coverage_24h: coveragePercent,
  /** The last runs, as of any monitor. */
  recent_checks: recentChecksSchema,
  maintenance: monitorMaintenance,
});
export type Heartbeat = z.output<typeof heartbeatSchema>;

const { heartbeat: bounds } = limits;
const period = numberBetween('Period', bounds.periodSeconds, 'seconds').nullable();
/** Whether it ever matches is for the server to decide. */
const cron = requiredText('Cron expression', bounds.cron.maxLength).nullable();
const runtime = (label: string) => numberBetween(label, bounds.runtimeSeconds, 'seconds').nullable();
const key = z
  .string({ error: inputMessages.heartbeatKey })
  .refine(isHeartbeatKey, { error: inputMessages.heartbeatKey });

const fields = {
  name: requiredText('Name', limits.name.maxLength),
  description: optionalText('Description', limits.description.maxLength),
  enabled: flag('Enabled'),
  period,
  cron,
  time_zone: timeZone,
  grace: numberBetween('Grace period', bounds.graceSeconds, 'seconds'),
  max_runtime: runtime('Maximum runtime'),
  slow_runtime: runtime('Slow runtime'),
  failure_threshold: integerBetween('Failure threshold', limits.failureThreshold, 'runs'),
  severity: oneOf('Severity', severities).nullable(),
  ...monitorFields,
  post_only: flag('POST only'),
};

const initial = defaults.heartbeat;

/** Exactly one of the two must be set. */
export const hasOneSchedule = (input: { period: number | null; cron: string | null }): boolean =>
  (input.period === null) !== (input.cron === null);

export const oneSchedule = { path: ['period'], error: inputMessages.oneSchedule };

export const heartbeatInput = z
  .object({
    ...fields,
    description: fields.description.default(null),
    enabled: fields.enabled.default(initial.enabled),
    period: period.default(null),
    cron: cron.default(null),
    time_zone: fields.time_zone.default(initial.time_zone),
    grace: fields.grace.default(initial.grace),
    max_runtime: fields.max_runtime.default(null),
    slow_runtime: fields.slow_runtime.default(null),
    failure_threshold: fields.failure_threshold.default(initial.failure_threshold),
    severity: fields.severity.default(null),
    ...newMonitorFields,
    post_only: fields.post_only.default(initial.post_only),
    /** Absent: a random one. */
    key: key.optional(),
  })
  .refine(hasOneSchedule, oneSchedule);
export type HeartbeatInput = z.output<typeof heartbeatInput>;

/** `clone_of`: the heartbeat of which this is a copy. Its key is not copied. */
const heartbeatCreation = heartbeatInput.safeExtend({ clone_of: idSchema.optional() });

/** An absent field stays. A new `period` removes `cron`, and the reverse, unless both are given. */
export const heartbeatChange = z.object({ ...fields, key }).partial();
export type HeartbeatChange = z.output<typeof heartbeatChange>;

const { time_zone, grace, max_runtime, slow_runtime, post_only } = fields;
/** The stored options of a heartbeat. */
export const storedHeartbeatOptions = z
  .object({ period, cron, time_zone, grace, max_runtime, slow_runtime, post_only })
  .refine(hasOneSchedule, oneSchedule);
export type HeartbeatOptions = z.output<typeof storedHeartbeatOptions>;

const previewInput = z
  .object({ period: period.default(null), cron: cron.default(null), time_zone: timeZone.default(initial.time_zone) })
  .refine(hasOneSchedule, oneSchedule);

const heartbeatParams = z.object({ heartbeatId: pathId });

export const heartbeatEndpoints = defineEndpoints({
  listByWebsite: {
    method: 'GET',
    path: '/heartbeats/website/:websiteId',
    access: 'read',
    summary: 'The heartbeats of a website, by id',
    params: websiteParams,
    response: z.array(heartbeatSchema),
  },
  create: {
    method: 'POST',
    path: '/heartbeats/website/:websiteId',
    access: 'write',
    summary: 'Adds a heartbeat to a website',
    successStatus: 201,
    params: websiteParams,
    body: heartbeatCreation,
    response: heartbeatSchema,
  },
  get: {
    method: 'GET',
    path: '/heartbeats/:heartbeatId',
    access: 'read',
    summary: 'One heartbeat',
    params: heartbeatParams,
    response: heartbeatSchema,
  },
  update: {
    method: 'PUT',
    path: '/heartbeats/:heartbeatId',
    access: 'write',
    summary: 'Changes a heartbeat; a changed schedule clears its deadline',
    params: heartbeatParams,
    body: heartbeatChange,
    response: heartbeatSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/heartbeats/:heartbeatId',
    access: 'write',
    summary: 'Deletes a heartbeat with its runs and alerts',
    params: heartbeatParams,
    response: z.null(),
  },
  rotate: {
    method: 'POST',
    path: '/heartbeats/:heartbeatId/rotate',
    access: 'write',
    summary: 'Gives a heartbeat a new key; the old address stops at once',
    params: heartbeatParams,
    response: heartbeatSchema,
  },
  pings: {
    method: 'GET',
    path: '/heartbeats/:heartbeatId/pings',
    access: 'read',
    summary: 'The newest pings of a heartbeat, newest first',
    params: heartbeatParams,
    response: z.array(pingSchema),
  },
  ping: {
    method: 'GET',
    path: '/heartbeats/:heartbeatId/pings/:n',
    access: 'write',
    summary: 'One ping with its text',
    params: heartbeatParams.extend({ n: pathId }),
    response: pingWithTextSchema,
  },
  preview: {
    method: 'POST',
    path: '/heartbeats/preview',
    access: 'write',
    summary: 'The next five due times of a schedule',
    body: previewInput,
    response: z.object({ due_at: z.array(timeSchema) }),
  },
});
