import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
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
    access: 'admin',
    summary: 'Ends this session',
    response: z.null(),
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    access: 'admin',
    summary: 'Changes the admin password and ends all sessions',
    body: z.object({ current_password: password('Current password'), new_password: newPasswordSchema }),
    response: z.null(),
  },
});
