import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { alertSchema } from './alerts.ts';
import { defaultNetworkOptions } from './check-options/default-options.ts';
import { networkOptionFields } from './check-options/options.ts';
import {
  lastFaultSchema,
  latencyHistorySchema,
  networkCheckSchema,
  notCheckedSchema,
  recentChecksSchema,
} from './checks.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  exactText,
  flag,
  hostText,
  idSchema,
  integerBetween,
  limitQuery,
  numberBetween,
  oneOf,
  optionalText,
  pathId,
  percentOrNull,
  requiredText,
  secondsOrNull,
  testResult,
  timeSchema,
  windowQuery,
} from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { type NetworkMonitorType, networkMonitorKinds, networkMonitorTypes } from './monitor-kinds/registry.ts';
import { severities } from './names/alerts.ts';
import { phaseHistorySchema } from './phases.ts';
import { monitorMaintenance } from './shown-maintenance.ts';
import { websiteParams } from './websites.ts';

/** Older servers do not send these fields; then all options are defaults. */
const answeredOptions = {
  ip_family: networkOptionFields.ip_family.default(defaultNetworkOptions.ip_family),
  cert_alerts: networkOptionFields.cert_alerts.default(defaultNetworkOptions.cert_alerts),
};

/** Times in seconds, packet loss in percent. */
export const networkMonitorSchema = z.object({
  id: idSchema,
  website_id: idSchema,
  name: z.string(),
  monitor_type: z.enum(networkMonitorTypes),
  host: z.string(),
  port: z.int().nullable(),
  timeout: z.number(),
  check_interval: z.number(),
  enabled: z.boolean(),
  description: z.string().nullable(),
  expected_response: z.string().nullable(),
  response_time_threshold: z.number(),
  packet_loss_threshold: z.number(),
  failure_threshold: z.int(),
  /** Severity of all its alerts; null: by alert type. */
  severity: z.enum(severities).nullable().default(null),
  created_at: timeSchema,
  is_up: z.boolean().nullable(),
  last_check: networkCheckSchema.nullable(),
  last_check_time: timeSchema.nullable(),
  uptime_24h: percentOrNull,
  recent_checks: recentChecksSchema.optional(),
  last_fault: lastFaultSchema.nullish(),
  not_checked: notCheckedSchema.optional(),
  maintenance: monitorMaintenance,
  ...answeredOptions,
});
export type NetworkMonitor = z.output<typeof networkMonitorSchema>;

/** Statistics of one network monitor in a window. */
export const networkStatsSchema = z.object({
  monitor_name: z.string(),
  total_checks: z.int().nonnegative(),
  successful_checks: z.int().nonnegative(),
  failed_checks: z.int().nonnegative(),
  uptime_percentage: percentOrNull,
  avg_response_time: secondsOrNull,
  /** Percentiles over successful checks, within 2 percent. */
  p50_response_time: secondsOrNull,
  p95_response_time: secondsOrNull,
  p99_response_time: secondsOrNull,
  history: latencyHistorySchema.optional(),
  /** Successful checks over the threshold of their time. */
  slow_checks: z.int().nonnegative().optional(),
});
export type NetworkStats = z.output<typeof networkStatsSchema>;

const host = hostText('Host');
const port = integerBetween('Port', limits.port).nullable();
const timeout = numberBetween('Timeout', limits.networkTimeoutSeconds, 'seconds');
const monitor_type = oneOf('Monitor type', networkMonitorTypes);

const fields = {
  name: requiredText('Name', limits.name.maxLength),
  monitor_type,
  host,
  port,
  timeout,
  check_interval: numberBetween('Check interval', limits.checkIntervalSeconds, 'seconds'),
  enabled: flag('Enabled'),
  description: optionalText('Description', limits.description.maxLength),
  expected_response: exactText('Expected response', limits.expectedResponse.maxLength)
    .nullable()
    .transform((text) => text || null),
  response_time_threshold: numberBetween('Response threshold', limits.responseTimeThresholdSeconds, 'seconds'),
  packet_loss_threshold: numberBetween('Packet loss threshold', limits.packetLossThresholdPercent, 'percent'),
  failure_threshold: integerBetween('Failure threshold', limits.failureThreshold, 'checks'),
  severity: oneOf('Severity', severities).nullable(),
  ...networkOptionFields,
};

const initial = defaults.networkMonitor;

/** False if the type needs a port and none is given. */
export function hasNeededPort(input: { monitor_type: NetworkMonitorType; port: number | null }): boolean {
  return networkMonitorKinds[input.monitor_type].port !== 'required' || input.port !== null;
}

