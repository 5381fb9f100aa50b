import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { fakeNow, noWebsites } from '../testing/installations.ts';
import { type RunOptions, runOn, serverForTest, temporaryFolder } from '../testing/run-command.ts';

function withBackups(count: number): FakeState {
  const data = noWebsites();
  for (let number = 1; number <= count; number += 1) {
    const name = `night${number}_20261120T02150${number}Z.tar.gz`;
    data.backups.push({ name, size: 2048, created: new Date(fakeNow).toISOString() });
    data.backupFiles.set(name, new TextEncoder().encode('this is no archive'));
  }
  return data;
}

const start = (data: FakeState) => serverForTest(data);

const run = (server: FakeServer, argv: readonly string[], options?: RunOptions) =>
  runOn(server, ['backup', ...argv], options);

test.each([
  ['y\n', 0, 0],
  ['yes\n', 0, 0],
  ['n\n', 1, 1],
  ['\n', 1, 1],
  ['', 1, 1],
])('a question that is answered %j', async (stdin, exitCode, left) => {
  const server = await start(withBackups(1));
  const name = server.state.backups[0]?.name ?? '';
  const result = await run(server, ['delete', name], { tty: true, stdin });
  expect(result.stderr).toContain(`Are you sure you want to delete backup "${name}"? [y/N] `);
  expect(result.exitCode).toBe(exitCode);
  expect(server.state.backups).toHaveLength(left);
});

test('without a terminal nothing is deleted without --yes', async () => {
  const server = await start(withBackups(3));
  const asked = await run(server, ['cleanup', '--keep', '1']);
  expect(asked).toMatchObject({ stdout: '', exitCode: 1 });
  expect(asked.stderr).toBe('upvigil: This command needs an answer on a terminal: repeat it with --yes\n');
  expect(server.state.backups).toHaveLength(3);
  const done = await run(server, ['cleanup', '--keep', '1', '--yes', '--json']);
  expect(JSON.parse(done.stdout)).toMatchObject({ deleted: [expect.any(String), expect.any(String)], kept: 1 });
});

test('quotes why the server refuses a name', async () => {
  const { stderr, exitCode } = await run(await start(noWebsites()), ['create', '--name', 'a b']);
  expect(stderr).toBe('upvigil: Backup name must have 1 to 64 letters, digits, dots, dashes or underscores\n');
  expect(exitCode).toBe(1);
});

test('a downloaded file that is not a valid backup gets no name', async () => {
  const server = await start(withBackups(1));
  const folder = temporaryFolder();
  const name = server.state.backups[0]?.name ?? '';
  const { stderr, exitCode } = await run(server, ['download', name, '--output', folder]);
  expect(stderr).toMatch(/\.tar\.gz\.part is not a valid backup: /);
  expect(exitCode).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup that is not there leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const { stderr } = await run(await start(noWebsites()), ['download', 'gone.tar.gz', '--output', folder]);
  expect(stderr).toBe('upvigil: There is no backup of this name\n');
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that is no backup is not restored, and the server is not asked', async () => {
  const server = await start(noWebsites());
  const file = path.join(temporaryFolder(), 'x.tar.gz');
  writeFileSync(file, 'nothing of use');
  const { stderr, exitCode } = await run(server, ['restore', file, '--yes']);
  expect(stderr).toMatch(/x\.tar\.gz is not a valid backup: /);
  expect(exitCode).toBe(1);
  expect(server.seen).toEqual([]);
});

test('a server that takes too long is given up, and the lock is given back', async () => {
  const server = await start(noWebsites());
  server.fake.hold('backup.create');
  const configDir = temporaryFolder();
  for (const _try of ['first', 'second']) {
    const { stderr, exitCode } = await run(server, ['create', '--timeout', '1'], { environment: { configDir } });
    expect(stderr).toBe('upvigil: Not done within 1 s. To allow more time, use --timeout\n');
    expect(exitCode).toBe(1);
  }
});

test('the daily backup is changed and shown', async () => {
  const server = await start(noWebsites());
  expect((await run(server, ['schedule'], { tty: true })).stdout).toBe('Daily backups are off\n');
  const on = await run(server, ['schedule', '--on', '--time', '04:30', '--zone', 'Asia/Tokyo', '--keep', '7'], {
    tty: true,
  });
  expect(on.stdout).toMatch(/^Every day at 04:30 \(Asia\/Tokyo\), the newest 7 are kept\nNext attempt: .+\n$/);
  expect(server.state.backupSchedule).toMatchObject({ enabled: true, time: '04:30', time_zone: 'Asia/Tokyo', keep: 7 });
  server.state.backupSchedule.last_error = 'The disk is full';
  expect((await run(server, ['schedule'])).stdout).toMatch(/^on\t04:30\tAsia\/Tokyo\t7\t[^\t]+\t\tThe disk is full\n$/);
  expect(JSON.parse((await run(server, ['schedule', '--off', '--json'])).stdout)).toMatchObject({ enabled: false });
});

test('an invalid schedule is refused', async () => {
  const server = await start(noWebsites());
  expect((await run(server, ['schedule', '--on', '--off'])).stderr).toContain('--on and --off exclude each other');
  const { stderr, exitCode } = await run(server, ['schedule', '--time', '25:00']);
  expect(stderr).toBe('upvigil: Time must be a time of day, as 08:00\n');
  expect(exitCode).toBe(1);
});
