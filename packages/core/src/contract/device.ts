import * as z from 'zod';
import { limits } from '../limits.ts';
import { loginAnswer } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { inputMessages } from './fields/input-messages.ts';

/** Values of `error` in a refusal of `device.token` (RFC 8628, section 3.5). */
const deviceErrors = ['authorization_pending', 'slow_down', 'expired_token'] as const;
export type DeviceError = (typeof deviceErrors)[number];

/** As typed by a person: letters in either case, with or without the dash. */
const userCode = z
  .string({ error: inputMessages.required('Code') })
  .max(limits.device.userCodeText)
  .transform((text) => text.toUpperCase().replace(/[^A-Z]/g, ''))
  .pipe(z.string().length(limits.device.userCodeLetters, { error: inputMessages.deviceCode }));

export const deviceEndpoints = defineEndpoints({
  start: {
    method: 'POST',
    path: '/auth/device',
    access: 'public',
    summary: 'Begins the sign-in of a program without a browser (RFC 8628)',
    response: z.object({
      device_code: z.string(),
      /** As in 'ABCD-EFGH'. */
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** Seconds. */
      expires_in: z.int().positive(),
      /** Minimum seconds between two polls for the token. */
      interval: z.int().positive(),
    }),
  },
  approve: {
    method: 'POST',
    path: '/auth/device/approve',
    access: 'any',
    signedIn: true,
    summary: 'Signs the program in that shows this code, as oneself',
    body: z.object({ user_code: userCode }),
    response: z.null(),
  },
  token: {
    method: 'POST',
    path: '/auth/device/token',
    access: 'public',
    summary: 'The token, once somebody approved; until then 400 with an error of RFC 8628',
    body: z.object({
      device_code: z
        .string({ error: inputMessages.required('Device code') })
        .min(1, { error: inputMessages.required('Device code') })
        .max(limits.secondFactor.opaqueText),
    }),
    response: loginAnswer,
  },
});
