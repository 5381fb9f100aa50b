import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, queryInteger } from './fields/fields.ts';

/** Data on the admin's pages has changed. `website_id` null: websites were added or removed, or settings changed. */
const adminEventSchema = z.object({ website_id: idSchema.nullable() });
export type AdminEvent = z.output<typeof adminEventSchema>;

export const eventEndpoints = defineEndpoints({
  stream: {
    method: 'GET',
    path: '/events',
    access: 'read',
    transport: 'events',
    summary: 'Server-sent events for the admin pages',
    query: z.object({
      /** Seconds since the page loaded its data. The stream begins with the changes since then. */
      past: queryInteger('past', limits.eventsPastSeconds).default(0),
    }),
    response: adminEventSchema,
  },
});
