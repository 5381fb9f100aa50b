import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { timeSchema } from './fields/fields.ts';
import { deliveryChannels } from './names/channels.ts';
import { refSchema } from './routing.ts';

/** Whether messages on a channel are proven to reach one recipient. */
const drillSchema = z.object({
  ref: refSchema,
  kind: z.enum(deliveryChannels),
  /** The channel's name. */
  name: z.string(),
  /** Null if the channel has no list of recipients. */
  recipient: z.string().nullable(),
  /** The newest drill; null without one. */
  sent_at: timeSchema.nullable(),
  /** When a recipient confirmed it by its link. */
  confirmed_at: timeSchema.nullable(),
  /** The newest confirmation of a drill, or acknowledgement of an alert by link. */
  proven_at: timeSchema.nullable(),
  /** Start of the time without proof of delivery; null for a built-in channel that has sent no drill yet. */
  unproven_since: timeSchema.nullable(),
});
export type Drill = z.output<typeof drillSchema>;

export const drillEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/drills/',
    access: 'read',
    summary: 'Every channel and recipient, and when it was last proven that messages arrive',
    response: z.array(drillSchema),
  },
  start: {
    method: 'POST',
    path: '/drills/',
    access: 'admin',
    summary: "Sends a test with a link to confirm it to each of a channel's recipients, or to those of all channels",
    successStatus: 201,
    body: z.object({ ref: refSchema.nullable().default(null) }),
    response: z.array(drillSchema),
  },
});
