import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, newestFirst, pathId, timeSchema } from './fields/fields.ts';

/** By what a session was begun. */
export const sessionClients = ['browser', 'cli', 'api'] as const;
export type SessionClient = (typeof sessionClients)[number];

/** One sign-in that holds. */
export const sessionSchema = z.object({
  id: idSchema,
  /** Null: the owner's. */
  user_id: idSchema.nullable(),
  /** Whose it is. */
  user_name: z.string(),
  created_at: timeSchema,
  /** To the hour. */
  last_used_at: timeSchema,
  /** When they proved last that it is them. */
  confirmed_at: timeSchema,
  /** Where from it was begun; null where nobody noted it. */
  ip: z.string().nullable(),
  client: z.enum(sessionClients),
  /** Whether this request came with it. */
  is_current: z.boolean(),
});
export type SessionInfo = z.output<typeof sessionSchema>;

export const sessionEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/auth/sessions',
    access: 'any',
    signedIn: true,
    summary: 'Sessions, newest first: of an admin all, of others their own',
    query: newestFirst(limits.sessionsShown),
    response: z.array(sessionSchema),
  },
  remove: {
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    access: 'any',
    signedIn: true,
    summary: 'Ends a session and its event streams',
    params: z.object({ sessionId: pathId }),
    response: z.null(),
  },
});
