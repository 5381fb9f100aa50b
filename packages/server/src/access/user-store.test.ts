import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testNow } from '../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import {
  acceptInvitation,
  countUsers,
  deleteUser,
  findActiveUser,
  findInvited,
  findUserByEmail,
  holdUser,
  insertUser,
  listUsers,
  replaceUserPassword,
  type StoredUser,
} from './user-store.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

async function add(email: string, user: Partial<StoredUser> = {}): Promise<StoredUser> {
  const added = await insertUser(test.db, {
    email,
    name: '',
    role: 'viewer',
    status: 'invited',
    password_hash: null,
    created_at: testNow,
    last_seen_at: null,
    invitation_hash: `hash of ${email}`,
    invitation_expires_at: testNow + 1000,
    ...user,
  });
  if (added === null) throw new Error(`${email} is taken`);
  return added;
}

describe('users', () => {
  it('have one address each', async () => {
    await add('ann@example.org');
    await expect(add('ann@example.org')).rejects.toThrow('taken');
    expect(await countUsers(test.db)).toBe(1);
  });

  it('are listed newest first, in parts', async () => {
    const [one, two, three] = [await add('a@a.org'), await add('b@a.org'), await add('c@a.org')];
    expect((await listUsers(test.db, { limit: 2 })).map(({ id }) => id)).toEqual([three.id, two.id]);
    expect((await listUsers(test.db, { before: two.id, limit: 2 })).map(({ id }) => id)).toEqual([one.id]);
  });

  it('may sign in while they are active, and have the lowest role if theirs is unknown', async () => {
    const { id } = await add('ann@example.org', { status: 'active' });
    await test.db.updateTable('users').set({ role: 'emperor' }).execute();
    expect(await findActiveUser(test.db, id)).toMatchObject({ role: 'viewer' });
    await test.db.updateTable('users').set({ status: 'retired' }).execute();
    expect(await findActiveUser(test.db, id)).toBeNull();
    expect(await findUserByEmail(test.db, 'ann@example.org')).toMatchObject({ status: 'disabled' });
  });

  it('accept an invitation once, before its end', async () => {
    const invited = await add('ann@example.org');
    expect(await findInvited(test.db, 'hash of ann@example.org', testNow + 1000)).toBeNull();
    expect(await findInvited(test.db, 'hash of ann@example.org', testNow + 999)).toMatchObject({ id: invited.id });
    const accepted = { name: 'Ann', password_hash: 'a hash' };
    expect(await acceptInvitation(test.db, invited, accepted)).toBe(true);
    expect(await acceptInvitation(test.db, invited, accepted)).toBe(false);
    expect(await findActiveUser(test.db, invited.id)).toMatchObject({ name: 'Ann', invitation_hash: null });
  });

  it('are locked with the compared password, and only while they are active', async () => {
    const user = await add('ann@example.org', { status: 'active', password_hash: 'one' });
    expect(await replaceUserPassword(test.db, user, 'two')).toBe(true);
    expect(await replaceUserPassword(test.db, user, 'three')).toBe(false);
    expect(await holdUser(test.db, user, testNow)).toBe(false);
    const current = { ...user, password_hash: 'two' };
    expect(await holdUser(test.db, current, testNow)).toBe(true);
    await test.db.updateTable('users').set({ status: 'disabled' }).execute();
    expect(await holdUser(test.db, current, testNow)).toBe(false);
  });

  it('stay deleted', async () => {
    const { id } = await add('ann@example.org');
    expect(await deleteUser(test.db, id)).toMatchObject({ email: 'ann@example.org' });
    expect(await deleteUser(test.db, id)).toBeNull();
  });
});
