import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  idSchema,
  integerBetween,
  isOneLine,
  newestFirst,
  oneOf,
  pathId,
  requiredText,
  timeSchema,
} from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';
import { scopes } from './names/scopes.ts';

export const scopeSchema = oneOf('Scope', scopes);

/** A token for programs, without its secret part. */
export const apiTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** Its first characters, by which a token in a file can be identified. */
  prefix: z.string().length(limits.apiToken.prefixLength),
  created_at: timeSchema,
  /** Name of the creator. */
  created_by: z.string(),
  /** Null: never. */
  expires_at: timeSchema.nullable(),
  /** Rounded to the minute; null if it was never used. */
  last_used_at: timeSchema.nullable(),
  last_used_ip: z.string().nullable(),
});
export type ApiToken = z.output<typeof apiTokenSchema>;

export const apiTokenInput = z.object({
  name: requiredText('Name', limits.apiToken.name.maxLength).refine(isOneLine, {
    error: inputMessages.oneLine('Name'),
  }),
  scopes: z
    .array(scopeSchema, { error: inputMessages.required('Scopes') })
    .min(1, { error: inputMessages.required('Scopes') }),
  /** Null: never. */
  expires_days: integerBetween('Expiry', limits.apiToken.days, 'days').nullable().default(defaults.apiToken.days),
});
export type ApiTokenInput = z.output<typeof apiTokenInput>;

export const tokenEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/tokens',
    access: 'admin',
    orOwn: true,
    summary: 'API tokens, newest first, without their secret part; of whoever is no admin their own',
    query: newestFirst(limits.apiToken.most),
    response: z.array(apiTokenSchema),
  },
  create: {
    method: 'POST',
    path: '/tokens',
    access: 'any',
    signedIn: true,
    summary: 'Makes an API token, up to what one may do oneself; the answer has it this once',
    successStatus: 201,
    body: apiTokenInput,
    response: apiTokenSchema.extend({ token: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/tokens/:tokenId',
    access: 'any',
    signedIn: true,
    summary: 'Revokes an API token and ends its event streams',
    params: z.object({ tokenId: pathId }),
    response: z.null(),
  },
});
