import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand, temporaryFolder } from '../testing/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  vi.stubEnv('BASE_URL', '');
  vi.stubEnv('DATA_DIR', folder);
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  const user = { email: 'ann@example.org', name: 'Ann', role: 'viewer', status: 'active', created_at: 1 };
  await storage.db.insertInto('users').values(user).execute();
  await storage.close();
});
afterEach(() => vi.unstubAllEnvs());

test('a new password is made without a server, and stands alone on stdout', async () => {
  const inPipe = await runCommand(['admin', 'reset-password']);
  expect(inPipe).toEqual({ stdout: expect.stringMatching(/^[A-Za-z2-9]{20}\n$/), stderr: '', exitCode: 0 });
  const ofUser = await runCommand(['admin', 'reset-password', '--user', 'Ann@example.org', '--json']);
  expect(JSON.parse(ofUser.stdout)).toEqual({ user: 'ann@example.org', password: expect.any(String) });
  const seen = await runCommand(['admin', 'reset-password'], { tty: true });
  expect(seen.stderr).toBe('The new password of owner: change it after the sign-in\n');
});

test('of nobody none is made', async () => {
  const { stdout, stderr, exitCode } = await runCommand(['admin', 'reset-password', '--user', 'eve@example.org']);
  expect([stdout, stderr, exitCode]).toEqual(['', 'upvigil: There is no user eve@example.org\n', 1]);
});
