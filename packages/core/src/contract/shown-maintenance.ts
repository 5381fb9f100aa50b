import * as z from 'zod';
import { idSchema, timeSchema } from './fields/fields.ts';
import { runStates } from './names/states.ts';

/**
 * A run is in progress, and no outage of the target is older than the run. `title`: null if the run is private and the
 * reader is a visitor. `until`: end of the run, of several the latest.
 */
const shownMaintenanceSchema = z.object({ title: z.string().nullable(), until: timeSchema });
export type ShownMaintenance = z.output<typeof shownMaintenanceSchema>;

/** Absent outside maintenance. */
export const monitorMaintenance = shownMaintenanceSchema.optional();

/**
 * Absent if no monitor of the website is in maintenance, or if one has an outage outside maintenance, which must stay
 * visible.
 */
export const websiteMaintenance = shownMaintenanceSchema.optional();

export const publicMaintenanceSchema = z.object({
  /** Id of the run, whose page is /status/maintenance/{id}. */
  id: idSchema,
  title: z.string(),
  /** CommonMark without HTML, images and headings, as in incidents; may be empty. */
  body: z.string(),
  state: z.enum(runStates),
  starts_at: timeSchema,
  ends_at: timeSchema,
  website_ids: z.array(idSchema),
  monitor_ids: z.array(idSchema),
  /** Public names of the affected targets: websites, and services as 'Shop: Mail'. */
  affected: z.array(z.string()),
  /** Written updates, newest first; missing where there are none. */
  updates: z.array(z.object({ body: z.string(), created_at: timeSchema })).optional(),
});
export type PublicMaintenance = z.output<typeof publicMaintenanceSchema>;

/** A deployment mark without its private fields. */
export const publicMarkSchema = z.object({ label: z.string(), at: timeSchema });
export type PublicMark = z.output<typeof publicMarkSchema>;
