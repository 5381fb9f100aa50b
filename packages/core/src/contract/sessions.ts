import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, newestFirst, pathId, timeSchema } from './fields/fields.ts';

/** Client types. */
export const sessionClients = ['browser', 'cli', 'api'] as const;
export type SessionClient = (typeof sessionClients)[number];

/** An active sign-in. */
export const sessionSchema = z.object({
  id: idSchema,
  /** Null for the owner. */
  user_id: idSchema.nullable(),
  user_name: z.string(),
  created_at: timeSchema,
  /** Rounded to the hour. */
  last_used_at: timeSchema,
  /** Time of the last re-authentication. */
  confirmed_at: timeSchema,
  /** Address of the sign-in; null if not recorded. */
  ip: z.string().nullable(),
  client: z.enum(sessionClients),
  /** Whether this request uses it. */
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
