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
  coveragePercent,
  exactText,
  flag,
  hostOrNone,
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
  secretsMissing,
  testResult,
  timeSchema,
  windowQuery,
} from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { answeredMonitorFields, monitorFields, newMonitorFields } from './monitor-fields.ts';
import { changeOptions } from './monitor-kinds/change-options.ts';
import { monitorOptions } from './monitor-kinds/option-schemas.ts';
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
  ...answeredMonitorFields,
  /** Severity of all its alerts; null: by alert type. */
  severity: z.enum(severities).nullable().default(null),
  created_at: timeSchema,
  is_up: z.boolean().nullable(),
  last_check: networkCheckSchema.nullable(),
  last_check_time: timeSchema.nullable(),
  uptime_24h: percentOrNull,
  coverage_24h: coveragePercent,
  recent_checks: recentChecksSchema.optional(),
  last_fault: lastFaultSchema.nullish(),
  not_checked: notCheckedSchema.optional(),
  maintenance: monitorMaintenance,
  ...answeredOptions,
  /** Those of its kind that are set, with masked secrets; null if all have their defaults. */
  options: monitorOptions.default(null),
  secrets_missing: secretsMissing,
});
export type NetworkMonitor = z.output<typeof networkMonitorSchema>;

/** Statistics of one network monitor in a window. */
export const networkStatsSchema = z.object({
  monitor_name: z.string(),
  total_checks: z.int().nonnegative(),
  successful_checks: z.int().nonnegative(),
  failed_checks: z.int().nonnegative(),
  uptime_percentage: percentOrNull,
  coverage: coveragePercent,
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

/** Empty for a command without a host. */
const host = hostOrNone('Host');
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
  ...monitorFields,
  ...networkOptionFields,
  options: monitorOptions,
};

const initial = defaults.networkMonitor;

interface TypeAndPort {
  monitor_type: NetworkMonitorType;
  port: number | null;
}

/** The error for a missing port; null if the type needs none or one is given. */
export function portProblem({ monitor_type, port: given }: TypeAndPort): string | null {
  const { port: rule, label } = networkMonitorKinds[monitor_type];
  return rule === 'required' && given === null ? inputMessages.portRequired(label) : null;
}

/** The error for a missing host; null if the type may have none or one is given. */
export const hostProblem = ({ monitor_type, host: given }: { monitor_type: NetworkMonitorType; host: string }) =>
  given === '' && !hasOptionalHost(monitor_type) ? inputMessages.required('Host') : null;

const hasOptionalHost = (type: NetworkMonitorType): boolean =>
  type in networkMonitorKinds && 'hasOptionalHost' in networkMonitorKinds[type];

/** Also runs if other fields are not valid, so that all errors are reported together. */
const requireHost = {
  path: ['host'],
  error: inputMessages.required('Host'),
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};
const hasHost = (input: { monitor_type: NetworkMonitorType; host: string }): boolean => hostProblem(input) === null;

const requirePort = (input: TypeAndPort, { addIssue }: z.core.$RefinementCtx<TypeAndPort>): void => {
  const message = portProblem(input);
  if (message !== null) addIssue({ code: 'custom', path: ['port'], message });
};

const targetShape = {
  monitor_type: monitor_type.default(initial.monitor_type),
  host: host.default(''),
  port: port.default(null),
  timeout: timeout.default(initial.timeout),
  ip_family: answeredOptions.ip_family,
  options: fields.options.optional(),
};

const inputShape = {
  name: fields.name,
  ...targetShape,
  check_interval: fields.check_interval.default(initial.check_interval),
  enabled: fields.enabled.default(initial.enabled),
  description: fields.description.default(null),
  expected_response: fields.expected_response.default(null),
  response_time_threshold: fields.response_time_threshold.default(initial.response_time_threshold),
  packet_loss_threshold: fields.packet_loss_threshold.default(initial.packet_loss_threshold),
  failure_threshold: fields.failure_threshold.default(initial.failure_threshold),
  severity: fields.severity.default(null),
  ...newMonitorFields,
  cert_alerts: answeredOptions.cert_alerts,
};

/**
 * All fields of a monitor, validated together.
 * @param before the monitor whose stored secrets replace masks; null for a new monitor
 */
export const networkMonitorForm = (before: NetworkMonitor | null) =>
  z
    .object(inputShape)
    .refine(hasHost, requireHost)
    .superRefine(requirePort)
    .transform((input, { addIssue }) => {
      const { options, problems } = changeOptions(before, input, input.options);
      for (const { field, message } of problems) addIssue({ code: 'custom', path: field.split('.'), message });
      return { ...input, options };
    });
export const networkMonitorInput = networkMonitorForm(null);
export type NetworkMonitorInput = z.output<typeof networkMonitorInput>;
/**
 * Body of a new network monitor. With `clone_of`, masks stand for the secrets of that monitor, which only the server
 * knows: `clone` has the options as they were given.
 */
const networkMonitorCreation = z
  .object({ ...inputShape, clone_of: idSchema.optional() })
  .refine(hasHost, requireHost)
  .superRefine(requirePort)
  .transform(({ clone_of, options: given = null, ...input }, { addIssue }) => {
    if (clone_of !== undefined) return { ...input, options: null, clone: { of: clone_of, options: given } };
    const { options, problems } = changeOptions(null, input, given);
    for (const { field, message } of problems) addIssue({ code: 'custom', path: field.split('.'), message });
    return { ...input, options, clone: null };
  });
export type NetworkMonitorCreation = z.output<typeof networkMonitorCreation>;

/**
 * An absent field stays. Only the server can decide whether the port may be missing and which options are valid,
 * because it knows the whole monitor.
 */
export const networkMonitorChange = z.object(fields).partial();
export type NetworkMonitorChange = z.output<typeof networkMonitorChange>;

/** `monitor_id`: the monitor whose stored secrets replace masks and absent secrets. */
export const networkTestInput = z
  .object({ ...targetShape, monitor_id: idSchema.optional() })
  .refine(hasHost, requireHost)
  .superRefine(requirePort);
export type NetworkTestInput = z.output<typeof networkTestInput>;

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
    summary:
      'Adds a network monitor to a website. With `clone_of`, masked secrets stand for those of that monitor, if the target is the same',
    successStatus: 201,
    params: websiteParams,
    body: networkMonitorCreation,
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
