import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import {
  createLinkMaker,
  findLink,
  forgetExpiredLinks,
  type Link,
  linkLifeMilliseconds,
  takeLink,
} from './link-tokens.ts';

const link: Link = { purpose: 'acknowledge', named: [[7, testNow]], ref: 'email', recipient: 'a@example.com' };
const { make } = createLinkMaker(null);
let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

async function tokenOf(given: Partial<Link> = {}, seed = 'msg_1', now = testNow): Promise<string> {
  return (await make(test.db, { ...link, ...given }, seed, now)).slice('/a/'.length);
}

describe('a link', () => {
  it('has 22 characters, of which the database holds a hash only', async () => {
    const token = await tokenOf();
    expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const rows = await test.db.selectFrom('link_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('can be looked up repeatedly, and used once', async () => {
    const token = await tokenOf();
    expect(await findLink(test.db, 'acknowledge', token, testNow)).toEqual(link);
    expect(await findLink(test.db, 'acknowledge', token, testNow)).toEqual(link);
    expect(await takeLink(test.db, 'acknowledge', token, testNow)).toEqual(link);
    expect(await takeLink(test.db, 'acknowledge', token, testNow)).toBeNull();
    expect(await findLink(test.db, 'acknowledge', token, testNow)).toBeNull();
  });

  it('is used by one of many concurrent requests', async () => {
    const token = await tokenOf();
    const tries = [1, 2, 3, 4, 5].map(() =>
      test.db.transaction().execute((trx) => takeLink(trx, 'acknowledge', token, testNow)),
    );
    expect((await Promise.all(tries)).filter((taken) => taken !== null)).toHaveLength(1);
  });

  it('works for seven days, and is then deleted', async () => {
    const token = await tokenOf();
    const end = testNow + linkLifeMilliseconds;
    await forgetExpiredLinks(test.db, end - 1);
    expect(await findLink(test.db, 'acknowledge', token, end - 1)).toEqual(link);
    expect(await findLink(test.db, 'acknowledge', token, end)).toBeNull();
    expect(await takeLink(test.db, 'acknowledge', token, end)).toBeNull();
    await forgetExpiredLinks(test.db, end);
    expect(await test.db.selectFrom('link_tokens').selectAll().execute()).toEqual([]);
  });

  it('is the same when the message is sent again, which does not revive a used one', async () => {
    const token = await tokenOf();
    expect(await tokenOf({}, 'msg_1', testNow + 1000)).toBe(token);
    await takeLink(test.db, 'acknowledge', token, testNow);
    await tokenOf();
    expect(await findLink(test.db, 'acknowledge', token, testNow)).toBeNull();
  });

  it('differs by message, recipient, channel, purpose and target', async () => {
    const others = [
      tokenOf({}, 'msg_2'),
      tokenOf({ recipient: 'b@example.com' }),
      tokenOf({ recipient: null }),
      tokenOf({ ref: '7' }),
      tokenOf({ purpose: 'drill' }),
      tokenOf({ named: [[7, testNow + 1]] }),
    ];
    const tokens = [await tokenOf(), ...(await Promise.all(others))];
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('works for its purpose only', async () => {
    const token = await tokenOf();
    expect(await findLink(test.db, 'drill', token, testNow)).toBeNull();
    expect(await takeLink(test.db, 'drill', token, testNow)).toBeNull();
    expect(await findLink(test.db, 'acknowledge', token, testNow)).toEqual(link);
  });

  it('is made with the key of the environment if there is one', async () => {
    const mine = createLinkMaker(Buffer.alloc(32, 1));
    const path = await mine.make(test.db, link, 'msg_1', testNow);
    expect(path).toBe(await createLinkMaker(Buffer.alloc(32, 1)).make(test.db, link, 'msg_1', testNow));
    expect(path).not.toBe(await createLinkMaker(Buffer.alloc(32, 2)).make(test.db, link, 'msg_1', testNow));
    expect(await test.db.selectFrom('settings').select('key').execute()).toEqual([]);
  });
});

it('makes no query for text that cannot be a token', async () => {
  const refuse = (): never => {
    throw new Error('the database was asked');
  };
  const db = new Proxy({} as Database, { get: refuse });
  for (const text of ['', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}/`, `${'a'.repeat(21)}é`]) {
    expect(await findLink(db, 'acknowledge', text, testNow)).toBeNull();
    expect(await takeLink(db, 'acknowledge', text, testNow)).toBeNull();
  }
  await expect(findLink(db, 'acknowledge', 'a'.repeat(22), testNow)).rejects.toThrow('was asked');
});
