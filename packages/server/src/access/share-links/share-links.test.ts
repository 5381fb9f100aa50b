import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeOn } from '../../testing/change-on.ts';
import { openConnections } from '../../testing/open-connections.ts';
import { makeWebsite, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createShareLinks, type ShareLinks } from './share-links.ts';

const day = 86_400_000;
let test: TestStorage;
let now: number;
let statements: number;
let unnoted: unknown[];
let websiteId: number;
let links: ShareLinks;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements += 1;
    return result;
  },
};
const clock = { now: () => now, after: () => () => undefined };
const open = (secretKey: Buffer | null = null) =>
  createShareLinks({
    db: test.db.withPlugin(counting),
    clock,
    secretKey,
    onNotRecorded: (error) => void unnoted.push(error),
  });
beforeEach(async () => {
  test = await openTestStorage();
  [now, statements, unnoted] = [testNow, 0, []];
  websiteId = (await makeWebsite(test.db)).id;
  links = open();
});
afterEach(() => test.close());

async function make(expires_days = 30) {
  const row = await changeOn(test.db)((trx) =>
    links.make(trx, { name: 'owner' }, { website_id: websiteId, name: 'Agency', expires_days }),
  );
  return { row, link: ((await links.pathOf(row)) ?? '').replace('/share/', '') };
}

async function statementsFor(link: string): Promise<{ isOpen: boolean; statements: number }> {
  statements = 0;
  const shared = await links.open(link);
  return { isOpen: shared !== null, statements };
}

it('costs one statement when it works or is revoked, and none when it is forged or expired', async () => {
  const [made, gone, brief] = [await make(), await make(), await make(1)];
  await changeOn(test.db)((trx) => links.revoke(trx, gone.row.id));
  expect(await statementsFor(made.link)).toEqual({ isOpen: true, statements: 1 });
  expect(await statementsFor(gone.link)).toEqual({ isOpen: false, statements: 1 });
  expect(await statementsFor(`${made.link}A`)).toEqual({ isOpen: false, statements: 0 });
  expect(await statementsFor(`${made.row.id}.9999999999.${'A'.repeat(43)}`)).toEqual({ isOpen: false, statements: 0 });
  now += day;
  expect(await statementsFor(brief.link)).toEqual({ isOpen: false, statements: 0 });
});

it('costs no statement when it is forged, however many arrive', async () => {
  await links.open('1.1.x');
  statements = 0;
  for (let at = 1; at < 50; at++) await links.open(`${at}.9999999999.${'A'.repeat(43)}`);
  expect(statements).toBe(0);
});

it('is the same under a stored key and a configured one, as long as neither changes', async () => {
  const { link } = await make();
  expect(await open().open(link)).not.toBeNull();
  expect(await open(Buffer.alloc(32, 1)).open(link)).toBeNull();
  links = open(Buffer.alloc(32, 1));
  const given = await make();
  expect(await open(Buffer.alloc(32, 1)).open(given.link)).not.toBeNull();
  expect(await open(Buffer.alloc(32, 2)).open(given.link)).toBeNull();
});

it('is refused for a missing website and over the limit; those that ended long ago are deleted', async () => {
  const made = changeOn(test.db)((trx) =>
    links.make(trx, { name: 'owner' }, { website_id: websiteId + 1, name: 'a', expires_days: 1 }),
  );
  await expect(made).rejects.toThrow(accessMessages.shareLink.noWebsite(websiteId + 1));
  const [old, revoked] = [await make(1), await make(365)];
  await changeOn(test.db)((trx) => links.revoke(trx, revoked.row.id));
  now += 32 * day;
  await make(1);
  const { id: _id, ...row } = await test.db
    .selectFrom('share_links')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: limits.shareLink.most - 1 }, () => row);
  await test.db.insertInto('share_links').values(others).execute();
  await expect(make()).rejects.toThrow(accessMessages.shareLink.tooMany);
  const ids = (await test.db.selectFrom('share_links').select('id').execute()).map(({ id }) => id);
  expect(ids).not.toContain(old.row.id);
  expect(ids).not.toContain(revoked.row.id);
  expect(ids).toHaveLength(limits.shareLink.most);
});

it('is refused over the limit also for concurrent requests', async () => {
  const row = {
    website_id: websiteId,
    website_created_at: testNow,
    name: 'Agency',
    created_at: now,
    created_by: 'owner',
    expires_at: now + day,
    last_used_at: null,
    revoked_at: null,
  };
  const others = Array.from({ length: limits.shareLink.most - 2 }, () => row);
  await test.db.insertInto('share_links').values(others).execute();
  await openConnections(test.db);
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => make()));
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  expect(reasons).toEqual(Array(10).fill(expect.stringContaining(accessMessages.shareLink.tooMany)));
  const { count } = await test.db
    .selectFrom('share_links')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(limits.shareLink.most);
});

it('works also when its views cannot be stored', async () => {
  const { row, link } = await make();
  await test.db.schema.alterTable('share_links').dropColumn('views').execute();
  const shared = await links.open(link);
  links.viewed(shared?.link_id ?? 0, true);
  await links.stop();
  expect([shared?.link_id, unnoted.length]).toEqual([row.id, 1]);
});
