import { defaultRouting } from '@upvigil/core/contract/routing';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChangeFeed } from '../../base/domain/change-feed.ts';
import type { Hourly } from '../../base/hourly.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import { changeOn } from '../../testing/change-on.ts';
import { testNow } from '../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { type ApiTokens, createApiTokens } from './api-tokens.ts';
import { evaluateTokens, watchExpiringTokens } from './expiring-tokens.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('of a token that expires', () => {
  const token = { id: 7, name: 'CI', created_at: 0, expires_at: 90 * day };
  const judged = (at: number, open: string[] = [], given = token) => evaluateTokens([given], open, at);

  it.each([
    [75 * day, []],
    [76 * day, [{ subject: '7/14', message: 'The API token "CI" expires in 14 days' }]],
    [86 * day, [{ subject: '7/14', message: 'The API token "CI" expires in 4 days' }]],
    [87 * day, [{ subject: '7/3', message: 'The API token "CI" expires in 3 days' }]],
    [90 * day - 1, [{ subject: '7/3', message: 'The API token "CI" expires in 1 day' }]],
    [90 * day, []],
  ])('%d ms after it was made, this notice begins: %j', (at, begin) => {
    expect(judged(at)).toEqual({ begin, end: [] });
  });

  it('no notice is sent twice, and the second threshold replaces the first', () => {
    expect(judged(80 * day, ['7/14'])).toEqual({ begin: [], end: [] });
    expect(judged(88 * day, ['7/14'])).toEqual({
      begin: [{ subject: '7/3', message: 'The API token "CI" expires in 2 days' }],
      end: [{ subject: '7/14', message: null }],
    });
  });

  it('its end is sent, and that of a deleted one', () => {
    const expired = { subject: '7/3', message: 'The API token "CI" has expired' };
    expect(judged(90 * day, ['7/3'])).toEqual({ begin: [], end: [expired] });
    const gone = { subject: '7/3', message: 'An API token that was about to expire no longer exists' };
    expect(evaluateTokens([], ['7/3'], 0)).toEqual({ begin: [], end: [gone] });
  });

  it('a token for so few days has no notice', () => {
    expect(judged(0, [], { ...token, expires_at: 3 * day })).toEqual({ begin: [], end: [] });
    expect(judged(day, [], { ...token, expires_at: 4 * day }).begin).toMatchObject([{ subject: '7/3' }]);
  });
});

describe('in the program', () => {
  let test: TestStorage;
  let clock: TestClock;
  let tokens: ApiTokens;
  let watch: Hourly;
  beforeEach(async () => {
    test = await openTestStorage();
    clock = createTestClock(testNow, async () => watch.settled());
    const nothing = () => undefined;
    tokens = createApiTokens({ db: test.db, clock, makerScopes: () => ['admin'], onNotRecorded: nothing });
    const log = { error: (fields: object) => expect(fields).toEqual({}) };
    watch = watchExpiringTokens({ db: test.db, clock, changes: createChangeFeed(nothing), log });
    const policies = defaultRouting.policies.map((each) => ({
      ...each,
      steps: [{ after_minutes: 0, channels: ['email' as const] }],
    }));
    await routingSettings.save(test.db, { ...defaultRouting, policies });
    watch.start();
  });
  afterEach(async () => {
    await watch.stop();
    await test.close();
  });
  const made = () =>
    changeOn(test.db)((trx) =>
      tokens.make(trx, { name: 'owner', scopes: ['admin'] }, { name: 'CI', scopes: ['read'], expires_days: 20 }),
    );
  const sentNotices = async (): Promise<string[]> => {
    const rows = await test.db.selectFrom('messages').select('content').orderBy('id').execute();
    return rows.map(({ content }) => JSON.parse(content).text.trim());
  };
  const { token_expiring: remedy } = noticeRemedies;

  it('each threshold is sent once, and the end', async () => {
    await made();
    for (let at = 0; at < 21 * 24; at++) await clock.advance(hour);
    expect(await sentNotices()).toEqual([
      `The API token "CI" expires in 14 days\n${remedy}`,
      `The API token "CI" expires in 3 days\n${remedy}`,
      'The API token "CI" has expired',
    ]);
  });

  it('notices of a revoked token end at once', async () => {
    const { row } = await made();
    for (let at = 0; at < 7 * 24; at++) await clock.advance(hour);
    expect(await sentNotices()).toHaveLength(1);
    expect(await changeOn(test.db)((trx) => tokens.revoke(trx, row.id))).toEqual({ hadNotices: true });
    expect((await sentNotices())[1]).toBe('The API token "CI" was revoked');
    await clock.advance(2 * hour);
    expect(await sentNotices()).toHaveLength(2);
  });
});
