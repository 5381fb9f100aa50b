import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Backup } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/errors';

const backupsFolder = 'backups';
/** What is being written or was uploaded; left-overs of a crash are recognised by it. */
const unfinishedPrefix = '.unfinished-';
const backupName = /^[A-Za-z0-9._-]{1,64}_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

export const backupsDir = (dataDir: string): string => path.join(dataDir, backupsFolder);

/** Makes the folder, readable by its owner only, and answers its path. */
export async function openBackupsDir(dataDir: string): Promise<string> {
  const dir = backupsDir(dataDir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** `{given}_{YYYYMMDDTHHMMSSZ}.tar.gz`; `created` in milliseconds since the epoch. */
export function backupFileName(given: string, created: number): string {
  const stamp = new Date(created).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${given}_${stamp}.tar.gz`;
}

/** All backups, newest first. */
export async function listBackups(dataDir: string): Promise<Backup[]> {
  const dir = await openBackupsDir(dataDir);
  const backups: Backup[] = [];
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const created = entry.isFile() ? createdOf(entry.name) : null;
    if (created === null) continue;
    const size = await sizeOf(path.join(dir, entry.name));
    if (size !== null) backups.push({ name: entry.name, size, created });
  }
  return backups.sort((a, b) => compare(b.created, a.created) || compare(a.name, b.name));
}

/**
 * The file of a backup of the listing. The name itself never becomes part of a path.
 * @throws RequestError `notFound`
 */
export async function findBackup(dataDir: string, name: string): Promise<Backup & { file: string }> {
  const found = (await listBackups(dataDir)).find((backup) => backup.name === name);
  if (!found) throw new RequestError('notFound', 'There is no backup of this name');
  return { ...found, file: path.join(backupsDir(dataDir), found.name) };
}

/** A path beside the backups for what is not whole yet. */
export async function unfinishedPath(dataDir: string): Promise<string> {
  return path.join(await openBackupsDir(dataDir), `${unfinishedPrefix}${randomBytes(8).toString('hex')}`);
}

/** Gives a whole file its name, and makes sure that the name outlives a crash. */
export async function finishFile(unfinished: string, file: string): Promise<void> {
  await rename(unfinished, file);
  const dir = await open(path.dirname(file));
  try {
    await dir.sync();
  } finally {
    await dir.close();
  }
}

/** Removes what a crash left behind. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const dir = await openBackupsDir(dataDir);
  for (const name of await readdir(dir)) {
    if (name.startsWith(unfinishedPrefix)) await rm(path.join(dir, name), { recursive: true, force: true });
  }
}

function createdOf(name: string): string | null {
  const match = backupName.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Null when the file went away since it was listed. */
async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch {
    return null;
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
