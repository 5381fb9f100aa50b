import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { findPassword, holdPassword, replacePassword, saveFirstPasswordHash } from './password-store.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

const storedHash = async () => (await findPassword(test.db))?.hash;

it('only the first hash is stored as the first', async () => {
  expect(await findPassword(test.db)).toBeNull();
  expect(await saveFirstPasswordHash(test.db, 'first')).toBe(true);
  expect(await saveFirstPasswordHash(test.db, 'second')).toBe(false);
  expect(await storedHash()).toBe('first');
});

it('a password is locked and replaced only while it is still the stored one', async () => {
  await saveFirstPasswordHash(test.db, 'first');
  const seen = await findPassword(test.db);
  if (!seen) throw new Error('nothing is stored');
  expect(await holdPassword(test.db, seen)).toBe(true);
  expect(await replacePassword(test.db, seen, 'second')).toBe(true);
  expect(await holdPassword(test.db, seen)).toBe(false);
  expect(await replacePassword(test.db, seen, 'third')).toBe(false);
  expect(await storedHash()).toBe('second');
});
