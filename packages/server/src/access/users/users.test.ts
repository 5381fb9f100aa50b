import type { Role } from '@upvigil/core/contract/names/roles';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeOn } from '../../testing/change-on.ts';
import { openConnections } from '../../testing/open-connections.ts';
import { testNow } from '../../testing/rows.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createSessions, type EndedSessions } from '../sessions.ts';
import { createApiTokens } from '../tokens/api-tokens.ts';
import { countUsers } from '../user-store.ts';
import { createUsers, scopesOfPerson, type Users } from './users.ts';

let test: TestStorage;
let ended: EndedSessions[];
let users: Users;
beforeEach(async () => {
  test = await openTestStorage();
  ended = [];
  const { db } = test;
  const clock = createTestClock(testNow, async () => undefined);
  const sessions = createSessions(db, clock);
  sessions.onEnded((which) => ended.push(which));
  const tokens = createApiTokens({
    db,
    clock,
    onNotRecorded: () => undefined,
    makerScopes: (makerId) => scopesOfPerson(db, makerId),
  });
  users = createUsers({ clock, sessions, tokens, changes: { publish: () => undefined } });
});
afterEach(() => test.close());

const invite = (email: string, role: Role) => changeOn(test.db)((trx) => users.invite(trx, email, role));

describe('users', () => {
  it('do not exceed the limit, also for concurrent invitations', async () => {
    const rows = Array.from({ length: limits.user.most - 2 }, (_, at) => ({
      email: `${at}@example.org`,
      name: '',
      role: 'viewer',
      status: 'invited',
      created_at: testNow,
    }));
    await test.db.insertInto('users').values(rows).execute();
    await openConnections(test.db);
    const atOnce = Array.from({ length: 12 }, (_, at) => invite(`new${at}@example.org`, 'viewer'));
    const outcomes = await Promise.allSettled(atOnce);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(reasons).toEqual(Array(10).fill(expect.stringContaining(accessMessages.user.tooMany)));
    expect(await countUsers(test.db)).toBe(limits.user.most);
  });

  it('of two invitations of one address at once one is refused', async () => {
    const outcomes = await Promise.allSettled([1, 2].map(() => invite('ann@example.org', 'viewer')));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await countUsers(test.db)).toBe(1);
  });

  it('with a changed role are published, and those with a changed name are not', async () => {
    const { user } = await invite('ann@example.org', 'editor');
    await users.change(user.id, { name: 'Ann', role: 'editor' }, changeOn(test.db));
    expect(ended).toEqual([]);
    await users.change(user.id, { role: 'viewer' }, changeOn(test.db));
    expect(ended).toEqual([{ userId: user.id }]);
  });
});
