import * as z from 'zod';
import { secondsOrNull, timeSchema } from './fields/fields.ts';

/** Seconds of each phase, summed over redirects; null for a phase that did not occur (TLS on plain HTTP). */
export const phasesSchema = z.object({
  dns: secondsOrNull,
  connect: secondsOrNull,
  tls: secondsOrNull,
  first_byte: secondsOrNull,
  transfer: secondsOrNull,
});
export type Phases = z.output<typeof phasesSchema>;

/** Number of intervals of `phaseHistorySchema`, and minutes of each: a day. */
export const phaseStretches = { count: 96, minutes: 15 } as const;

/**
 * Mean phases in each quarter of an hour of the last 24 hours, oldest first. `time` is its start, `checks` the number
 * of checks with phases. `phases` are means over all of these, in seconds, so that their sum is the mean time; null
 * without any.
 */
export const phaseHistorySchema = z
  .array(z.object({ time: timeSchema, checks: z.int().nonnegative(), phases: phasesSchema.nullable() }))
  .length(phaseStretches.count);
export type PhaseHistory = z.output<typeof phaseHistorySchema>;
