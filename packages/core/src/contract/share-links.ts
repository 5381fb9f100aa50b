import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { idSchema, integerBetween, isOneLine, newestFirst, pathId, requiredText, timeSchema } from './fields/fields.ts';
import { inputMessages } from './fields/input-messages.ts';

/** A link that grants its holder read access to one website. */
export const shareLinkSchema = z.object({
  id: idSchema,
  website_id: idSchema,
  /** Null if the website was deleted: the link then shows nothing. */
  website_name: z.string().nullable(),
  name: z.string(),
  /** Full address of the link. Null if it is revoked or expired, and for callers who may not create links. */
  url: z.string().nullable(),
  created_at: timeSchema,
  /** Name of the creator. */
  created_by: z.string(),
  expires_at: timeSchema,
  /** Rounded to the minute; null if it was never opened. */
  last_used_at: timeSchema.nullable(),
  /** Number of openings; up to a minute late. */
  views: z.int().nonnegative(),
  revoked_at: timeSchema.nullable(),
});
export type ShareLink = z.output<typeof shareLinkSchema>;

export const shareLinkInput = z.object({
  website_id: z
    .int({ error: inputMessages.required('Website') })
    .positive({ error: inputMessages.required('Website') }),
  name: requiredText('Name', limits.shareLink.name.maxLength).refine(isOneLine, {
    error: inputMessages.oneLine('Name'),
  }),
  expires_days: integerBetween('Expiry', limits.shareLink.days, 'days').default(defaults.shareLinkDays),
});
export type ShareLinkInput = z.output<typeof shareLinkInput>;

const linkParams = z.object({ shareLinkId: pathId });

export const shareLinkEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/share-links',
    access: 'read',
    summary: 'Share links, newest first, of all websites or of one; revoked and expired ones for 30 days',
    query: newestFirst(limits.shareLink.most).extend({ website_id: pathId.optional() }),
    response: z.array(shareLinkSchema),
  },
  get: {
    method: 'GET',
    path: '/share-links/:shareLinkId',
    access: 'read',
    summary: 'One share link',
    params: linkParams,
    response: shareLinkSchema,
  },
  create: {
    method: 'POST',
    path: '/share-links',
    access: 'write',
    summary: 'Makes a link by which whoever holds it reads one website until it expires',
    successStatus: 201,
    body: shareLinkInput,
    response: shareLinkSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/share-links/:shareLinkId',
    access: 'write',
    summary: 'Revokes a share link: it shows nothing from then on, on every process',
    params: linkParams,
    response: z.null(),
  },
});
