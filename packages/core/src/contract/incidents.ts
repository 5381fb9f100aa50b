import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, limitQuery, markdownText, oneLineText, oneOf, pathId, timeSchema } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { publicPaths } from './names/paths.ts';
import { publicMaintenanceSchema } from './shown-maintenance.ts';

export const incidentImpacts = ['none', 'minor', 'major', 'critical'] as const;
export type IncidentImpact = (typeof incidentImpacts)[number];
/** Only signed-in users see drafts. */
export const incidentStates = ['draft', 'published'] as const;
export type IncidentState = (typeof incidentStates)[number];
export const incidentOrigins = ['manual', 'automatic'] as const;
export const incidentStatuses = ['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const incidentUpdateSchema = z.object({
  id: idSchema,
  status: z.enum(incidentStatuses),
  /** CommonMark without HTML, images and headings; empty if the status says enough. */
  body: z.string(),
  display_at: timeSchema,
  /** Null if it was never edited. */
  edited_at: timeSchema.nullable(),
});
export type IncidentUpdate = z.output<typeof incidentUpdateSchema>;

const targetIds = z.array(idSchema);

/** A published text about an outage. Changes neither uptime nor a service's state. */
export const incidentSchema = z.object({
  id: idSchema,
  title: z.string(),
  impact: z.enum(incidentImpacts),
  state: z.enum(incidentStates),
  origin: z.enum(incidentOrigins),
  /** Affected websites. */
  website_ids: targetIds,
  monitor_ids: targetIds,
  started_at: timeSchema,
  /** Null while it is open. */
  resolved_at: timeSchema.nullable(),
  /** Newest `display_at` first, never empty. The status of the first one is that of the incident. */
  updates: z.array(incidentUpdateSchema),
});
export type Incident = z.output<typeof incidentSchema>;

/** The public fields of a published incident. */
export const publicIncidentSchema = incidentSchema.omit({ state: true, origin: true }).extend({
  status: z.enum(incidentStatuses),
  /** While it is open: the newest update as plain text, cut at 300 characters; missing where it has no text. */
  summary: z.string().optional(),
});
export type PublishedIncident = z.output<typeof publicIncidentSchema>;

const title = oneLineText('Title', limits.incidentTitle.maxLength).min(1, { error: inputMessages.required('Title') });
const impact = oneOf('Impact', incidentImpacts);
const status = oneOf('Status', incidentStatuses);
const body = markdownText('Text', limits.incidentBody.maxLength);
const targets = targetIds.max(limits.incidentTargets, {
  error: `At most ${limits.incidentTargets} websites and monitors`,
});

const shape = { title, impact, website_ids: targets, monitor_ids: targets, started_at: timeSchema };

/** With the first update. Times default to now; they may be up to ten years old and never in the future. */
export const incidentInput = z.object({
  title,
  impact: impact.default('minor'),
  state: oneOf('State', incidentStates).default('published'),
  website_ids: targets.default([]),
  monitor_ids: targets.default([]),
  started_at: timeSchema.optional(),
  status: status.default('investigating'),
  body: body.default(''),
  display_at: timeSchema.optional(),
});
export type IncidentInput = z.output<typeof incidentInput>;

export const incidentChange = z.object(shape).partial();
export type IncidentChange = z.output<typeof incidentChange>;

export const incidentUpdateInput = z.object({ status, body: body.default(''), display_at: timeSchema.optional() });
export type IncidentUpdateInput = z.output<typeof incidentUpdateInput>;
export const incidentUpdateChange = z.object({ status, body, display_at: timeSchema }).partial();
export type IncidentUpdateChange = z.output<typeof incidentUpdateChange>;

/** The placeholders `{website}`, `{services}` and `{started_at}` are filled in when the template is used. */
export const incidentTemplate = z.object({
  name: oneLineText('Name', limits.channelName.maxLength).min(1, { error: inputMessages.required('Name') }),
  title,
  impact: impact.default('minor'),
  status: status.default('investigating'),
  body: body.default(''),
});
export type IncidentTemplate = z.output<typeof incidentTemplate>;
export const incidentTemplatesSchema = z.object({
  templates: z
    .array(incidentTemplate)
    .max(limits.incidentTemplates, { error: `Templates must be at most ${limits.incidentTemplates}` })
    .refine((templates) => new Set(templates.map(({ name }) => name)).size === templates.length, {
      error: 'Each template must have a name of its own',
    }),
});
export type IncidentTemplates = z.output<typeof incidentTemplatesSchema>;
export const noTemplates: IncidentTemplates = { templates: [] };

