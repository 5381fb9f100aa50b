import type { Scope } from '@upvigil/core/contract/names/scopes';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeOn } from '../../testing/change-on.ts';
import { openConnections } from '../../testing/open-connections.ts';
import { testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { type ApiTokens, createApiTokens } from './api-tokens.ts';

const day = 86_400_000;
const owner = { name: 'owner', scopes: ['admin'] as const };
const ip = '192.0.2.1';
let test: TestStorage;
let now: number;
let ofMaker: readonly Scope[];
let unnoted: unknown[];
let tokens: ApiTokens;
beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
  ofMaker = ['admin'];
  unnoted = [];
  tokens = createApiTokens({
    db: test.db,
    clock: { now: () => now },
    makerScopes: () => ofMaker,
    onNotRecorded: (error) => void unnoted.push(error),
  });
});
afterEach(() => test.close());

const make = (input: Partial<Parameters<ApiTokens['make']>[2]> = {}, maker: Parameters<ApiTokens['make']>[1] = owner) =>
  changeOn(test.db)((trx) =>
    tokens.make(trx, maker, { name: 'Nightly', scopes: ['backup'], expires_days: 90, ...input }),
  );
const stored = () => test.db.selectFrom('api_tokens').selectAll().orderBy('id').execute();

describe('an API token', () => {
  it('admits its holder with its scopes', async () => {
    const { token, row } = await make({ scopes: ['read', 'write', 'backup'] });
    expect(await tokens.verify(token, ip)).toMatchObject({
      kind: 'token',
      id: row.id,
      name: 'Nightly',
      scopes: ['write', 'backup'],
      expiresAt: testNow + 90 * day,
    });
    expect(row.prefix).toBe(token.slice(0, 8));
  });

  it('is stored as a hash', async () => {
    const { token } = await make();
    expect(JSON.stringify(await stored())).not.toContain(token.slice(8));
  });

  it('with one letter changed is refused without a query', async () => {
    const { token } = await make();
    await test.db.schema.alterTable('api_tokens').renameTo('moved').execute();
    const wrong = token.slice(0, 20) + (token[20] === 'x' ? 'y' : 'x') + token.slice(21);
    expect(await tokens.verify(wrong, ip)).toBeNull();
    await expect(tokens.verify(token, ip)).rejects.toThrow('api_tokens');
  });

  it('ends with its last day', async () => {
    const { token, row } = await make({ expires_days: 1 });
    const forEver = await make({ name: 'For ever', expires_days: null });
    now += day - 1;
    expect(await tokens.verify(token, ip)).not.toBeNull();
    now += 1;
    expect(await tokens.verify(token, ip)).toBeNull();
    expect(await tokens.scopesNow(row.token_hash)).toEqual([]);
    now += 5000 * day;
    expect(await tokens.verify(forEver.token, ip)).not.toBeNull();
  });

  it('is invalid once it is revoked', async () => {
    const { token, row } = await make();
    await changeOn(test.db)((trx) => tokens.revoke(trx, row.id));
    expect(await tokens.verify(token, ip)).toBeNull();
    await expect(changeOn(test.db)((trx) => tokens.revoke(trx, row.id))).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('records its use at most once a minute', async () => {
    const { token } = await make();
    const used = async (from: string) => {
      await tokens.verify(token, from);
      const [row] = await stored();
      return [row?.last_used_at, row?.last_used_ip];
    };
    expect(await used('192.0.2.1')).toEqual([testNow, '192.0.2.1']);
    now += 59_999;
    expect(await used('192.0.2.2')).toEqual([testNow, '192.0.2.1']);
    now += 1;
    expect(await used('192.0.2.2')).toEqual([now, '192.0.2.2']);
  });

  it('works also when its use cannot be stored', async () => {
    const { token } = await make();
    await test.db.schema.alterTable('api_tokens').dropColumn('last_used_ip').execute();
    expect(await tokens.verify(token, ip)).not.toBeNull();
    expect(unnoted).toHaveLength(1);
  });

  it('does less at once when its maker may do less', async () => {
    const { token, row } = await make({ scopes: ['admin'] });
    ofMaker = ['write'];
    expect(await tokens.verify(token, ip)).toMatchObject({ scopes: ['write'] });
    expect(await tokens.scopesNow(row.token_hash)).toEqual(['write']);
    ofMaker = [];
    expect(await tokens.verify(token, ip)).toBeNull();
  });
});

describe('making one', () => {
  it('is refused with more scopes than its maker has', async () => {
    await expect(make({ scopes: ['read', 'admin'] }, { name: 'Ann', scopes: ['write'] })).rejects.toThrow(
      accessMessages.token.beyond('admin'),
    );
    await make({ scopes: ['check'] }, { name: 'Ann', scopes: ['write'] });
  });

  it('is refused with the name of a valid one', async () => {
    const { row } = await make({ expires_days: 1 });
    await expect(make()).rejects.toThrow(accessMessages.token.taken('Nightly'));
    now += day;
    const { row: next } = await make();
    expect((await stored()).map(({ id }) => id)).toEqual([next.id]);
    expect(next.id).not.toBe(row.id);
  });

  it('is refused beyond a hundred valid ones; those that expired long ago are deleted', async () => {
    await make({ name: 'old', expires_days: 1 });
    now += 31 * day;
    for (let count = 0; count < limits.apiToken.most; count++) await make({ name: `Token ${count}` });
    expect(await stored()).toHaveLength(limits.apiToken.most);
    await expect(make({ name: 'One more' })).rejects.toThrow(accessMessages.token.tooMany);
  });

  it('is refused beyond a hundred also for concurrent requests', async () => {
    const rows = Array.from({ length: limits.apiToken.most - 2 }, (_, at) => ({
      token_hash: `hash ${at}`,
      name: `Token ${at}`,
      scopes: 'read',
      prefix: 'upv_',
      created_at: now,
      created_by: 'owner',
      maker_id: null,
      expires_at: null,
      last_used_at: null,
      last_used_ip: null,
    }));
    await test.db.insertInto('api_tokens').values(rows).execute();
    await openConnections(test.db);
    const atOnce = Array.from({ length: 12 }, (_, at) => make({ name: `At once ${at}` }));
    const outcomes = await Promise.allSettled(atOnce);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(reasons).toEqual(Array(10).fill(expect.stringContaining(accessMessages.token.tooMany)));
    expect(await stored()).toHaveLength(limits.apiToken.most);
  });

  it('that is refused deletes none of those that expired', async () => {
    await make({ name: 'old', expires_days: 1 });
    now += 31 * day;
    await make();
    await make({ name: 'brief', expires_days: 1 });
    now += 31 * day;
    await expect(make({ expires_days: null })).rejects.toThrow(accessMessages.token.taken('Nightly'));
    expect((await stored()).map(({ name }) => name)).toEqual(['Nightly', 'brief']);
  });
});
