import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { dayMs } from '@upvigil/core/time';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import { requireStoredKey } from '../../storage/settings/secrets/secret-key.ts';
import type { Tables } from '../../storage/tables.ts';

/**
 * One-time links that authorise their holder: to acknowledge the alerts of a message, to confirm a drill. The
 * database holds only a hash of each token, so that a reader of it or of a backup cannot use one.
 */
type LinkPurpose = Tables['link_tokens']['purpose'];

/** Path prefixes of the links. */
export const linkPaths = { acknowledge: '/a/', drill: '/d/' } as const satisfies Record<LinkPurpose, string>;

/** How long a link works after its message was last sent. */
export const linkLifeMilliseconds = 7 * dayMs;

/** 16 bytes in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{22}$/;

/**
 * The target of a link with a time of it, in milliseconds since the epoch: after a restore the id may belong to
 * another object.
 */
const namedSchema = z.array(z.tuple([z.int().positive(), z.int()]));
export type Named = z.output<typeof namedSchema>[number];

export interface Link {
  purpose: LinkPurpose;
  /** Alerts with their creation time, or one drill with its sending time. */
  named: readonly Named[];
  /** The channel that carries it, as written by `refKey`. */
  ref: string;
  recipient: string | null;
}

export type LinkMaker = ReturnType<typeof createLinkMaker>;

/** `configured`: the key from the environment; null: the stored key, created if missing. */
export function createLinkMaker(configured: Buffer | null) {
  return {
    /**
     * The path of a link that works for seven days from now. `seed` identifies the message: the same seed gives the
     * same link, so that a message that is sent twice has one link, and a used link stays used.
     */
    async make(db: Database, { purpose, named, ref, recipient }: Link, seed: string, now: number): Promise<string> {
      const key = linkKey(configured ?? (await requireStoredKey(db)));
      const text = JSON.stringify([purpose, ref, recipient, named, seed]);
      const token = createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
      const expires_at = now + linkLifeMilliseconds;
      const row = { token_hash: hashOf(token), purpose, subject: JSON.stringify(named), ref, recipient };
      await db
        .insertInto('link_tokens')
        .values({ ...row, expires_at, used_at: null })
        .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at }))
        .execute();
      return linkPaths[purpose] + token;
    },
  };
}

/** A derived key: the installation's key seals secrets. */
const linkKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'links of messages', 32));

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The action of a link; null when it is unknown, used or expired. Text that cannot be a token costs no statement. */
export async function findLink(db: Database, purpose: LinkPurpose, token: string, now: number): Promise<Link | null> {
  if (!tokenShape.test(token)) return null;
  const row = await db
    .selectFrom('link_tokens')
    .select(['purpose', 'subject', 'ref', 'recipient'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? linkOf(row) : null;
}

/** Consumes a link. Of several concurrent requests only one gets it; null for the others, and as with `findLink`. */
export async function takeLink(trx: Database, purpose: LinkPurpose, token: string, now: number): Promise<Link | null> {
  if (!tokenShape.test(token)) return null;
  const row = await trx
    .updateTable('link_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['purpose', 'subject', 'ref', 'recipient'])
    .executeTakeFirst();
  return row ? linkOf(row) : null;
}

const linkOf = ({
  subject,
  ...row
}: Pick<Tables['link_tokens'], 'purpose' | 'subject' | 'ref' | 'recipient'>): Link => ({
  ...row,
  named: namedSchema.parse(JSON.parse(subject)),
});

export async function forgetExpiredLinks(db: Database, now: number): Promise<void> {
  await db.deleteFrom('link_tokens').where('expires_at', '<=', now).execute();
}
