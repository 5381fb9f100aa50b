import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { notCheckedSchema, recentChecksSchema } from './checks.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  coveragePercent,
  flag,
  idSchema,
  integerBetween,
  limitQuery,
  numberBetween,
  oneOf,
  pathId,
  percentOrNull,
  plainText,
  queryInteger,
  secondsOrNull,
  timeSchema,
} from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { tagTerms } from './fields/tags.ts';
import { monitorFields } from './monitor-fields.ts';
import { heartbeatKind } from './monitor-kinds/heartbeat.ts';
import { type MonitorKind, networkMonitorTypes } from './monitor-kinds/registry.ts';
import { urlKind } from './monitor-kinds/url.ts';
import { severities } from './names/alerts.ts';
import { type ListedState, listedStates } from './names/states.ts';
import { monitorMaintenance } from './shown-maintenance.ts';
import { websiteParams } from './websites.ts';

export const monitorKinds = [
  urlKind.type,
  ...networkMonitorTypes,
  heartbeatKind.type,
] as const satisfies readonly MonitorKind[];

/**
 * `problems`: down, slow, without data, up, disabled; each by name. `slowest`: by the last response time, then those
 * without one by name.
 */
export const monitorOrders = ['problems', 'name', 'slowest'] as const;
export type MonitorOrder = (typeof monitorOrders)[number];

/** Selects monitors of all kinds and websites. All given members must match. */
const filterShape = {
  /** Text in the name, the target without its secrets, or the name of the website. */
  q: plainText('q', limits.searchText.maxLength).optional(),
  tag: tagTerms.optional(),
  kind: oneOf('kind', monitorKinds).optional(),
  state: oneOf('state', listedStates).optional(),
  website_id: pathId.optional(),
  /** Seconds. Of heartbeats, the time between two due times. */
  check_interval: queryInteger('Check interval', {
    min: limits.checkIntervalSeconds.min,
    max: limits.heartbeat.periodSeconds.max,
  }).optional(),
};

const monitorFilter = z.object(filterShape);
export type MonitorFilter = z.output<typeof monitorFilter>;

/** A monitor of any kind. Times in seconds. */
const listedMonitorSchema = z.object({
  id: idSchema,
  kind: z.enum(monitorKinds),
  /** The address if the monitor has no name. */
  name: z.string(),
  /** The address of a URL without credentials, or host and port; empty for a heartbeat. */
  target: z.string(),
  website_id: idSchema,
  website_name: z.string(),
  enabled: z.boolean(),
  /** By the last check. Of heartbeats, running and late ones count as after their last run; new ones are unknown. */
  state: z.enum(listedStates),
  tags: z.array(z.string()),
  parent_id: idSchema.nullable(),
  /** Of a heartbeat, the time between two due times. */
  check_interval: z.number(),
  /** Of the last check, if it succeeded. */
  response_time: secondsOrNull,
  uptime_24h: percentOrNull,
  coverage_24h: coveragePercent,
  recent_checks: recentChecksSchema,
  not_checked: notCheckedSchema.optional(),
  maintenance: monitorMaintenance,
});
export type ListedMonitor = z.output<typeof listedMonitorSchema>;

const count = z.int().nonnegative();
const stateCounts = z.object(
  Object.fromEntries(listedStates.map((state) => [state, count])) as Record<ListedState, typeof count>,
);

const listedMonitorsSchema = z.object({
  monitors: z.array(listedMonitorSchema),
  /** Number of matching monitors. */
  total: count,
  /** Number of monitors without any filter. */
  all: count,
  /** Number of monitors in each state that match all of the filter but its `state`. */
  states: stateCounts,
});
export type ListedMonitors = z.output<typeof listedMonitorsSchema>;

