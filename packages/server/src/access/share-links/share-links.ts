import { RequestError } from '@upvigil/core/contract/errors';
import type { ShareLinkInput } from '@upvigil/core/contract/share-links';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { dayMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { requireStoredKey } from '../../storage/settings/secrets/secret-key.ts';
import type { Caller } from '../caller.ts';
import { lockLimits } from '../limit-lock.ts';
import { linkText, readLink, shareKey, sharePath } from './link-text.ts';
import {
  countLiveShareLinks,
  deleteEndedShareLinks,
  findSharedWebsite,
  findShareLink,
  insertShareLink,
  type NamedShareLink,
  noteViews,
  revokeShareLink,
  websiteCreatedAt,
} from './share-link-store.ts';
import { createViewCounter } from './view-counter.ts';

/** The website of a share link. Times in milliseconds since the epoch. */
interface Shared {
  link_id: number;
  website_id: number;
  /** Together with the id it identifies the website. */
  website_created_at: number;
  expires_at: number;
}

interface ShareLinksOptions {
  db: Database;
  clock: Pick<Clock, 'now' | 'after'>;
  /** The key from the environment; null: the stored key. */
  secretKey: Buffer | null;
  /** Called when views could not be stored, for example on a full disk. The link still works. */
  onNotRecorded(error: unknown): void;
}

export type ShareLinks = ReturnType<typeof createShareLinks>;

/** Links that show one website to people without an account. */
export function createShareLinks({ db, clock, secretKey, onNotRecorded }: ShareLinksOptions) {
  const key = createKey(db, secretKey);
  const views = createViewCounter(clock, (counted) => noteViews(db, counted).catch(onNotRecorded));
  const read = async (link: string) => readLink(await key(), link);
  return {
    /** The content of a link signed here, valid or not; null for a forged one. Costs no statement. */
    read,
    /**
     * The website of a valid link; null for a forged, expired or revoked one. Forged and expired links cost no
     * statement, others cost one, so that a revocation applies at once on every process.
     */
    async open(link: string): Promise<Shared | null> {
      const said = await read(link);
      if (said === null || said.expires_at <= clock.now()) return null;
      const row = await findSharedWebsite(db, said);
      return row && { ...row, link_id: row.id };
    },
    /** Counts a request. `isNew`: count it as a view. */
    viewed: (linkId: number, isNew: boolean): void => views.count(linkId, isNew),
    /** The path of the page; null when the link is revoked or expired. */
    async pathOf(row: Pick<NamedShareLink, 'id' | 'expires_at' | 'revoked_at'>): Promise<string | null> {
      const isDead = row.revoked_at !== null || row.expires_at <= clock.now();
      return isDead ? null : sharePath + linkText(await key(), row);
    },
    /** @throws RequestError `invalid` when there is no such website, or too many links */
    async make(
      trx: DatabaseTransaction,
      maker: Pick<Caller, 'name'>,
      { website_id, name, expires_days }: ShareLinkInput,
    ): Promise<NamedShareLink> {
      const now = clock.now();
      const expires_at = Math.floor(now / 1000) * 1000 + expires_days * dayMs;
      const website_created_at = await websiteCreatedAt(trx, website_id);
      if (website_created_at === null) throw refused('website_id', accessMessages.shareLink.noWebsite(website_id));
      await lockLimits(trx);
      await deleteEndedShareLinks(trx, now - serverDefaults.endedShareLinkDays * dayMs);
      if ((await countLiveShareLinks(trx, now)) >= limits.shareLink.most) {
        throw refused('name', accessMessages.shareLink.tooMany);
      }
      const id = await insertShareLink(trx, {
        website_id,
        website_created_at,
        name,
        created_at: now,
        created_by: maker.name,
        expires_at,
        last_used_at: null,
        revoked_at: null,
      });
      const made = await findShareLink(trx, id);
      if (made === null) throw new Error('The share link was not stored');
      return made;
    },
    /** @throws RequestError `notFound` */
    async revoke(trx: DatabaseTransaction, id: number): Promise<void> {
      if (!(await revokeShareLink(trx, id, clock.now()))) {
        throw new RequestError('notFound', accessMessages.shareLink.missing(id));
      }
    },
    /** Writes the counted views. */
    stop: (): Promise<void> => views.flush(),
  };
}

/** The key for links, derived from the installation's key. It is read once, so that forged links cost no statement. */
function createKey(db: Database, configured: Buffer | null): () => Promise<Buffer> {
  let kept: Promise<Buffer> | null = configured && Promise.resolve(shareKey(configured));
  return () => {
    kept ??= requireStoredKey(db)
      .then(shareKey)
      .catch((error: unknown) => {
        kept = null;
        throw error;
      });
    return kept;
  };
}

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });
