import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Backup } from '@upvigil/core/contract/backup';
import { RequestError } from '@upvigil/core/contract/errors';
import { secondMs } from '@upvigil/core/time';
import { accessProblem, isAccessRefused } from '../../storage/folder-access.ts';

const backupsFolder = 'backups';
/** Prefix of files that are being written or were uploaded, so that a crash's left-overs are recognised. */
const unfinishedPrefix = '.unfinished-';
/** The exact form: a backup's name may start with the same letters. */
const unfinishedName = /^\.unfinished-[0-9a-f]+$/;
/** Longest shift of the time in a name, in milliseconds. A name moves to a later second when its own is taken. */
const mostTaken = 60 * secondMs;
const backupName = /^[A-Za-z0-9._-]{1,64}_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

export const backupsDir = (dataDir: string): string => path.join(dataDir, backupsFolder);

/** Creates the folder with access for this process's user only. Returns its path. */
export async function openBackupsDir(dataDir: string): Promise<string> {
  const dir = backupsDir(dataDir);
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw refusedFolder(dir, error);
  });
  return dir;
}

/** An explanation when this process may not write to the backup folder; any other error unchanged. */
function refusedFolder(dir: string, error: unknown): unknown {
  const problem = isAccessRefused(error) ? accessProblem('The backup folder', dir) : null;
  return problem === null ? error : new RequestError('unavailable', problem, { cause: error });
}

/** `{given}_{YYYYMMDDTHHMMSSZ}.tar.gz`; `created` in milliseconds since the epoch. */
export function backupFileName(given: string, created: number): string {
  const stamp = new Date(created).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${given}_${stamp}.tar.gz`;
}

/** Newest first. */
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
 * The time of a new backup in milliseconds since the epoch. It is later than that of every other backup, which keeps
 * their order.
 */
export async function nextTimeMade(dataDir: string, now: number): Promise<number> {
  const times = (await listBackups(dataDir)).map(({ created }) => Date.parse(created));
  return Math.max(now, ...times.filter((time) => time >= now && time < now + secondMs).map((time) => time + 1));
}

/**
 * Finds a backup in the listing. The given name never becomes part of a path.
 * @throws RequestError `notFound` when there is no such backup
 */
export async function findBackup(dataDir: string, name: string): Promise<Backup & { file: string }> {
  const found = (await listBackups(dataDir)).find((backup) => backup.name === name);
  if (!found) throw unknownBackup();
  return { ...found, file: path.join(backupsDir(dataDir), found.name) };
}

export const unknownBackup = (): RequestError => new RequestError('notFound', 'There is no backup of this name');

/** A new path in the backup folder for an unfinished file. */
export async function unfinishedPath(dataDir: string): Promise<string> {
  const dir = await openBackupsDir(dataDir);
  await access(dir, constants.W_OK).catch((error: unknown) => {
    throw refusedFolder(dir, error);
  });
  return path.join(dir, `${unfinishedPrefix}${randomBytes(8).toString('hex')}`);
}

/** Renames a finished file and syncs the folder, so that the name survives a crash. */
export async function finishFile(unfinished: string, file: string): Promise<void> {
  await rename(unfinished, file);
  const dir = await open(path.dirname(file));
  try {
    await dir.sync();
  } finally {
    await dir.close();
  }
}

/** Deletes left-overs of a crash: unfinished files not written since `untouchedSince`, milliseconds since the epoch. */
export async function removeUnfinished(dataDir: string, untouchedSince: number): Promise<void> {
  const dir = await openBackupsDir(dataDir);
  for (const name of await readdir(dir)) {
    if (!unfinishedName.test(name)) continue;
    const unfinished = path.join(dir, name);
    const state = await stateOf(unfinished);
    if (state !== null && state.mtimeMs <= untouchedSince) await rm(unfinished, { recursive: true, force: true });
  }
}

/** The time in a name, in milliseconds since the epoch, to the second; null when it is no backup's name. */
function stampOf(name: string): number | null {
  const match = backupName.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, seconds] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${seconds}Z`);
  return Number.isNaN(time) ? null : time;
}

/**
 * The time of a backup in milliseconds since the epoch. The file's modification time has milliseconds, and so the
 * order within a second. When it does not match the name, for example after copying, the name counts. The name may be
 * later than the file, because its own second was taken.
 */
const timeMade = (stamp: number, written: number): number =>
  written < stamp + secondMs && written > stamp - mostTaken ? written : stamp;

/** Null when the file was deleted after it was listed. */
const stateOf = (file: string): Promise<Stats | null> => stat(file).catch(() => null);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
