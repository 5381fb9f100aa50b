import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { notCheckedSchema, recentChecksSchema } from './checks.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, limitQuery, oneOf, pathId, percentOrNull, plainText, secondsOrNull } from './fields/fields.ts';
import { tagTerms } from './fields/tags.ts';
import { heartbeatKind } from './monitor-kinds/heartbeat.ts';
import { type MonitorKind, networkMonitorTypes } from './monitor-kinds/registry.ts';
import { urlKind } from './monitor-kinds/url.ts';
import { type ListedState, listedStates } from './names/states.ts';
import { monitorMaintenance } from './shown-maintenance.ts';

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
});