/** `check` starts checks whose results come later. `mute` replaces a mute of the monitor itself. */
const bulkActions = [
  'enable',
  'disable',
  'check',
  'delete',
  'add_tags',
  'remove_tags',
  'update',
  'mute',
  'unmute',
  'acknowledge',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The fields that `update` may change. Those that a kind lacks are refused for its monitors. */
const updateShape = {
  check_interval: numberBetween('Check interval', limits.checkIntervalSeconds, 'seconds'),
  timeout: numberBetween('Timeout', limits.urlTimeoutSeconds, 'seconds'),
  response_time_threshold: numberBetween('Slow threshold', limits.responseTimeThresholdSeconds, 'seconds'),
  failure_threshold: integerBetween('Failure threshold', limits.failureThreshold, 'checks'),
  recovery_threshold: monitorFields.recovery_threshold,
  severity: oneOf('Severity', severities).nullable(),
  cert_alerts: flag('Certificate alerts'),
  parent_id: monitorFields.parent_id,
  /** Moves monitors with their open alerts. */
  website_id: idSchema,
};
const changesShape = {
  ...updateShape,
  tags: monitorFields.tags,
  /** Of `mute`: in the future, at most 30 days ahead. */
  until: timeSchema,
  reason: plainText('Reason', limits.silenceReason.maxLength),
  /** Of `acknowledge`. */
  note: plainText('Note', limits.acknowledgeNote.maxLength),
};
const bulkChanges = z.object(changesShape).partial();
export type BulkChanges = z.output<typeof bulkChanges>;

/** The changes that an action takes; the first must be given for all but `update`, which needs any. */
const changesOf: Readonly<Record<BulkAction, readonly (keyof BulkChanges)[]>> = {
  enable: [],
  disable: [],
  check: [],
  delete: [],
  unmute: [],
  update: Object.keys(updateShape) as (keyof typeof updateShape)[],
  add_tags: ['tags'],
  remove_tags: ['tags'],
  mute: ['until', 'reason'],
  acknowledge: ['note'],
};

const bulkInput = z
  .object({
    /** Either these or `filter`. */
    ids: z
      .array(idSchema)
      .min(1, { error: inputMessages.bulkIds })
      .max(limits.bulkIds, { error: inputMessages.bulkIds })
      .optional(),
    /** The query of the list: all monitors that match. */
    filter: monitorFilter.optional(),
    action: oneOf('Action', bulkActions),
    changes: bulkChanges.default({}),
    /** Required for `delete`. Another number of monitors is 409. */
    expected_count: z.int().nonnegative().optional(),
    /** Whether to change nothing and to return what would change. */
    dry_run: flag('dry_run').default(false),
  })
  .superRefine(({ ids, filter, action, changes, expected_count }, { addIssue }) => {
    const refuse = (path: string[], message: string): void => addIssue({ code: 'custom', path, message });
    if ((ids === undefined) === (filter === undefined)) refuse(['ids'], inputMessages.oneSelection);
    if (action === 'delete' && expected_count === undefined) refuse(['expected_count'], inputMessages.expectedCount);
    const given = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const taken: readonly string[] = changesOf[action];
    for (const name of given.filter((each) => !taken.includes(each)))
      refuse(['changes', name], inputMessages.foreignChange(name, action));
    if (action === 'update' && given.length === 0) refuse(['changes'], inputMessages.noChange);
    if (action === 'mute' && changes.until === undefined) refuse(['changes', 'until'], inputMessages.required('until'));
    if (taken[0] === 'tags' && (changes.tags ?? []).length === 0)
      refuse(['changes', 'tags'], inputMessages.required('tags'));
  });
export type BulkInput = z.output<typeof bulkInput>;

const bulkResult = z.object({
  /** Number of monitors; of `check`, those whose check starts. */
  changed: count,
  /** Those that already are as they would be. */
  unchanged: count,
  refused: z.array(z.object({ id: idSchema, name: z.string(), message: z.string() })),
  /** Number of websites of the changed monitors. */
  websites: count,
});
export type BulkResult = z.output<typeof bulkResult>;

/** Fields of all created monitors; those that a kind lacks do not apply to it. Tags are added to those of a line. */
const bulkDefaults = z.object({
  check_interval: updateShape.check_interval.optional(),
  response_time_threshold: updateShape.response_time_threshold.optional(),
  tags: monitorFields.tags.optional(),
});
export type BulkDefaults = z.output<typeof bulkDefaults>;

const lineStatuses = ['new', 'exists', 'invalid'] as const;

const bulkLineSchema = z.object({
  /** From 1. Empty lines and comments (`# …`) have no entry. */
  line: z.int().positive(),
  /** Null if the line shows none. */
  kind: z.enum(monitorKinds).nullable(),
  target: z.string(),
  name: z.string().nullable(),
  tags: z.array(z.string()),
  status: z.enum(lineStatuses),
  /** A sentence: why the line creates no monitor. */
  problem: z.string().nullable(),
  /** A target to use in place of an invalid one. */
  repair: z.string().nullable(),
});
export type ListedLine = z.output<typeof bulkLineSchema>;

const bulkCreateInput = z.object({
  text: z
    .string({ error: inputMessages.required('Text') })
    .max(limits.bulkText.maxLength, { error: inputMessages.tooLong('Text', limits.bulkText.maxLength) }),
  defaults: bulkDefaults.default({}),
  dry_run: flag('dry_run').default(false),
});
export type BulkCreateInput = z.output<typeof bulkCreateInput>;

const bulkCreateResult = z.object({
  lines: z.array(bulkLineSchema),
  /** Number of created monitors; of a dry run, those that would be. */
  created: count,
});
export type BulkCreateResult = z.output<typeof bulkCreateResult>;

export const monitorEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/monitors',
    access: 'read',
    summary:
      'Monitors of all kinds and websites. The terms of `tag` are separated by commas and must all match: a tag, a prefix such as `env:`, or one of the two after `!` for monitors without it. The next page begins after the monitor `before`',
    query: limitQuery(defaults.monitorsLimit).extend({
      ...filterShape,
      sort: oneOf('sort', monitorOrders).default('problems'),
      /** The last monitor of the page before, in the same order. */
      before: pathId.optional(),
    }),
    response: listedMonitorsSchema,
  },
  tags: {
    method: 'GET',
    path: '/tags',
    access: 'read',
    summary: 'All tags of monitors, by name',
    response: z.array(z.object({ tag: z.string(), monitor_count: z.int().positive() })),
  },
  bulk: {
    method: 'POST',
    path: '/monitors/bulk',
    access: 'check',
    summary:
      'Changes many monitors in one transaction; a monitor that cannot be changed is refused by name and does not stop the others. All actions but `check` need `write`. Give either `ids` or `filter`',
    body: bulkInput,
    response: bulkResult,
  },
  bulkCreate: {
    method: 'POST',
    path: '/websites/:websiteId/monitors/bulk-create',
    access: 'write',
    summary:
      'Adds a monitor for each valid line of a text of up to 200 lines: a target, an optional name, and `#tags`. A target is `https://…`, a host name (tried as https), `host:port`, or the keyword of a kind and its target (`ping 10.0.0.1`, `heartbeat 1d`, `command disk`). Sends nothing to the targets before the monitors exist',
    params: websiteParams,
    body: bulkCreateInput,
    response: bulkCreateResult,
  },
});