/** A UTC month: '2026-11'. */
export const monthText = z.string().regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/, {
  error: 'month must be a year and a month, as 2026-11',
});

const incidentParams = z.object({ incidentId: pathId });
const updateParams = z.object({ incidentId: pathId, updateId: pathId });

export const incidentEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/incidents/',
    access: 'read',
    summary: 'Incidents, the one that started last first',
    query: limitQuery(100).extend({
      state: oneOf('state', incidentStates).optional(),
      /** Only incidents that started in this month. */
      month: monthText.optional(),
    }),
    response: z.array(incidentSchema),
  },
  create: {
    method: 'POST',
    path: '/incidents/',
    access: 'write',
    summary: 'Reports an incident, with its first update',
    successStatus: 201,
    body: incidentInput,
    response: incidentSchema,
  },
  get: {
    method: 'GET',
    path: '/incidents/:incidentId',
    access: 'read',
    summary: 'One incident',
    params: incidentParams,
    response: incidentSchema,
  },
  update: {
    method: 'PUT',
    path: '/incidents/:incidentId',
    access: 'write',
    summary: 'Changes what an incident is about; what is absent stays',
    params: incidentParams,
    body: incidentChange,
    response: incidentSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/incidents/:incidentId',
    access: 'write',
    summary: 'Deletes an incident with its updates',
    params: incidentParams,
    response: z.null(),
  },
  publish: {
    method: 'POST',
    path: '/incidents/:incidentId/publish',
    access: 'write',
    summary: 'Publishes a draft; one that is published stays so',
    params: incidentParams,
    response: incidentSchema,
  },
  addUpdate: {
    method: 'POST',
    path: '/incidents/:incidentId/updates',
    access: 'write',
    summary: 'Posts an update',
    successStatus: 201,
    params: incidentParams,
    body: incidentUpdateInput,
    response: incidentSchema,
  },
  changeUpdate: {
    method: 'PUT',
    path: '/incidents/:incidentId/updates/:updateId',
    access: 'write',
    summary: 'Edits an update; what is absent stays',
    params: updateParams,
    body: incidentUpdateChange,
    response: incidentSchema,
  },
  removeUpdate: {
    method: 'DELETE',
    path: '/incidents/:incidentId/updates/:updateId',
    access: 'write',
    summary: 'Deletes an update, but not the only one',
    params: updateParams,
    response: z.null(),
  },
  preview: {
    method: 'POST',
    path: '/incidents/preview',
    access: 'write',
    summary: 'How the text of an update reads on the pages: HTML that is safe wherever it stands between tags',
    body: z.object({ body }),
    response: z.object({ html: z.string() }),
  },
  getTemplates: {
    method: 'GET',
    path: '/incident-templates',
    access: 'read',
    summary: 'The templates of incidents',
    response: incidentTemplatesSchema,
  },
  updateTemplates: {
    method: 'PUT',
    path: '/incident-templates',
    access: 'write',
    summary: 'Replaces the templates of incidents',
    body: incidentTemplatesSchema,
    response: incidentTemplatesSchema,
  },
});

export const publicIncidentEndpoints = defineEndpoints({
  page: {
    method: 'GET',
    path: publicPaths.page,
    access: 'public',
    summary: 'Current events: open incidents, maintenance, and whether one may subscribe',
    response: z.object({
      incidents: z.array(publicIncidentSchema),
      /** Current and announced maintenance, by start. */
      maintenances: z.array(publicMaintenanceSchema),
      /** Whether visitors can subscribe to updates. */
      subscribe: z.boolean(),
    }),
  },
  list: {
    method: 'GET',
    path: publicPaths.incidents,
    access: 'public',
    summary: 'Published incidents that started in a month of UTC, by default this one; newest first',
    query: z.object({ month: monthText.optional() }),
    response: z.array(publicIncidentSchema),
  },
  get: {
    method: 'GET',
    path: publicPaths.incident,
    access: 'public',
    summary: 'One published incident',
    params: incidentParams,
    response: publicIncidentSchema,
  },
});
