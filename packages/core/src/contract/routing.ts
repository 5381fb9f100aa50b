import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, integerBetween, oneOf, requiredText, timeSchema, timeZone } from './fields/fields.ts';
import { tagFilters } from './fields/tags.ts';
import { alertTypes, severities } from './names/alerts.ts';
import { builtInChannels, deliveryChannels } from './names/channels.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** The id of a channel, or the name of a built-in one. */
export const refSchema = z.union([idSchema, z.enum(builtInChannels)], {
  error: `A channel must be the id of one, or one of ${builtInChannels.join(', ')}`,
});

const timeOfDay = (label: string) =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: `${label} must be a time of day, as 22:00` });

/**
 * A weekly time span in the document's time zone. If its end is not after its beginning, it passes midnight and belongs
 * to the day on which it begins.
 */
export const timeSpan = z.object({
  days: z
    .array(oneOf('Day', weekdays))
    .min(1, { error: 'Days must have at least one day' })
    .transform((days) => weekdays.filter((day) => days.includes(day))),
  from: timeOfDay('From'),
  to: timeOfDay('To'),
});
export type TimeSpan = z.output<typeof timeSpan>;

const timeSpans = z.array(timeSpan).max(limits.timeSpans, { error: `At most ${limits.timeSpans} spans of time` });
/** An empty list matches all. */
const types = z.array(oneOf('Alert type', alertTypes)).default([]);

export const channelSwitches = z.object({
  alert_types: types,
  min_severity: oneOf('Severity', severities).default('warning'),
  quiet: timeSpans.default([]),
});
export type ChannelSwitches = z.output<typeof channelSwitches>;

export const policySchema = z.object({
  id: idSchema,
  name: requiredText('Name', limits.channelName.maxLength),
  steps: z
    .array(
      z.object({
        after_minutes: integerBetween('Minutes of a step', limits.policyStepMinutes, 'minutes'),
        channels: z.array(refSchema).min(1, { error: 'A step must name a channel' }).max(limits.channels),
      }),
    )
    .max(limits.policySteps, { error: `Steps must be at most ${limits.policySteps}` }),
  remind_minutes: integerBetween('Reminder', limits.remindMinutes, 'minutes').nullable().default(null),
});
export type Policy = z.output<typeof policySchema>;

const targetIds = z.array(idSchema).max(limits.routeTargets).default([]);

export const routeSchema = z.object({
  name: requiredText('Name', limits.channelName.maxLength),
  website_ids: targetIds,
  monitor_ids: targetIds,
  /** A monitor with any of them matches; `env:` matches each tag that begins with it. */
  tags: tagFilters.default([]),
  alert_types: types,
  severities: z.array(oneOf('Severity', severities)).default([]),
  when: timeSpans.default([]),
  /** Null: nobody is notified. */
  policy_id: idSchema.nullable(),
});
export type Route = z.output<typeof routeSchema>;

/** The policy if no route matches. It cannot be deleted. */
export const defaultPolicyId = 1;

const documentShape = {
  time_zone: timeZone,
  /** By the channel's id or name; an absent channel accepts all. */
  channels: z.record(z.string().regex(/^([1-9]\d{0,14}|email|sms|slack)$/), channelSwitches),
  policies: z.array(policySchema).max(limits.policies, { error: `Policies must be at most ${limits.policies}` }),
  /** The first match decides. */
  routes: z.array(routeSchema).max(limits.routes, { error: `Routes must be at most ${limits.routes}` }),
};

/** Routes, policies and channel switches. `revision` grows with each change. */
export const routingDocument = z.object({ revision: z.int().nonnegative(), ...documentShape });
export type RoutingDocument = z.output<typeof routingDocument>;

/** The routing until the first change. */
export const defaultRouting: RoutingDocument = {
  revision: 0,
  time_zone: 'UTC',
  channels: {},
  policies: [
    {
      id: defaultPolicyId,
      name: 'Default',
      steps: [{ after_minutes: 0, channels: [...builtInChannels] }],
      remind_minutes: null,
    },
  ],
  routes: [],
};

/** Problems between parts of a document, by path of the part. */
export function routingProblems({
  policies,
  routes,
}: RoutingDocument): { path: (string | number)[]; message: string }[] {
  const problems: { path: (string | number)[]; message: string }[] = [];
  const ids = policies.map(({ id }) => id);
  if (!ids.includes(defaultPolicyId))
    problems.push({ path: ['policies'], message: 'The policy Default cannot be deleted' });
  for (const [at, { id, name, steps }] of policies.entries()) {
    const path = ['policies', at];
    if (ids.indexOf(id) !== at) problems.push({ path: [...path, 'id'], message: `Two policies have the id ${id}` });
    if (policies.findIndex((other) => other.name === name) !== at)
      problems.push({ path: [...path, 'name'], message: `Two policies have the name ${name}` });
    const minutes = steps.map(({ after_minutes }) => after_minutes);
    if (steps.length > 0 && minutes[0] !== 0)
      problems.push({
        path: [...path, 'steps', 0, 'after_minutes'],
        message: 'The first step must come at once, after 0 minutes',
      });
    const late = minutes.findIndex((each, step) => step > 0 && each <= (minutes[step - 1] ?? 0));
    if (late > 0)
      problems.push({
        path: [...path, 'steps', late, 'after_minutes'],
        message: 'Each step must come later than the one before',
      });
  }
  for (const [at, { policy_id }] of routes.entries()) {
    if (policy_id !== null && !ids.includes(policy_id))
      problems.push({ path: ['routes', at, 'policy_id'], message: `There is no policy ${policy_id}` });
  }
  return problems;
}

const routingInput = routingDocument.transform((document, { addIssue }) => {
  for (const problem of routingProblems(document)) addIssue({ code: 'custom', ...problem });
  return document;
});

export const explainInput = z.object({
  monitor_id: idSchema,
  alert_type: oneOf('Alert type', alertTypes),
  /** Defaults to now. */
  at: timeSchema.optional(),
});

/** The expected delivery of an alert on one channel of the policy. */
export const explainedChannel = z.object({
  ref: refSchema,
  kind: z.enum(deliveryChannels),
  name: z.string(),
  /** Counted from 0. */
  step: z.int().nonnegative(),
  told: z.enum(['now', 'later', 'never']),
  /** Time of the delivery; null if never. */
  at: timeSchema.nullable(),
  reason: z.string().nullable(),
});
export type ExplainedChannel = z.output<typeof explainedChannel>;

export const explanation = z.object({
  /** Name of the matching route; null without one. */
  route: z.string().nullable(),
  /** Name of the policy; null if nobody is notified. */
  policy: z.string().nullable(),
  channels: z.array(explainedChannel),
});
export type Explanation = z.output<typeof explanation>;

export const routingEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: '/routing',
    access: 'read',
    summary: 'Routes, policies and channel switches',
    response: routingDocument,
  },
  update: {
    method: 'PUT',
    path: '/routing',
    access: 'admin',
    summary: 'Replaces the document; 409 when it was changed since the revision that was read',
    body: routingInput,
    response: routingDocument,
  },
  explain: {
    method: 'POST',
    path: '/routing/explain',
    access: 'read',
    summary: 'Channels that an alert would notify, with reasons',
    body: explainInput,
    response: explanation,
  },
});
