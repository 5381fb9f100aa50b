import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { troubleMessages } from '@upvigil/core/texts/messages';
import type { Clock } from '../base/clock.ts';
import type { Storage } from './database.ts';
import { diskTroubleOf } from './disk-trouble.ts';

export interface DiskWatchOptions {
  storage: Pick<Storage, 'dialect' | 'file' | 'onStatement'>;
  dataDir: string;
  clock: Pick<Clock, 'monotonic'>;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Since when results cannot be stored, milliseconds of `clock.monotonic()`; null while they are. */
  failingSince(): number | null;
}

/** The state of the disk. Times in milliseconds of `clock.monotonic()`. */
export interface DiskSigns {
  /** Bytes that this process may still write; null where the database is on another disk. */
  free: number | null;
  /** When a statement was last refused because of the disk, and in what words; null for never. */
  refused: { at: number; trouble: string } | null;
  /** When something was last stored after that; null for never. */
  storedAt: number | null;
  /** Since when results cannot be stored; null while they are. */
  failingSince: number | null;
}

/** With less free space, the next write fails. */
const leastBytes = 1024 * 1024;
/** A refusal that is older than this says nothing of the disk as it is now. */
const rememberedMilliseconds = 60_000;
/** How often somebody looks whether the database file is still there, in milliseconds. */
const lookMilliseconds = 5_000;

/** The problem of the disk by the known signs, or null. `now`: milliseconds of `clock.monotonic()`. */
export function troubleBy({ free, refused, storedAt, failingSince }: DiskSigns, now: number): string | null {
  if (free !== null && free < leastBytes) return troubleMessages.diskFull;
  if (refused === null) return null;
  // Something small may still have been stored where results do not fit.
  if (failingSince !== null && refused.at >= failingSince) return refused.trouble;
  const isRecent = now - refused.at < rememberedMilliseconds && (storedAt === null || storedAt < refused.at);
  return isRecent ? refused.trouble : null;
}

/** Notices when the disk is full or read-only, or the database file is locked or gone, and logs each once. */
export interface DiskWatch {
  /** Why nothing can be stored, or null. */
  trouble(): Promise<string | null>;
}

export function createDiskWatch({ storage, dataDir, clock, log, failingSince }: DiskWatchOptions): DiskWatch {
  const isOurs = storage.dialect === 'sqlite';
  const disk = isOurs ? path.resolve(dataDir) : 'the disk of PostgreSQL';
  const isGone = watchFile(storage.file, clock, () =>
    log.error({ file: storage.file }, `${troubleMessages.databaseGone}; stop, bring the file back and start again`),
  );
  let refused: DiskSigns['refused'] = null;
  let storedAt: number | null = null;
  let isSaid = false;

  storage.onStatement((sql, error) => {
    const trouble = diskTroubleOf(error);
    if (trouble !== null) {
      refused = { at: clock.monotonic(), trouble };
      if (!isSaid) log.error({ disk, err: error }, `${trouble}: nothing can be stored in ${disk}; results wait`);
      isSaid = true;
    } else if (error === null && sql === 'commit') {
      isGone('sometimes');
      if (refused === null) return;
      storedAt = clock.monotonic();
      if (isSaid) log.warn({ disk }, 'Results can be stored again');
      isSaid = false;
    }
  });

  return {
    async trouble() {
      if (isGone('now')) return troubleMessages.databaseGone;
      const free = isOurs ? await freeBytes(dataDir) : null;
      return troubleBy({ free, refused, storedAt, failingSince: failingSince() }, clock.monotonic());
    },
  };
}

/**
 * Looks whether a file that is open is still the one at its path: a file that was deleted takes all that is written, and
 * keeps nothing. Returns a function that says so; `sometimes` looks no more often than is cheap.
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
    if (file === null || (how === 'sometimes' && now - lookedAt < lookMilliseconds)) return isGone;
    lookedAt = now;
    const wasGone = isGone;
    const found = inodeOf(file);
    isGone = found !== null && found !== opened;
    if (isGone && !wasGone) onGone();
    return isGone;
  };
}

/** The number of a file in its file system: 0 where there is none, null where it is unknown. */
function inodeOf(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
  } catch {
    return null;
  }
}

/** Free bytes for this user: some may be kept for root. Null where they cannot be read. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bsize, bavail, bfree } = await statfs(folder);
    return bsize * (process.getuid?.() === 0 ? bfree : bavail);
  } catch {
    return null;
  }
}
