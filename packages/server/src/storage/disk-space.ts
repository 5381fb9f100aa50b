import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { troubleMessages } from '@upvigil/core/messages';
import type { Clock } from '../clock.ts';
import type { Storage } from './database.ts';
import { isDiskFull } from './disk-full.ts';

export interface DiskSpaceOptions {
  storage: Pick<Storage, 'dialect' | 'onStatement'>;
  dataDir: string;
  clock: Clock;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Since when results cannot be stored, milliseconds since the epoch; null while they are. */
  failingSince(): number | null;
}

/** What is known of the disk, times in milliseconds since the epoch. */
export interface DiskSigns {
  /** Bytes that this process may still write; null where the database is on another disk. */
  free: number | null;
  /** When something was last refused for lack of space, and last stored. */
  refusedAt: number | null;
  storedAt: number | null;
  /** Since when results cannot be stored. */
  failingSince: number | null;
}

/** With less, the next write fails. */
const leastBytes = 1024 * 1024;
/** Nothing was written since a refusal that is older: nobody knows. */
const rememberedMilliseconds = 60_000;

export function isFull({ free, refusedAt, storedAt, failingSince }: DiskSigns, now: number): boolean {
  if (free !== null && free < leastBytes) return true;
  if (refusedAt === null) return false;
  // Something small may still find a place where results do not.
  if (failingSince !== null && refusedAt >= failingSince) return true;
  return now - refusedAt < rememberedMilliseconds && (storedAt === null || storedAt < refusedAt);
}

/** Hears what the database refuses for lack of space, and says so once. */
export interface DiskSpace {
  /** 'The disk is full', or null. */
  trouble(): Promise<string | null>;
}

export function createDiskSpace({ storage, dataDir, clock, log, failingSince }: DiskSpaceOptions): DiskSpace {
  const isOurs = storage.dialect === 'sqlite';
  const disk = isOurs ? path.resolve(dataDir) : 'the disk of PostgreSQL';
  let refusedAt: number | null = null;
  let storedAt: number | null = null;
  let isSaid = false;

  storage.onStatement((sql, error) => {
    if (isDiskFull(error)) {
      refusedAt = clock.now();
      if (!isSaid)
        log.error({ disk, err: error }, `${troubleMessages.diskFull}: nothing can be stored in ${disk}; results wait`);
      isSaid = true;
    } else if (refusedAt !== null && error === null && sql === 'commit') {
      storedAt = clock.now();
      if (isSaid) log.warn({ disk }, 'There is space on the disk again');
      isSaid = false;
    }
  });

  return {
    async trouble() {
      const free = isOurs ? await freeBytes(dataDir) : null;
      const signs = { free, refusedAt, storedAt, failingSince: failingSince() };
      return isFull(signs, clock.now()) ? troubleMessages.diskFull : null;
    },
  };
}

/** Some of it may be kept for root. Null where it cannot be known. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bsize, bavail, bfree } = await statfs(folder);
    return bsize * (process.getuid?.() === 0 ? bfree : bavail);
  } catch {
    return null;
  }
}
