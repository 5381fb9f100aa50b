import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../base/clock.ts';
import type { Storage } from './database.ts';
import { diskTroubleOf } from './disk-trouble.ts';

interface DiskWatchOptions {
  storage: Pick<Storage, 'dialect' | 'file' | 'onStatement'>;
  dataDir: string;
  clock: Pick<Clock, 'monotonic'>;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Start of the time without stored results, in milliseconds of `clock.monotonic()`; null while they are stored. */
  failingSince(): number | null;
}

/** Times in milliseconds of `clock.monotonic()`. */
export interface DiskSigns {
  /** Free bytes for this process; null on PostgreSQL, whose disk is unknown. */
  free: number | null;
  /** The last statement that failed because of the disk; null if none did. */
  refused: { at: number; trouble: string } | null;
  /** Time of the last successful write after that; null without one. */
  storedAt: number | null;
  /** Start of the time without stored results; null while they are stored. */
  failingSince: number | null;
}

/** With less free space, the next write would fail. */
const leastBytes = 1024 * 1024;
/** Older failures say nothing about the current state of the disk. */
const rememberedMilliseconds = minuteMs;
/** Interval of checks whether the database file still exists, in milliseconds. */
const fileCheckMilliseconds = 5_000;

/** The current problem of the disk, or null. `now`: milliseconds of `clock.monotonic()`. */
export function troubleBy({ free, refused, storedAt, failingSince }: DiskSigns, now: number): string | null {
  if (free !== null && free < leastBytes) return troubleMessages.diskFull;
  if (refused === null) return null;
  // A small write may have succeeded although results do not fit.
  if (failingSince !== null && refused.at >= failingSince) return refused.trouble;
  const isRecent = now - refused.at < rememberedMilliseconds && (storedAt === null || storedAt < refused.at);
  return isRecent ? refused.trouble : null;
}

/** Detects a full or read-only disk and a locked or deleted database file. Logs each problem once. */
export function createDiskWatch({ storage, dataDir, clock, log, failingSince }: DiskWatchOptions) {
  const isOurs = storage.dialect === 'sqlite';
  const disk = isOurs ? path.resolve(dataDir) : 'the disk of PostgreSQL';
  const isGone = watchFile(storage.file, clock, () =>
    log.error({ file: storage.file }, `${troubleMessages.databaseGone}; stop, bring the file back and start again`),
  );
  let refused: DiskSigns['refused'] = null;
  let storedAt: number | null = null;
  let isLogged = false;

  storage.onStatement((sql, error) => {
    const trouble = diskTroubleOf(error);
    if (trouble !== null) {
      refused = { at: clock.monotonic(), trouble };
      if (!isLogged) log.error({ disk, err: error }, `${trouble}: nothing can be stored in ${disk}; results wait`);
      isLogged = true;
    } else if (error === null && sql === 'commit') {
      isGone('sometimes');
      if (refused === null) return;
      storedAt = clock.monotonic();
      if (isLogged) log.warn({ disk }, 'Results can be stored again');
      isLogged = false;
    }
  });

  return {
    /** The reason why nothing can be stored, or null. */
    async trouble(): Promise<string | null> {
      if (isGone('now')) return troubleMessages.databaseGone;
      const free = isOurs ? await freeBytes(dataDir) : null;
      return troubleBy({ free, refused, storedAt, failingSince: failingSince() }, clock.monotonic());
    },
  };
}

/**
 * Checks whether an open file is still the one at its path. A deleted file accepts writes and loses them. Returns a
 * function that reports it; `sometimes` limits how often it looks.
 */
function watchFile(
  file: string | null,
  clock: DiskWatchOptions['clock'],
  onGone: () => void,
): (how: 'now' | 'sometimes') => boolean {
  const opened = file === null ? null : inodeOf(file);
  let isGone = false;
  let lookedAt = clock.monotonic();
  return (how) => {
    const now = clock.monotonic();
    if (file === null || (how === 'sometimes' && now - lookedAt < fileCheckMilliseconds)) return isGone;
    lookedAt = now;
    const wasGone = isGone;
    const found = inodeOf(file);
    isGone = found !== null && found !== opened;
    if (isGone && !wasGone) onGone();
    return isGone;
  };
}

/** Inode of a file: 0 if there is none, null if unknown. */
function inodeOf(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
  } catch {
    return null;
  }
}

/** Free bytes for this user; the file system may reserve some for root. Null if unreadable. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bsize, bavail, bfree } = await statfs(folder);
    return bsize * (process.getuid?.() === 0 ? bfree : bavail);
  } catch {
    return null;
  }
}
