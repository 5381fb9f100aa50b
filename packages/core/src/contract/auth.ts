import * as z from 'zod';
import { scopes } from '../access/scopes.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { timeSchema } from './fields.ts';
import { inputMessages } from './input-messages.ts';

const password = (label: string) =>
  z
    .string({ error: inputMessages.required(label) })
    .min(1, { error: inputMessages.required(label) })
    .max(limits.passwordLength.max, { error: inputMessages.tooLong(label, limits.passwordLength.max) });

export const loginInput = z.object({ password: password('Password') });
export const loginAnswer = z.object({ access_token: z.string().min(1), token_type: z.literal('bearer') });
export const newPasswordSchema = password('New password').min(limits.passwordLength.min, {
  error: `New password must have at least ${limits.passwordLength.min} characters`,
});

/** Whoever asks, and what they may do. */
export const callerSchema = z.object({
  kind: z.enum(['owner', 'user', 'token']),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Of a token; null: never, and of a person. */
  expires_at: timeSchema.nullable(),
});
export type CallerInfo = z.output<typeof callerSchema>;

export const authEndpoints = defineEndpoints({
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Signs in with the admin password',
    body: loginInput,
    response: loginAnswer,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    access: 'any',
    signedIn: true,
    beforeFactor: true,
    summary: 'Ends this session',
    response: z.null(),
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    access: 'any',
    beforeFactor: true,
    summary: 'Who asks, and what they may do',
    response: callerSchema,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    access: 'admin',
    signedIn: true,
    summary: 'Changes the admin password and ends all sessions',
    body: z.object({ current_password: password('Current password'), new_password: newPasswordSchema }),
    response: z.null(),
  },
});
