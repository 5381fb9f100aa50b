import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { idSchema } from './fields.ts';

/** Something that the admin's pages show has changed. `website_id` null: websites were added or removed, or settings changed. */
export const adminEventSchema = z.object({ website_id: idSchema.nullable() });
export type AdminEvent = z.output<typeof adminEventSchema>;

export const eventEndpoints = defineEndpoints({
  stream: {
    method: 'GET',
    path: '/events',
    access: 'admin',
    transport: 'events',
    summary: 'Server-sent events for the admin pages',
    response: adminEventSchema,
  },
});
