import * as z from 'zod';
import { limits } from '../limits.ts';
import { loginAnswer } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { inputMessages } from './fields/input-messages.ts';

/** Error codes of a sign-in with the provider, sent as `/login#error=`. Their sentences are `factorMessages.signOn`. */
export const signOnErrors = ['failed', 'expired', 'unknown', 'no_role', 'full', 'away'] as const;
export type SignOnError = (typeof signOnErrors)[number];

export const signOnEndpoints = defineEndpoints({
  exchange: {
    method: 'POST',
    path: '/auth/exchange',
    access: 'public',
    summary: 'Signs in with the code that a sign-in with the provider ended with, once, in the same browser',
    body: z.object({
      code: z
        .string({ error: inputMessages.required('Code') })
        .min(1, { error: inputMessages.required('Code') })
        .max(limits.secondFactor.opaqueText),
    }),
    response: loginAnswer,
  },
  proxy: {
    method: 'POST',
    path: '/auth/proxy',
    access: 'public',
    summary: 'Signs in whom the authenticating proxy names',
    response: loginAnswer,
  },
});
