import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  flag,
  idSchema,
  integerBetween,
  isOneLine,
  markdownText,
  pathId,
  requiredText,
  timeSchema,
  timeZone,
} from './fields/fields.ts';
import { inputMessages, maintenanceSentences as said } from './fields/input-messages.ts';
import { parseRecurrence, parseWallStart } from './fields/recurrence.ts';
import { tagFilters } from './fields/tags.ts';
import { runStates } from './names/states.ts';

const ids = z.array(idSchema).max(limits.maintenance.targets);
const title = requiredText('Title', limits.name.maxLength).refine(isOneLine, { error: inputMessages.oneLine('Title') });

const rrule = z
  .string()
  .max(limits.maintenance.rruleLength)
  .superRefine((text, { addIssue }) => {
    const parsed = parseRecurrence(text);
    if ('problem' in parsed) addIssue({ code: 'custom', message: parsed.problem });
  });

const shape = {
  title,
  body: markdownText('Text', limits.maintenance.bodyLength),
  website_ids: ids,
  monitor_ids: ids,
  /** Also covers the monitors that have any of them when a run starts; `env:` matches each tag that begins with it. */
  tags: tagFilters,
  time_zone: timeZone,
  /** Local time in the time zone: '2027-03-28T02:30'. */
  starts_at: z.string().refine((text) => parseWallStart(text) !== null, { error: said.startsAt }),
  duration_minutes: integerBetween('Duration', limits.maintenance.minutes, 'minutes'),
  /** A part of RFC 5545: FREQ, INTERVAL, BYDAY, BYMONTHDAY, and COUNT or UNTIL. Null: once. */
  rrule: rrule.nullable(),
  /**
   * Whether public pages show title and times. Private maintenance is shown without a title, and only while it lasts.
   */
  public: flag('Public'),
  /** Hours before the start from which public pages announce it. */
  announce_hours: integerBetween('Announced before', limits.maintenance.announceHours, 'hours'),
  /** Whether subscribers are notified. */
  notify: flag('Notify'),
};

/** Targets and times of maintenance. */
export const maintenanceInput = z
  .object({
    ...shape,
    body: shape.body.default(''),
    website_ids: ids.default([]),
    monitor_ids: ids.default([]),
    tags: tagFilters.default([]),
    time_zone: shape.time_zone.default('UTC'),
    rrule: shape.rrule.default(null),
    public: shape.public.default(false),
    announce_hours: shape.announce_hours.default(defaults.maintenance.announceHours),
    notify: shape.notify.default(false),
  })
  .refine(({ website_ids, monitor_ids, tags }) => website_ids.length + monitor_ids.length + tags.length > 0, {
    path: ['website_ids'],
    error: said.noTarget,
  });
export type MaintenanceInput = z.output<typeof maintenanceInput>;

