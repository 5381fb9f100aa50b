import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { CommandError } from '../failures.ts';

interface Holder {
  pid: number;
  host: string;
  /** Milliseconds since the epoch. */
  since: number;
}

export interface LockOptions {
  /** Where the lock's file is. Made when it is not there. */
  folder: string;
  /** What may not be worked on twice at once: the server's address. */
  subject: string;
  now: number;
  pid?: number;
}

/** After so long a holder that cannot be asked (it ran on another machine) is taken for gone. */
const forgottenAfterMs = 24 * 3600 * 1000;

/**
 * Does the work unless another process is at it. A lock that a killed process left behind is taken over.
 * @throws CommandError that names the process that is at work
 */
export async function withLock<Result>(options: LockOptions, work: () => Promise<Result>): Promise<Result> {
  const file = lockFile(options);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  await takeLock(file, options);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** One file for each server, whatever its address is made of. */
export const lockFile = ({ folder, subject }: Pick<LockOptions, 'folder' | 'subject'>): string =>
  path.join(folder, `backup-${createHash('sha256').update(subject).digest('hex').slice(0, 12)}.lock`);

async function takeLock(file: string, options: LockOptions): Promise<void> {
  if (await createLock(file, options)) return;
  const holder = await readHolder(file);
  if (holder && isAtWork(holder, options.now)) throw busy(holder);
  // Renaming can succeed for one process only, so two that find the same dead lock do not both take it over.
  const aside = `${file}.${options.pid ?? process.pid}`;
  await rename(file, aside).catch(ignoreMissing);
  await rm(aside, { force: true });
  if (!(await createLock(file, options))) throw busy(await readHolder(file));
}

const busy = (holder: Holder | null): CommandError =>
  new CommandError(
    `Another upvigil backup command${holder ? ` (process ${holder.pid})` : ''} is at work for this server: try again when it is done`,
  );

async function createLock(file: string, { now, pid = process.pid }: LockOptions): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(JSON.stringify({ pid, host: hostname(), since: now } satisfies Holder));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    const { pid, host, since } = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' && typeof since === 'number' ? { pid, host: String(host), since } : null;
  } catch {
    return null;
  }
}

function isAtWork({ pid, host, since }: Holder, now: number): boolean {
  if (host !== hostname()) return now - since < forgottenAfterMs;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
