import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createSecrets } from './secrets.ts';
import { sealStoredSecrets } from './stored-secrets.ts';
import { totpSecretOf } from './totp-secrets.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

const stored = () => test.db.selectFrom('totp_secrets').select(['user_id', 'secret']).executeTakeFirstOrThrow();

it('a secret goes over to SECRET_KEY when that is set, and opens for its own person alone', async () => {
  const made = createSecrets(() => test.db, null);
  const { secret } = await made.seal(test.db, { user_id: null, secret: 'GEZDGNBV' }, totpSecretOf(null));
  await test.db
    .insertInto('totp_secrets')
    .values({ user_id: null, secret, created_at: 1, confirmed_at: 1, last_step: null })
    .execute();
  const key = randomBytes(32);
  expect(await sealStoredSecrets(test.db, key)).toEqual({ sealed: 1, missing: 0 });
  const row = await stored();
  expect(row.secret).not.toBe(secret);
  const configured = createSecrets(() => test.db, key);
  expect((await configured.open(row, totpSecretOf(null))).secret).toBe('GEZDGNBV');
  await expect(configured.open(row, totpSecretOf(7))).rejects.toThrow('moved from another place');
});
