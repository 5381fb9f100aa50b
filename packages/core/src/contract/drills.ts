import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { timeSchema } from './fields/fields.ts';
import { deliveryChannels } from './names/channels.ts';
import { refSchema } from './routing.ts';

/** Whether messages on a channel are known to reach one recipient. */
const drillSchema = z.object({
  ref: refSchema,
  kind: z.enum(deliveryChannels),
  /** Of the channel. */
  name: z.string(),
  /** Null where the channel has no list of recipients. */
  recipient: z.string().nullable(),
  /** The newest drill; null before the first. */
  sent_at: timeSchema.nullable(),
  /** When its link was followed and confirmed. */
  confirmed_at: timeSchema.nullable(),
  /** The newest confirmation of any drill, or acknowledgement by a link. */
  proven_at: timeSchema.nullable(),
  /** Since when nobody confirmed that a message arrived; null where nothing was asked of a built-in channel yet. */
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
