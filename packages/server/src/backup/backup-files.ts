import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Backup } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/errors';

const backupsFolder = 'backups';
/** What is being written or was uploaded; left-overs of a crash are recognised by it. */
const unfinishedPrefix = '.unfinished-';
const second = 1000;
/** Names of one given name that follow each other by a second each. */
const mostTaken = 60 * second;
const backupName = /^[A-Za-z0-9._-]{1,64}_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

export const backupsDir = (dataDir: string): string => path.join(dataDir, backupsFolder);

/** Makes the folder, readable by its owner only. Resolves with its path. */
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
  const found: { name: string; size: number; made: number; written: number }[] = [];
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const stamp = entry.isFile() ? stampOf(entry.name) : null;
    if (stamp === null) continue;
    const state = await stateOf(path.join(dir, entry.name));
    if (state === null) continue;
    const written = Math.round(state.mtimeMs);
    found.push({ name: entry.name, size: state.size, made: timeMade(stamp, written), written });
  }
  found.sort((a, b) => b.made - a.made || b.written - a.written || compare(a.name, b.name));
  return found.map(({ name, size, made }) => ({ name, size, created: new Date(made).toISOString() }));
}

/**
 * The time to give a backup that is made now: after those of the same moment, so that their order can be told.
 * Milliseconds since the epoch.
 */
export async function nextTimeMade(dataDir: string, now: number): Promise<number> {
  const times = (await listBackups(dataDir)).map(({ created }) => Date.parse(created));
  return Math.max(now, ...times.filter((time) => time >= now && time < now + second).map((time) => time + 1));
}

/**
 * The file of a backup of the listing. The name itself never becomes part of a path.
 * @throws RequestError `notFound`
 */
export async function findBackup(dataDir: string, name: string): Promise<Backup & { file: string }> {
  const found = (await listBackups(dataDir)).find((backup) => backup.name === name);
  if (!found) throw unknownBackup();
  return { ...found, file: path.join(backupsDir(dataDir), found.name) };
}

export const unknownBackup = (): RequestError => new RequestError('notFound', 'There is no backup of this name');

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

/** Of the second that a name bears. Null for what is no backup's name. */
function stampOf(name: string): number | null {
  const match = backupName.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, seconds] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${seconds}Z`);
  return Number.isNaN(time) ? null : time;
}

/**
 * When a backup was made. The file's own time tells it to the millisecond, and what came first within a second; where it
 * does not fit the name, as after copying, the name holds. A name may bear a later second, because its own was taken.
 */
const timeMade = (stamp: number, written: number): number =>
  written < stamp + second && written > stamp - mostTaken ? written : stamp;

/** Null when the file went away since it was listed. */
const stateOf = (file: string): Promise<Stats | null> => stat(file).catch(() => null);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
