import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand, temporaryFolder } from '../testing/run-command.ts';

const others = ['upvigil.sqlite', 'upvigil.sqlite-wal', 'upvigil.sqlite.before-version-old', 'upvigil.sqlite.mine'];
const copies = ['upvigil.sqlite.before-version-17', 'upvigil.sqlite.before-version-21'];
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('BASE_URL', '');
  vi.stubEnv('DATA_DIR', folder);
  for (const name of [...others, ...copies]) writeFileSync(path.join(folder, name), 'content');
});
afterEach(() => vi.unstubAllEnvs());

const left = () => readdirSync(folder).sort();

test('the copies of upgrades go, and nothing else', async () => {
  const { stderr, exitCode } = await runCommand(['admin', 'delete-upgrade-copies', '--yes']);
  expect([exitCode, stderr]).toEqual([0, `Deleted ${copies.join(', ')}\n`]);
  expect(left()).toEqual(others.toSorted());
  const again = await runCommand(['admin', 'delete-upgrade-copies', '--yes', '--json']);
  expect(JSON.parse(again.stdout)).toEqual({ deleted: [] });
});

test('nothing goes where nobody can be asked', async () => {
  const { exitCode, stderr } = await runCommand(['admin', 'delete-upgrade-copies']);
  expect(stderr).toContain('--yes');
  expect(exitCode).not.toBe(0);
  expect(left()).toEqual([...others, ...copies].toSorted());
});
