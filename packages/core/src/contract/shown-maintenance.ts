import * as z from 'zod';
import { idSchema, timeSchema } from './fields/fields.ts';
import { runStates } from './names/states.ts';

/**
 * That something is in maintenance: a run of it goes on, and no outage of it is older than the run. `title`: null where the run is
 * not public, and everybody reads. `until`: when the run ends, of several the one that ends last.
 */
const shownMaintenanceSchema = z.object({ title: z.string().nullable(), until: timeSchema });
export type ShownMaintenance = z.output<typeof shownMaintenanceSchema>;

/** Missing where something is in no maintenance. */
export const monitorMaintenance = shownMaintenanceSchema.optional();

/** Missing where no monitor of the website is in maintenance, and where one has an outage that is not: then something is wrong. */
export const websiteMaintenance = shownMaintenanceSchema.optional();

/** A run of public maintenance as everybody may read it. */
export const publicMaintenanceSchema = z.object({
  /** Of the run: its page is /status/maintenance/{id}. */
  id: idSchema,
  title: z.string(),
  /** CommonMark without HTML, images and headings, as of an incident; may be empty. */
  body: z.string(),
  state: z.enum(runStates),
  starts_at: timeSchema,
  ends_at: timeSchema,
  website_ids: z.array(idSchema),
  monitor_ids: z.array(idSchema),
  /** Whom it affects, by the names that everybody reads: websites, and services as 'Shop: Mail'. */
  affected: z.array(z.string()),
});
export type PublicMaintenance = z.output<typeof publicMaintenanceSchema>;

/** A change that everybody may know of. */
export const publicMarkSchema = z.object({ label: z.string(), at: timeSchema });
export type PublicMark = z.output<typeof publicMarkSchema>;
