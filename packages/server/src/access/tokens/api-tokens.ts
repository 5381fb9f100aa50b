import { RequestError } from '@upvigil/core/contract/errors';
import { cutScopes, leastScopes, mayUse, type Scope, scopes } from '@upvigil/core/contract/names/scopes';
import type { ApiTokenInput } from '@upvigil/core/contract/tokens';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { dayMs, minuteMs } from '@upvigil/core/time';
import type { Insertable } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { ApiTokenRow } from '../../storage/tables/access-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Caller } from '../caller.ts';
import { lockLimits } from '../limit-lock.ts';
import { hashToken } from '../sessions.ts';
import { endTokenNotices } from './expiring-tokens.ts';
import {
  countLiveTokens,
  deleteExpiredTokens,
  deleteToken,
  deleteTokensOf,
  findTokenByHash,
  insertToken,
  noteTokenUse,
} from './token-store.ts';
import { isWholeApiToken, newApiToken } from './token-text.ts';

/** A new token. Its text cannot be read again. */
interface MadeToken {
  row: ApiTokenRow;
  token: string;
}

interface ApiTokensOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  /** The present scopes of the token's maker; none after they lost access. */
  makerScopes(makerId: number | null): readonly Scope[] | Promise<readonly Scope[]>;
  /** Called when a use could not be recorded, for example on a full disk. The token still works. */
  onNotRecorded(error: unknown): void;
}

export type ApiTokens = ReturnType<typeof createApiTokens>;

/** API tokens of 256 random bits; only their SHA-256 is stored. */
export function createApiTokens({ db, clock, makerScopes, onNotRecorded }: ApiTokensOptions) {
  const findLive = async (tokenHash: string): Promise<ApiTokenRow | null> => {
    const row = await findTokenByHash(db, tokenHash);
    return row !== null && isLive(row, clock.now()) ? row : null;
  };
  const noteUse = async ({ id, last_used_at }: ApiTokenRow, ip: string): Promise<void> => {
    const now = clock.now();
    const unlessSince = now - minuteMs;
    if (last_used_at !== null && last_used_at > unlessSince) return;
    await noteTokenUse(db, { id, now, ip, unlessSince }).catch(onNotRecorded);
  };
  return {
    /** The caller of a valid token, else null. Records the use once a minute. */
    async verify(token: string, ip: string): Promise<Caller | null> {
      const row = isWholeApiToken(token) ? await findLive(hashToken(token)) : null;
      const ofMaker = row === null ? [] : await makerScopes(row.maker_id);
      // A maker without access has no valid tokens.
      if (row === null || ofMaker.length === 0) return null;
      await noteUse(row, ip);
      return callerOf(row, ofMaker);
    },
    /** The token's present scopes; empty when it is no longer valid. Does not count as a use. */
    async scopesNow(tokenHash: string): Promise<readonly Scope[]> {
      const row = await findLive(tokenHash);
      return row === null ? [] : cutScopes(scopesOf(row), await makerScopes(row.maker_id));
    },
    /** @throws RequestError `invalid` when it exceeds its maker's scopes, its name is taken, or there are too many */
    async make(
      trx: DatabaseTransaction,
      maker: Pick<Caller, 'name' | 'scopes'> & { userId?: number | null },
      { name, scopes: wanted, expires_days }: ApiTokenInput,
    ): Promise<MadeToken> {
      const beyond = wanted.find((scope) => !mayUse(maker.scopes, scope));
      if (beyond !== undefined) throw refused('scopes', accessMessages.token.beyond(beyond));
      const token = newApiToken();
      const now = clock.now();
      const row = await storeToken(trx, now, {
        token_hash: hashToken(token),
        name,
        scopes: leastScopes(wanted).join(','),
        prefix: token.slice(0, limits.apiToken.prefixLength),
        created_at: now,
        created_by: maker.name,
        maker_id: maker.userId ?? null,
        expires_at: expires_days === null ? null : now + expires_days * dayMs,
        last_used_at: null,
        last_used_ip: null,
      });
      return { row, token };
    },
    /**
     * Returns whether it had open notices, which end now. `maker`: a user's id or null (the owner) limits this to their
     * own tokens.
     * @throws RequestError `notFound`
     */
    async revoke(trx: DatabaseTransaction, id: number, maker?: number | null): Promise<{ hadNotices: boolean }> {
      const row = await deleteToken(trx, id, maker);
      if (row === null) throw new RequestError('notFound', `There is no token ${id}`);
      return { hadNotices: await endTokenNotices(trx, { ...row, now: clock.now() }) };
    },
    /** Revokes the tokens of a user. Returns whether one had open notices, which end now. */
    async revokeOf(trx: Database, userId: number): Promise<boolean> {
      const allHadNotices: boolean[] = [];
      for (const row of await deleteTokensOf(trx, userId)) {
        allHadNotices.push(await endTokenNotices(trx, { ...row, now: clock.now() }));
      }
      return allHadNotices.includes(true);
    },
  };
}

/** @throws RequestError `invalid` when its name is taken or there are too many: then nothing was deleted either */
async function storeToken(
  trx: DatabaseTransaction,
  now: number,
  token: Insertable<Tables['api_tokens']>,
): Promise<ApiTokenRow> {
  await lockLimits(trx);
  const since = now - serverDefaults.expiredTokenDays * dayMs;
  await deleteExpiredTokens(trx, { name: token.name, now, since });
  if ((await countLiveTokens(trx, now)) >= limits.apiToken.most) throw refused('name', accessMessages.token.tooMany);
  const row = await insertToken(trx, token);
  if (row === null) throw refused('name', accessMessages.token.taken(token.name));
  return row;
}

const isLive = ({ expires_at }: ApiTokenRow, now: number): boolean => expires_at === null || now < expires_at;

/** Ignores unknown scope names, written by a newer version. */
export const scopesOf = ({ scopes: text }: Pick<ApiTokenRow, 'scopes'>): Scope[] =>
  scopes.filter((scope) => text.split(',').includes(scope));

const callerOf = (row: ApiTokenRow, ofMaker: readonly Scope[]): Caller => ({
  kind: 'token',
  id: row.id,
  name: row.name,
  scopes: cutScopes(scopesOf(row), ofMaker),
  tokenHash: row.token_hash,
  expiresAt: row.expires_at,
  email: null,
  role: null,
  confirmedAt: null,
  proxyName: null,
  mustSetUpFactor: false,
});

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });
