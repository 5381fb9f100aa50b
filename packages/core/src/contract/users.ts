import * as z from 'zod';
import { limits } from '../limits.ts';
import { emailAddress } from './channel-kinds/email.ts';
import { defineEndpoints } from './endpoint.ts';
import { cleanAddress } from './fields/clean-address.ts';
import { idSchema, isOneLine, newestFirst, oneOf, pathId, requiredText, timeSchema } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { roles } from './names/roles.ts';

/** `invited`: has neither a password nor a passkey yet. `disabled`: may not sign in, but keeps all data. */
export const userStatuses = ['invited', 'active', 'disabled'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const roleSchema = oneOf('Role', roles);

/** One address, in lower case. */
export const userEmail = requiredText('Email', limits.user.email.maxLength)
  .overwrite(cleanAddress)
  .regex(emailAddress, { error: inputMessages.oneEmail('Email') })
  .toLowerCase();
export const userName = requiredText('Name', limits.user.name.maxLength).refine(isOneLine, {
  error: inputMessages.oneLine('Name'),
});

/** A user other than the owner. */
export const userSchema = z.object({
  id: idSchema,
  email: z.string(),
  /** Empty until the invitation is accepted. */
  name: z.string(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  created_at: timeSchema,
  /** Rounded to the minute; null if never. */
  last_seen_at: timeSchema.nullable(),
  has_totp: z.boolean(),
  /** Number of passkeys. */
  passkeys: z.int().nonnegative(),
  /** Whether the user signs in by single sign-on. */
  sso: z.boolean(),
});
export type User = z.output<typeof userSchema>;

/** A user with a pending invitation. */
export const invitedUserSchema = userSchema.extend({
  /** Whether the invitation was mailed. */
  mailed: z.boolean(),
  /** `/invite#TOKEN` below the server's address. Returned only once; null if it was mailed. */
  link: z.string().nullable(),
  /** The reason why the mail failed; null if it was sent, or if email is not set up. */
  mail_error: z.string().nullable(),
});
export type InvitedUser = z.output<typeof invitedUserSchema>;

const params = z.object({ userId: pathId });

export const userEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/users',
    access: 'admin',
    summary: 'Users, newest first, without the owner',
    query: newestFirst(limits.user.most),
    response: z.array(userSchema),
  },
  create: {
    method: 'POST',
    path: '/users',
    access: 'admin',
    signedIn: true,
    summary: 'Invites somebody: the invitation is mailed, or its link is in the answer this once',
    successStatus: 201,
    body: z.object({ email: userEmail, role: roleSchema }),
    response: invitedUserSchema,
  },
  update: {
    method: 'PUT',
    path: '/users/:userId',
    access: 'admin',
    signedIn: true,
    summary: 'Changes a user: a role counts from the next request; disabling ends sessions and tokens',
    params,
    body: z.object({
      name: userName.optional(),
      role: roleSchema.optional(),
      status: oneOf('Status', ['active', 'disabled']).optional(),
    }),
    response: userSchema,
  },
  reset: {
    method: 'POST',
    path: '/users/:userId/reset',
    access: 'admin',
    signedIn: true,
    summary: 'Ends sessions, tokens and password of a user, and invites them anew',
    params,
    response: invitedUserSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/users/:userId',
    access: 'admin',
    signedIn: true,
    summary: 'Removes a user with their sessions and tokens',
    params,
    response: z.null(),
  },
});
