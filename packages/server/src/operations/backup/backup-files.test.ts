import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  backupFileName,
  backupsDir,
  findBackup,
  listBackups,
  nextTimeMade,
  openBackupsDir,
  removeUnfinished,
  unfinishedPath,
} from './backup-files.ts';

const made = Date.UTC(2026, 2, 10, 12, 0, 5);
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-backup-files-'));
  await openBackupsDir(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file in the backup folder with this modification time. */
function put(name: string, written: number): void {
  const file = path.join(backupsDir(folder), name);
  writeFileSync(file, 'archive');
  utimesSync(file, written / 1000, written / 1000);
}
const listed = async () => (await listBackups(folder)).map(({ name, created }) => `${name} ${created}`);

describe('the list of backups', () => {
  it('comes from their names, with the milliseconds of a matching file time', async () => {
    put(backupFileName('one', made), made + 250);
    put(backupFileName('copied', made + 2000), made + 86_400_000);
    put(backupFileName('later-name', made + 5000), made + 500);
    expect(await listed()).toEqual([
      'copied_20260310T120007Z.tar.gz 2026-03-10T12:00:07.000Z',
      'later-name_20260310T120010Z.tar.gz 2026-03-10T12:00:05.500Z',
      'one_20260310T120005Z.tar.gz 2026-03-10T12:00:05.250Z',
    ]);
  });

  it("leaves out files without a backup's name", async () => {
    for (const name of ['notes.txt', 'a b_20260310T120005Z.tar.gz', 'a_20261310T120005Z.tar.gz']) put(name, made);
    put(path.basename(await unfinishedPath(folder)), made);
    expect(await listed()).toEqual([]);
  });

  it('is the only way to a file', async () => {
    const name = backupFileName('one', made);
    put(name, made);
    expect(await findBackup(folder, name)).toMatchObject({ name, size: 7, file: path.join(backupsDir(folder), name) });
    await expect(findBackup(folder, `../backups/${name}`)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

it('a backup of the same time as another is dated a millisecond later', async () => {
  expect(await nextTimeMade(folder, made)).toBe(made);
  put(backupFileName('one', made), made + 40);
  expect(await nextTimeMade(folder, made + 40)).toBe(made + 41);
  expect(await nextTimeMade(folder, made + 900)).toBe(made + 900);
  expect(await nextTimeMade(folder, made - 5000)).toBe(made - 5000);
});

it('left-overs of a crash are removed, and backups stay', async () => {
  const names = ['one', '.unfinished-', '.unfinished-12ab'].map((given) => backupFileName(given, made));
  for (const name of names) put(name, made);
  const young = path.basename(await unfinishedPath(folder));
  put(young, made + 1);
  put(path.basename(await unfinishedPath(folder)), made);
  await removeUnfinished(folder, made);
  expect(readdirSync(backupsDir(folder)).toSorted()).toEqual([young, ...names].toSorted());
  await removeUnfinished(folder, Number.POSITIVE_INFINITY);
  expect(readdirSync(backupsDir(folder)).toSorted()).toEqual(names.toSorted());
});
