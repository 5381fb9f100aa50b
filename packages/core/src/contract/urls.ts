import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { assertion } from './check-options/assertions.ts';
import { changeRequest, nothingKept } from './check-options/change-request.ts';
import { defaultUrlOptions } from './check-options/default-options.ts';
import { urlOptions, urlOptionsChange } from './check-options/options.ts';
import { mergeRequest, requestChange } from './check-options/request.ts';
import { checkModes } from './check-options/request-names.ts';
import { requestProblems } from './check-options/request-problems.ts';
import { lastFaultSchema, listedStatusSchema, notCheckedSchema, recentChecksSchema, urlCheckSchema } from './checks.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  coveragePercent,
  flag,
  httpUrl,
  idSchema,
  integerBetween,
  numberBetween,
  oneOf,
  optionalName,
  optionalText,
  pathId,
  percentOrNull,
  requiredText,
  secretsMissing,
  timeSchema,
} from './fields/fields.ts';
import { answeredMonitorFields, monitorFields, newMonitorFields } from './monitor-fields.ts';
import { severities } from './names/alerts.ts';
import { keepAddressSecrets } from './secrets/shown-address.ts';
import { monitorMaintenance } from './shown-maintenance.ts';
import { websiteParams } from './websites.ts';

const { shape } = urlOptions;
const { ip_family, cert_alerts, request, assertions } = defaultUrlOptions;
/** Older servers do not send these fields; then all options are defaults. Secrets are masked. */
const answeredOptions = {
  request: shape.request.default(request),
  assertions: shape.assertions.default(assertions),
  ip_family: shape.ip_family.default(ip_family),
  cert_alerts: shape.cert_alerts.default(cert_alerts),
};

/** Times in seconds. */
const urlMonitorSchema = z.object({
  id: idSchema,
  website_id: idSchema,
  url: z.string(),
  /** Its name in lists and messages; null: they show the address. Older servers do not send it. */
  label: z.string().nullable().default(null),
  metadata_tag: z.string().nullable(),
  metadata_value: z.string().nullable(),
  timeout: z.number(),
  response_time_threshold: z.number(),
  check_interval: z.number(),
  enabled: z.boolean(),
  check_mode: z.enum(checkModes),
  failure_threshold: z.int(),
  ...answeredMonitorFields,
  /** Severity of all its alerts; null: by alert type. */
  severity: z.enum(severities).nullable().default(null),
  created_at: timeSchema,
  last_check: urlCheckSchema.nullable(),
  last_check_time: timeSchema.nullable(),
  uptime_24h: percentOrNull,
  coverage_24h: coveragePercent,
  /** May be older than the newest check. */
  newest_screenshot: z.object({ path: z.string(), taken_at: timeSchema }).nullable(),
  recent_checks: recentChecksSchema.optional(),
  last_fault: lastFaultSchema.nullish(),
  not_checked: notCheckedSchema.optional(),
  maintenance: monitorMaintenance,
  ...answeredOptions,
  secrets_missing: secretsMissing,
});
export type UrlMonitor = z.output<typeof urlMonitorSchema>;

/** Limit of a search; a longer search text finds the rest. */
export const mostFoundUrls = 20;

/** A search result. */
const foundUrlSchema = z.object({
  id: idSchema,
  website_id: idSchema,
  website_name: z.string(),
  label: z.string().nullable().default(null),
  /** Without credentials. */
  url: z.string(),
  enabled: z.boolean(),
  status: listedStatusSchema,
  /** In seconds. */
  response_time_threshold: z.number(),
  recent_checks: recentChecksSchema,
});
export type FoundUrl = z.output<typeof foundUrlSchema>;

const fields = {
  url: httpUrl('URL', limits.url.maxLength),
  label: optionalName('Label', limits.name.maxLength),
  metadata_tag: optionalText('Metadata tag', limits.metadata.maxLength),
  metadata_value: optionalText('Metadata value', limits.metadata.maxLength),
  timeout: numberBetween('Timeout', limits.urlTimeoutSeconds, 'seconds'),
  response_time_threshold: numberBetween('Slow threshold', limits.responseTimeThresholdSeconds, 'seconds'),
  check_interval: numberBetween('Check interval', limits.checkIntervalSeconds, 'seconds'),
  enabled: flag('Enabled'),
  check_mode: oneOf('Check mode', checkModes),
  failure_threshold: integerBetween('Failure threshold', limits.failureThreshold, 'checks'),
  severity: oneOf('Severity', severities).nullable(),
  ...monitorFields,
};

const urlInputShape = {
  url: fields.url,
  label: fields.label.default(null),
  metadata_tag: fields.metadata_tag.default(null),
  metadata_value: fields.metadata_value.default(null),
  timeout: fields.timeout.default(defaults.url.timeout),
  response_time_threshold: fields.response_time_threshold.default(defaults.url.response_time_threshold),
  check_interval: fields.check_interval.default(defaults.url.check_interval),
  enabled: fields.enabled.default(defaults.url.enabled),
  check_mode: fields.check_mode.default(defaults.url.check_mode),
  failure_threshold: fields.failure_threshold.default(defaults.url.failure_threshold),
  severity: fields.severity.default(null),
  ...newMonitorFields,
  ...answeredOptions,
  request: requestChange.prefault({}).transform((change, { addIssue }) => {
    const created = changeRequest(request, change);
    for (const { field, message } of created.problems) {
      addIssue({ code: 'custom', path: field.split('.').slice(1), message });
    }
    return created.request;
  }),
};

