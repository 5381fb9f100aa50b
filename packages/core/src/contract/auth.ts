import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, requiredText, timeSchema } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { roles } from './names/roles.ts';
import { scopes } from './names/scopes.ts';
import { browserOptions, newPasskeySchema, usedPasskeySchema } from './passkeys.ts';
import { userEmail, userName } from './users.ts';

const password = (label: string) =>
  z
    .string({ error: inputMessages.required(label) })
    .min(1, { error: inputMessages.required(label) })
    .max(limits.passwordLength.max, { error: inputMessages.tooLong(label, limits.passwordLength.max) });

/** Without an email, the password is the owner's. */
export const loginInput = z.object({ email: userEmail.optional(), password: password('Password') });
export const loginAnswer = z.object({ access_token: z.string().min(1), token_type: z.literal('bearer') });
export const newPasswordSchema = password('New password').min(limits.passwordLength.min, {
  error: `New password must have at least ${limits.passwordLength.min} characters`,
});

/** The caller and their permissions. */
export const callerSchema = z.object({
  kind: z.enum(['owner', 'user', 'token']),
  /** Of a user or a token; null for the owner. */
  id: idSchema.nullable(),
  name: z.string(),
  /** Null for the owner and for tokens. */
  email: z.string().nullable(),
  /** Null for tokens. */
  role: z.enum(roles).nullable(),
  scopes: z.array(z.enum(scopes)),
  /** Of a token; null for a person, and for a token without an end. */
  expires_at: timeSchema.nullable(),
});
export type CallerInfo = z.output<typeof callerSchema>;

/** A sign-in method other than the owner's password. */
export const signInMethodSchema = z.object({
  kind: z.enum(['email', 'passkey', 'oidc', 'proxy']),
  /** Label of its button. */
  label: z.string(),
});
export type SignInMethod = z.output<typeof signInMethodSchema>;

/** Proof of identity to accept an invitation or to re-authenticate. */
export const proofSchema = z.enum(['password', 'passkey']);
export type Proof = z.output<typeof proofSchema>;

const invitationToken = requiredText('Invitation', limits.user.invitation.maxLength);
const isOneProof = ({ password, passkey }: { password?: unknown; passkey?: unknown }): boolean =>
  (password === undefined) !== (passkey === undefined);
/** The error for a request with no proof or with both. */
const oneProof = {
  path: ['password'],
  error: ({ input }: { input?: unknown }): string =>
    (input as { password?: unknown }).password === undefined
      ? inputMessages.required('Password')
      : inputMessages.choice('Proof', proofSchema.options),
};

/** Accepts an invitation with a name and either a password or a passkey. */
export const invitationInput = z
  .object({
    /** The part after `#` in the link. */
    token: invitationToken,
    name: userName,
    password: password('Password')
      .min(limits.passwordLength.min, {
        error: `Password must have at least ${limits.passwordLength.min} characters`,
      })
      .optional(),
    passkey: newPasskeySchema.optional(),
  })
  .refine(isOneProof, oneProof);
export type InvitationInput = z.output<typeof invitationInput>;

/** Re-authentication by either the password or a passkey. */
const confirmInput = z
  .object({ password: password('Password').optional(), passkey: usedPasskeySchema.optional() })
  .refine(isOneProof, oneProof);

const own = { access: 'any', signedIn: true, beforeFactor: true } as const;

export const authEndpoints = defineEndpoints({
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: "Signs in with the owner's password, or with the email and password of a user",
    body: loginInput,
    response: loginAnswer,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    ...own,
    summary: 'Ends this session',
    response: z.null(),
  },
  me: {
    method: 'GET',
    path: '/auth/me',
    access: 'any',
    beforeFactor: true,
    summary: 'The caller and their permissions',
    response: callerSchema,
  },
  methods: {
    method: 'GET',
    path: '/auth/methods',
    access: 'public',
    summary: "Sign-in methods besides the owner's password: none where there is only the owner",
    response: z.array(signInMethodSchema),
  },
  invitationProofs: {
    method: 'GET',
    path: '/auth/invitation',
    access: 'public',
    summary: 'By what an invitation is accepted here',
    response: z.array(proofSchema),
  },
  invitationPasskey: {
    method: 'POST',
    path: '/auth/invitation/passkey-options',
    access: 'public',
    summary: 'Options for a browser that creates a passkey for an invitation',
    /** The name is shown in the browser beside the address. */
    body: z.object({ token: invitationToken, name: userName.optional() }),
    response: browserOptions,
  },
  invitation: {
    method: 'POST',
    path: '/auth/invitation',
    access: 'public',
    summary: 'Accepts an invitation, once, by a password or a passkey, and signs in',
    body: invitationInput,
    response: loginAnswer,
  },
  confirmProofs: {
    method: 'GET',
    path: '/auth/confirm',
    ...own,
    summary: 'How the caller can confirm; an empty list means a new sign-in',
    response: z.array(proofSchema),
  },
  confirmPasskey: {
    method: 'POST',
    path: '/auth/confirm/passkey-options',
    ...own,
    summary: 'What a browser needs to confirm with a passkey',
    response: browserOptions,
  },
  confirm: {
    method: 'POST',
    path: '/auth/confirm',
    ...own,
    summary:
      'Takes password or passkey once more, for what needs a recent sign-in; the session gets the token of the answer',
    body: confirmInput,
    response: loginAnswer,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    access: 'any',
    signedIn: true,
    summary: "Changes one's own password: the owner's ends all sessions, that of a user their own",
    body: z.object({ current_password: password('Current password'), new_password: newPasswordSchema }),
    response: z.null(),
  },
});