export const maintenanceWindowSchema = z.object({
  id: idSchema,
  ...shape,
  /** Older servers do not send them. */
  tags: tagFilters.default([]),
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type MaintenanceWindow = z.output<typeof maintenanceWindowSchema>;

export const maintenanceRunSchema = z.object({
  id: idSchema,
  window_id: idSchema,
  starts_at: timeSchema,
  ends_at: timeSchema,
  /** `verifying`: it has ended, and alerts for its problems are not sent yet. */
  state: z.enum(runStates),
  /** Of its window, like the following fields. */
  title: z.string(),
  public: z.boolean(),
  website_ids: z.array(idSchema),
  /** With those that its tags cover, from its start on. */
  monitor_ids: z.array(idSchema),
  tags: z.array(z.string()).default([]),
});
export type MaintenanceRun = z.output<typeof maintenanceRunSchema>;

/** What somebody wrote about a run. */
export const maintenanceUpdateSchema = z.object({
  id: idSchema,
  run_id: idSchema,
  /** CommonMark without HTML, images and headings. */
  body: z.string(),
  created_at: timeSchema,
});
export type MaintenanceUpdate = z.output<typeof maintenanceUpdateSchema>;

export const maintenanceUpdateInput = z.object({
  body: markdownText('Text', limits.maintenance.bodyLength).min(1, { error: inputMessages.required('Text') }),
});

export const maintenanceStart = z
  .object({
    title: title.default(defaults.maintenance.title),
    website_ids: ids.default([]),
    monitor_ids: ids.default([]),
    tags: tagFilters.default([]),
    minutes: integerBetween('Minutes', limits.maintenance.minutes),
    public: flag('Public').default(false),
    /** Idempotency key: a repeated start returns the first run and begins nothing. */
    key: requiredText('Key', limits.maintenance.keyLength).nullable().default(null),
  })
  .refine(({ website_ids, monitor_ids, tags }) => website_ids.length + monitor_ids.length + tags.length > 0, {
    path: ['website_ids'],
    error: said.noTarget,
  });
export type MaintenanceStart = z.output<typeof maintenanceStart>;

/** A started run, with the monitors whose outage began earlier: these stay red, and their alerts are sent. */
export const startedRunSchema = maintenanceRunSchema.extend({
  not_covered: z.array(z.object({ monitor_id: idSchema, name: z.string(), website_name: z.string() })),
});
export type StartedRun = z.output<typeof startedRunSchema>;

const windowParams = z.object({ windowId: pathId });
const runParams = z.object({ runId: pathId });

export const maintenanceEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/maintenance/',
    access: 'read',
    summary: 'The maintenance that is planned or was, newest first',
    response: z.array(maintenanceWindowSchema),
  },
  create: {
    method: 'POST',
    path: '/maintenance/',
    access: 'write',
    summary: 'Plans maintenance, once or again and again',
    successStatus: 201,
    body: maintenanceInput,
    response: maintenanceWindowSchema,
  },
  runs: {
    method: 'GET',
    path: '/maintenance/runs',
    access: 'read',
    summary: 'When work takes place, of all that is planned, by its start: without from, what is not over',
    query: z.object({ from: timeSchema.optional(), to: timeSchema.optional() }),
    response: z.array(maintenanceRunSchema),
  },
  start: {
    method: 'POST',
    path: '/maintenance/start',
    access: 'deploy',
    summary: 'Begins maintenance now',
    successStatus: 201,
    body: maintenanceStart,
    response: startedRunSchema,
  },
  end: {
    method: 'POST',
    path: '/maintenance/runs/:runId/end',
    access: 'deploy',
    summary: 'Ends a run now; problems that last 2 minutes later are sent',
    params: runParams,
    response: maintenanceRunSchema,
  },
  extend: {
    method: 'PUT',
    path: '/maintenance/runs/:runId',
    access: 'write',
    summary: 'Has a run that goes on end later',
    params: runParams,
    body: z.object({ ends_at: timeSchema }),
    response: maintenanceRunSchema,
  },
  addUpdate: {
    method: 'POST',
    path: '/maintenance/runs/:runId/updates',
    access: 'write',
    summary: 'Writes an update of a run, which public pages show where the run is public',
    successStatus: 201,
    params: runParams,
    body: maintenanceUpdateInput,
    response: maintenanceUpdateSchema,
  },
  get: {
    method: 'GET',
    path: '/maintenance/:windowId',
    access: 'read',
    summary: 'One window',
    params: windowParams,
    response: maintenanceWindowSchema,
  },
  update: {
    method: 'PUT',
    path: '/maintenance/:windowId',
    access: 'write',
    summary: 'Changes a window; what is absent stays, and runs that began stay when they were',
    params: windowParams,
    body: z.object(shape).partial(),
    response: maintenanceWindowSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/maintenance/:windowId',
    access: 'write',
    summary: 'Deletes a window with its runs; 409 while one goes on',
    params: windowParams,
    response: z.null(),
  },
});
