import { createECDH, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyBytes } from '../../base/config/secret-key-schema.ts';
import { installationKeys } from '../../operations/backup/installation-keys.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createSecrets } from './secrets/secrets.ts';
import { sealStoredSecrets } from './secrets/stored-secrets.ts';
import { readWebPushKeys, webPushKeysKey, webPushPublicKey } from './web-push-keys.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());
const secretsWith = (key: Buffer | null = null) => createSecrets(() => test.db, key);

it('makes a pair of keys once, as browsers and push services want them', async () => {
  const made = await readWebPushKeys(test.db, secretsWith());
  expect(made).toEqual({
    public_key: expect.stringMatching(/^B[\w-]{86}$/),
    private_key: expect.stringMatching(/^[\w-]{43}$/),
  });
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(made.private_key, 'base64url'));
  expect(pair.getPublicKey('base64url')).toBe(made.public_key);
  expect(await readWebPushKeys(test.db, secretsWith())).toEqual(made);
  expect(await webPushPublicKey(test.db, secretsWith())).toBe(made.public_key);
});

it('gives all that ask at once the same pair', async () => {
  const pairs = await Promise.all([1, 2, 3, 4].map(() => webPushPublicKey(test.db, secretsWith())));
  expect(new Set(pairs).size).toBe(1);
});

it('seals the private key, and leaves both out of backups', async () => {
  const { private_key } = await readWebPushKeys(test.db, secretsWith());
  const { value } = await test.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', webPushKeysKey)
    .executeTakeFirstOrThrow();
  expect(value).not.toContain(private_key);
  expect(value).toContain('sealed:');
  expect(installationKeys.has(webPushKeysKey)).toBe(true);
});

it('is sealed again under a key that is set later', async () => {
  const before = await readWebPushKeys(test.db, secretsWith());
  const key = randomBytes(keyBytes);
  expect(await sealStoredSecrets(test.db, key)).toEqual({ sealed: 1, missing: 0 });
  expect(await readWebPushKeys(test.db, secretsWith(key))).toEqual(before);
});

it('makes others for a browser that is added when the private key can no longer be opened', async () => {
  const before = await webPushPublicKey(test.db, secretsWith(randomBytes(keyBytes)));
  const secrets = secretsWith(randomBytes(keyBytes));
  await expect(readWebPushKeys(test.db, secrets)).rejects.toThrow('encrypted with another key');
  const after = await webPushPublicKey(test.db, secrets);
  expect(after).not.toBe(before);
  expect((await readWebPushKeys(test.db, secrets)).public_key).toBe(after);
});
