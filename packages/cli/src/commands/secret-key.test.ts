import { randomBytes } from 'node:crypto';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { requireStoredKey } from '@upvigil/server/storage/settings/secrets/secret-key';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand, temporaryFolder } from '../testing/run-command.ts';

// The test's own is no address of a server.
beforeEach(() => vi.stubEnv('BASE_URL', ''));
afterEach(() => vi.unstubAllEnvs());

test('prints the key that was made, and makes none', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('DATA_DIR', folder);
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  const before = await runCommand(['secret-key']);
  expect(before).toMatchObject({ exitCode: 1, stdout: '' });
  expect(before.stderr).toContain('No key was made here yet');
  const key = await requireStoredKey(storage.db);
  const { exitCode, stdout } = await runCommand(['secret-key', '--json']);
  expect({ exitCode, ...JSON.parse(stdout) }).toEqual({ exitCode: 0, key: key.toString('base64'), source: 'database' });
  await storage.close();
});

test('prints the one that the environment gives, whatever is stored', async () => {
  const key = randomBytes(32).toString('base64');
  vi.stubEnv('DATA_DIR', temporaryFolder());
  vi.stubEnv('SECRET_KEY', key);
  expect(await runCommand(['secret-key'])).toMatchObject({ exitCode: 0, stdout: `${key}\n` });
});

test('says what SECRET_KEY must be, and does not show what it was', async () => {
  vi.stubEnv('SECRET_KEY', 'not a key');
  const { exitCode, stderr } = await runCommand(['secret-key']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('SECRET_KEY must be 32 random bytes in base64');
  expect(stderr).not.toContain('not a key');
});
