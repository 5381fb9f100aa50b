import * as z from 'zod';
import { limits } from '../limits.ts';
import { loginAnswer } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, isOneLine, pathId, requiredText, timeSchema } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { browserOptions, newPasskeySchema, opaqueText, usedPasskeySchema } from './passkeys.ts';

/** Methods for the second step, after a correct password. */
const secondFactorMethods = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** Detail of the refusal after a correct password. The second step must follow within five minutes. */
export const secondFactorWanted = z.object({
  challenge: z.string().min(1),
  methods: z.array(z.enum(secondFactorMethods)),
});
export type SecondFactorWanted = z.output<typeof secondFactorWanted>;

/** A passkey without its key material. */
const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: timeSchema,
  /** Null if it was never used to sign in. */
  last_used_at: timeSchema.nullable(),
});
export type Passkey = z.output<typeof passkeySchema>;

const factorsSchema = z.object({
  /** Whether an authenticator app is set up. */
  totp: z.boolean(),
  /** Newest first. */
  passkeys: z.array(passkeySchema),
  /** Number of unused codes. */
  recovery_codes_left: z.int().nonnegative(),
  /** Whether this installation requires a second factor. */
  is_required: z.boolean(),
  /** The reason why passkeys are unavailable here; null if available. */
  passkeys_off: z.string().nullable(),
});
export type Factors = z.output<typeof factorsSchema>;

const recoveryCodes = z.array(z.string());

/** Six digits. Spaces are ignored, because apps show them between the digits. */
const totpCodeSchema = z
  .string({ error: inputMessages.required('Code') })
  .max(limits.secondFactor.codeText)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: inputMessages.sixDigits }));

const secondFactorInput = z
  .object({
    challenge: opaqueText('Challenge'),
    code: totpCodeSchema.optional(),
    recovery_code: requiredText('Recovery code', limits.secondFactor.codeText).optional(),
    passkey: usedPasskeySchema.optional(),
  })
  .refine(({ code, recovery_code, passkey }) => [code, recovery_code, passkey].filter(Boolean).length === 1, {
    error: inputMessages.oneAnswer,
  });
export type SecondFactorInput = z.output<typeof secondFactorInput>;

const own = { access: 'any', signedIn: true, beforeFactor: true } as const;

export const factorEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/auth/factors',
    ...own,
    summary: 'Second factors of the caller',
    response: factorsSchema,
  },
  beginTotp: {
    method: 'POST',
    path: '/auth/totp',
    ...own,
    summary: 'Makes a secret for an authenticator app, which counts once a code of it was confirmed',
    response: z.object({
      /** Base32. */
      secret: z.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: z.string(),
    }),
  },
  confirmTotp: {
    method: 'POST',
    path: '/auth/totp/confirm',
    ...own,
    summary: 'Turns the authenticator app on; the answer has new recovery codes, this once',
    body: z.object({ code: totpCodeSchema }),
    response: z.object({ recovery_codes: recoveryCodes }),
  },
  removeTotp: {
    method: 'DELETE',
    path: '/auth/totp',
    ...own,
    summary: 'Turns the authenticator app off',
    response: z.null(),
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/auth/recovery-codes',
    ...own,
    summary: 'Makes new recovery codes, this once in the answer; those before are void',
    response: z.object({ recovery_codes: recoveryCodes }),
  },
  passkeyOptions: {
    method: 'POST',
    path: '/auth/passkeys/options',
    ...own,
    summary: 'Options for a browser that creates a passkey',
    response: browserOptions,
  },
  addPasskey: {
    method: 'POST',
    path: '/auth/passkeys',
    ...own,
    summary: 'Adds a passkey; with the first second factor the answer has recovery codes, this once',
    successStatus: 201,
    body: z.object({
      name: requiredText('Name', limits.passkey.name.maxLength).refine(isOneLine, {
        error: inputMessages.oneLine('Name'),
      }),
      passkey: newPasskeySchema,
    }),
    response: passkeySchema.extend({ recovery_codes: recoveryCodes.nullable() }),
  },
  removePasskey: {
    method: 'DELETE',
    path: '/auth/passkeys/:passkeyId',
    ...own,
    summary: 'Removes a passkey',
    params: z.object({ passkeyId: pathId }),
    response: z.null(),
  },
  signInOptions: {
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    summary: 'Options for a browser that signs in with a passkey, or answers a second factor with one',
    /** With `challenge` (the second step of a sign-in): only passkeys of the user who gave the password. */
    body: z.object({ challenge: opaqueText('Challenge').optional() }),
    response: browserOptions,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary: 'Signs in with a passkey',
    body: z.object({ passkey: usedPasskeySchema }),
    response: loginAnswer,
  },
  secondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    access: 'public',
    summary: 'Signs in with what the answer to a right password asked for: one of code, recovery_code and passkey',
    body: secondFactorInput,
    response: loginAnswer,
  },
});