// A transform is skipped on input whose fields were refused; a refinement is not.
export const urlInput = z.object(urlInputShape).transform((input, { addIssue }) => {
  for (const { field, message } of requestProblems(input)) {
    addIssue({ code: 'custom', path: field.split('.'), message });
  }
  if (keepAddressSecrets(input.url, '').unknown > 0) {
    addIssue({ code: 'custom', path: ['url'], message: nothingKept });
  }
  return input;
});
export type UrlInput = z.output<typeof urlInput>;
/**
 * Body of a new URL. With `clone_of`, masks stand for the secrets of that URL, which only the server knows: `clone` has
 * the request as it was given.
 */
const urlCreation = z
  .object({ ...urlInputShape, request: requestChange.prefault({}), clone_of: idSchema.optional() })
  .transform(({ clone_of, request: change, ...rest }, { addIssue }) => {
    const created = changeRequest(request, change);
    const input: UrlInput = { ...rest, request: created.request };
    if (clone_of !== undefined) return { ...input, clone: { of: clone_of, request: mergeRequest(request, change) } };
    const problems = created.problems.length > 0 ? created.problems : requestProblems(input);
    for (const { field, message } of problems) addIssue({ code: 'custom', path: field.split('.'), message });
    if (keepAddressSecrets(input.url, '').unknown > 0)
      addIssue({ code: 'custom', path: ['url'], message: nothingKept });
    return { ...input, clone: null };
  });
export type UrlCreation = z.output<typeof urlCreation>;

/** An absent field stays. */
export const urlChange = z.object(fields).partial().extend(urlOptionsChange.shape);
export type UrlChange = z.output<typeof urlChange>;

/** `url_id`: the URL whose stored secrets replace masks and absent secrets. */
export const urlTestInput = z.object({
  ...urlInputShape,
  request: requestChange.prefault({}),
  url_id: idSchema.optional(),
});

/** In seconds, summed over redirects. */
const phaseSeconds = z.number().nonnegative().nullable();
/** Title, certificate and redirects of the last response. Its texts are untrusted. */
const testedPage = z.object({
  title: z.string().nullable(),
  /** Null without TLS. */
  certificate: z.object({ issuer: z.string(), days_left: z.int().nullable() }).nullable(),
  /** Number of followed redirects, and the hosts at both ends. */
  redirects: z.object({ count: z.int().nonnegative(), from: z.string(), to: z.string() }),
});
export type TestedPage = z.output<typeof testedPage>;

const urlTestResult = z.object({
  success: z.boolean(),
  message: z.string(),
  status_code: z.int().nullable(),
  /** In seconds. */
  response_time: phaseSeconds,
  phases: z
    .object({
      dns: phaseSeconds,
      connect: phaseSeconds,
      tls: phaseSeconds,
      first_byte: phaseSeconds,
      transfer: phaseSeconds,
    })
    .nullable(),
  assertions: z.array(assertion.extend({ ok: z.boolean(), actual: z.string().nullable() })),
  /** The target speaks TLS, but its certificate or the handshake failed. */
  tls_failed: z.boolean().default(false),
  /** Null without a request by HTTP: after a fault, or in a browser. */
  page: testedPage.nullable().default(null),
});
export type UrlTestResult = z.output<typeof urlTestResult>;

/** Result of a test that has no response. */
export const unansweredTest = (message: string): UrlTestResult => ({
  success: false,
  message,
  status_code: null,
  response_time: null,
  phases: null,
  assertions: [],
  tls_failed: false,
  page: null,
});

const urlParams = z.object({ urlId: pathId });

export const urlEndpoints = defineEndpoints({
  listByWebsite: {
    method: 'GET',
    path: '/urls/website/:websiteId',
    access: 'read',
    summary: 'The URLs of a website, by id',
    params: websiteParams,
    response: z.array(urlMonitorSchema),
  },
  // Before the one below, whose path would take it for an id.
  search: {
    method: 'GET',
    path: '/urls/search',
    access: 'read',
    summary: 'URLs of all websites whose label or address contains a text: those with problems first, then by address',
    query: z.object({ text: requiredText('text', limits.searchText.maxLength) }),
    response: z.array(foundUrlSchema).max(mostFoundUrls),
  },
  get: {
    method: 'GET',
    path: '/urls/:urlId',
    access: 'read',
    summary: 'One URL',
    params: urlParams,
    response: urlMonitorSchema,
  },
  create: {
    method: 'POST',
    path: '/urls/website/:websiteId',
    access: 'write',
    summary:
      'Adds a URL to a website. With `clone_of`, masked secrets stand for those of that URL, if the target is the same',
    successStatus: 201,
    params: websiteParams,
    body: urlCreation,
    response: urlMonitorSchema,
  },
  update: {
    method: 'PUT',
    path: '/urls/:urlId',
    access: 'write',
    summary: 'Changes a URL; a changed address clears what was last seen',
    params: urlParams,
    body: urlChange,
    response: urlMonitorSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/urls/:urlId',
    access: 'write',
    summary: 'Deletes a URL with its checks, alerts and screenshots',
    params: urlParams,
    response: z.null(),
  },
  test: {
    method: 'POST',
    path: '/urls/test',
    access: 'write',
    summary: 'Sends a request and judges its answer, without storing anything',
    body: urlTestInput,
    response: urlTestResult,
  },
  check: {
    method: 'POST',
    path: '/urls/:urlId/check',
    access: 'check',
    summary: 'Runs one check now, also when disabled, and answers its result',
    params: urlParams,
    response: urlCheckSchema,
  },
});
