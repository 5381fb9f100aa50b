import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import { requireStoredKey } from '../../storage/settings/secrets/secret-key.ts';
import type { Tables } from '../../storage/tables.ts';

/**
 * Links that do one thing once, for whoever holds them: to acknowledge what a message named, to confirm that a drill arrived.
 * The database holds a hash of each token only, so who reads it, or a backup, can follow none.
 */
export type LinkPurpose = Tables['link_tokens']['purpose'];

/** Where the links of each purpose begin. */
export const linkPaths = { acknowledge: '/a/', drill: '/d/' } as const satisfies Record<LinkPurpose, string>;

/** How long a link works after its message was last sent. */
export const linkLifeMilliseconds = 7 * 86_400_000;

/** 16 bytes in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{22}$/;

/** Something a link is about, with a time of it, milliseconds since the epoch: after a restore an id may be another's. */
const namedSchema = z.array(z.tuple([z.int().positive(), z.int()]));
export type Named = z.output<typeof namedSchema>[number];

export interface Link {
  purpose: LinkPurpose;
  /** Alerts with when they were made, or one drill with when it was sent. */
  named: readonly Named[];
  /** The channel that carries it, as `refKey` writes it. */
  ref: string;
  recipient: string | null;
}

/** Makes the links of this installation. */
export interface LinkMaker {
  /**
   * A link that works for seven days from now, as a path. `seed` says which message carries it: the same link made again is the
   * same, so that a message that is sent twice has one that works, and one that was used stays so.
   */
  make(db: Database, link: Link, seed: string, now: number): Promise<string>;
}

/** `configured`: the key that the environment gives; null: the one that is stored, which is made where there is none. */
export function createLinkMaker(configured: Buffer | null): LinkMaker {
  return {
    async make(db, { purpose, named, ref, recipient }, seed, now) {
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

/** A key of its own: the installation's seals secrets. */
const linkKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'links of messages', 32));

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The action of a link; null where it is unknown, used or expired. Text that cannot be a token costs no statement. */
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

/** Uses a link up. Of several who do so at once one gets it; null for the others, and as with `findLink`. */
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

/** Deletes the links that do not work any more by their age. */
export async function forgetExpiredLinks(db: Database, now: number): Promise<void> {
  await db.deleteFrom('link_tokens').where('expires_at', '<=', now).execute();
}
