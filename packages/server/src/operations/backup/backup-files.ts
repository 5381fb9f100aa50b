import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Backup } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/contract/errors';
import { secondMs } from '@upvigil/core/time';
import { accessProblem, isAccessRefused } from '../../storage/folder-access.ts';

const backupsFolder = 'backups';
/** Begins the names of what is being written or was uploaded, so that left-overs of a crash are recognised. */
const unfinishedPrefix = '.unfinished-';
/** The whole name: a backup may begin with the same letters. */
const unfinishedName = /^\.unfinished-[0-9a-f]+$/;
/** In milliseconds. */
/** How much later than the backup the time in its name may be, when names of earlier seconds were taken. Milliseconds. */
const mostTaken = 60 * secondMs;
const backupName = /^[A-Za-z0-9._-]{1,64}_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

export const backupsDir = (dataDir: string): string => path.join(dataDir, backupsFolder);

/** Makes the folder, readable only by the user of this process. Resolves with its path. */
export async function openBackupsDir(dataDir: string): Promise<string> {
  const dir = backupsDir(dataDir);
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw refusedFolder(dir, error);
  });
  return dir;
}

/** A backup folder that this process may not write to, in words; any other error as it is. */
function refusedFolder(dir: string, error: unknown): unknown {
  const problem = isAccessRefused(error) ? accessProblem('The backup folder', dir) : null;
  return problem === null ? error : new RequestError('unavailable', problem, { cause: error });
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
 * The time to give a backup that is made now, milliseconds since the epoch: later than that of every other backup, so
 * that their order shows.
 */
export async function nextTimeMade(dataDir: string, now: number): Promise<number> {
  const times = (await listBackups(dataDir)).map(({ created }) => Date.parse(created));
  return Math.max(now, ...times.filter((time) => time >= now && time < now + secondMs).map((time) => time + 1));
}

/**
 * Finds a backup in the listing. The given name itself never becomes part of a path.
 * @throws RequestError `notFound` when there is none of this name
 */
export async function findBackup(dataDir: string, name: string): Promise<Backup & { file: string }> {
  const found = (await listBackups(dataDir)).find((backup) => backup.name === name);
  if (!found) throw unknownBackup();
  return { ...found, file: path.join(backupsDir(dataDir), found.name) };
}

export const unknownBackup = (): RequestError => new RequestError('notFound', 'There is no backup of this name');

/** A new path beside the backups, for what is not whole yet. */
export async function unfinishedPath(dataDir: string): Promise<string> {
  const dir = await openBackupsDir(dataDir);
  await access(dir, constants.W_OK).catch((error: unknown) => {
    throw refusedFolder(dir, error);
  });
  return path.join(dir, `${unfinishedPrefix}${randomBytes(8).toString('hex')}`);
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

/** Removes what a crash left behind: what nobody wrote to since `untouchedSince`, milliseconds since the epoch. */
export async function removeUnfinished(dataDir: string, untouchedSince: number): Promise<void> {
  const dir = await openBackupsDir(dataDir);
  for (const name of await readdir(dir)) {
    if (!unfinishedName.test(name)) continue;
    const unfinished = path.join(dir, name);
    const state = await stateOf(unfinished);
    if (state !== null && state.mtimeMs <= untouchedSince) await rm(unfinished, { recursive: true, force: true });
  }
}

/** The time in a name, milliseconds since the epoch, to the second; null for what is no backup's name. */
function stampOf(name: string): number | null {
  const match = backupName.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, seconds] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${seconds}Z`);
  return Number.isNaN(time) ? null : time;
}

/**
 * When a backup was made, milliseconds since the epoch. The file's own time has it to the millisecond, and so the order
 * within a second. Where that does not fit the name, as after copying, the name counts. A name may have a later second
 * than the file, because its own was taken.
 */
const timeMade = (stamp: number, written: number): number =>
  written < stamp + secondMs && written > stamp - mostTaken ? written : stamp;

/** Null when the file went away since it was listed. */
const stateOf = (file: string): Promise<Stats | null> => stat(file).catch(() => null);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