/** The error for a missing port. */
export const portRequired = inputMessages.portRequired(
  Object.values(networkMonitorKinds).flatMap(({ port, label }) => (port === 'required' ? [label] : [])),
);

const needsPort = { path: ['port'], error: portRequired };

export const networkMonitorInput = z
  .object({
    name: fields.name,
    monitor_type: monitor_type.default(initial.monitor_type),
    host,
    port: port.default(null),
    timeout: timeout.default(initial.timeout),
    check_interval: fields.check_interval.default(initial.check_interval),
    enabled: fields.enabled.default(initial.enabled),
    description: fields.description.default(null),
    expected_response: fields.expected_response.default(null),
    response_time_threshold: fields.response_time_threshold.default(initial.response_time_threshold),
    packet_loss_threshold: fields.packet_loss_threshold.default(initial.packet_loss_threshold),
    failure_threshold: fields.failure_threshold.default(initial.failure_threshold),
    severity: fields.severity.default(null),
    ...answeredOptions,
  })
  .refine(hasNeededPort, needsPort);
export type NetworkMonitorInput = z.output<typeof networkMonitorInput>;
/**
 * An absent field stays. Only the server can decide whether the port may be missing, because it knows the whole
 * monitor.
 */
export const networkMonitorChange = z.object(fields).partial();
export type NetworkMonitorChange = z.output<typeof networkMonitorChange>;

export const networkTestInput = z
  .object({
    monitor_type: monitor_type.default(initial.monitor_type),
    host,
    port: port.default(null),
    timeout: timeout.default(initial.timeout),
    ip_family: answeredOptions.ip_family,
  })
  .refine(hasNeededPort, needsPort);

const monitorParams = z.object({ monitorId: pathId });

export const networkMonitorEndpoints = defineEndpoints({
  listByWebsite: {
    method: 'GET',
    path: '/network/websites/:websiteId/network-monitors',
    access: 'read',
    summary: 'The network monitors of a website, by id',
    params: websiteParams,
    query: z.object({ enabled_only: z.union([z.boolean(), z.stringbool()]).default(false) }),
    response: z.array(networkMonitorSchema),
  },
  get: {
    method: 'GET',
    path: '/network/network-monitors/:monitorId',
    access: 'read',
    summary: 'One network monitor',
    params: monitorParams,
    response: networkMonitorSchema,
  },
  create: {
    method: 'POST',
    path: '/network/websites/:websiteId/network-monitors',
    access: 'write',
    summary: 'Adds a network monitor to a website',
    successStatus: 201,
    params: websiteParams,
    body: networkMonitorInput,
    response: networkMonitorSchema,
  },
  update: {
    method: 'PUT',
    path: '/network/network-monitors/:monitorId',
    access: 'write',
    summary: 'Changes a network monitor; a changed target clears what was last seen',
    params: monitorParams,
    body: networkMonitorChange,
    response: networkMonitorSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/network/network-monitors/:monitorId',
    access: 'write',
    summary: 'Deletes a network monitor with its checks and alerts',
    params: monitorParams,
    response: z.null(),
  },
  test: {
    method: 'POST',
    path: '/network/network-monitors/test',
    access: 'write',
    summary: 'Probes a target without storing anything',
    body: networkTestInput,
    response: testResult,
  },
  checks: {
    method: 'GET',
    path: '/network/network-monitors/:monitorId/checks',
    access: 'read',
    summary: 'The newest checks of a network monitor',
    params: monitorParams,
    query: limitQuery(defaults.networkChecksLimit),
    response: z.array(networkCheckSchema),
  },
  alerts: {
    method: 'GET',
    path: '/network/network-monitors/:monitorId/alerts',
    access: 'read',
    summary: 'The newest alerts of a network monitor',
    params: monitorParams,
    query: limitQuery(defaults.networkAlertsLimit),
    response: z.array(alertSchema),
  },
  phases: {
    method: 'GET',
    path: '/network/network-monitors/:monitorId/phases',
    access: 'read',
    summary: 'Where the time of the checks of a network monitor went in the last 24 hours, in stretches of 15 minutes',
    params: monitorParams,
    response: phaseHistorySchema,
  },
  stats: {
    method: 'GET',
    path: '/network/network-monitors/:monitorId/stats',
    access: 'read',
    summary: 'Figures of a network monitor over the last hours, a range or a day',
    params: monitorParams,
    query: windowQuery(defaults.hours.networkStats),
    response: networkStatsSchema,
  },
  check: {
    method: 'POST',
    path: '/network/network-monitors/:monitorId/check',
    access: 'check',
    summary: 'Runs one check now, also when disabled, and answers its result',
    params: monitorParams,
    response: networkCheckSchema,
  },
});
