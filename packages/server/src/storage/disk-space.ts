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

/** What is known of the disk. Times in milliseconds since the epoch. */
export interface DiskSigns {
  /** Bytes that this process may still write; null where the database is on another disk. */
  free: number | null;
  /** When a statement was last refused for lack of space; null for never. */
  refusedAt: number | null;
  /** When something was last stored after that; null for never. */
  storedAt: number | null;
  /** Since when results cannot be stored; null while they are. */
  failingSince: number | null;
}

/** With less free space, the next write fails. */
const leastBytes = 1024 * 1024;
/** A refusal that is older than this says nothing of the disk as it is now. */
const rememberedMilliseconds = 60_000;

/** Whether the disk is full, as far as the signs tell. `now`: milliseconds since the epoch. */
export function isFull({ free, refusedAt, storedAt, failingSince }: DiskSigns, now: number): boolean {
  if (free !== null && free < leastBytes) return true;
  if (refusedAt === null) return false;
  // Something small may still have been stored where results do not fit.
  if (failingSince !== null && refusedAt >= failingSince) return true;
  return now - refusedAt < rememberedMilliseconds && (storedAt === null || storedAt < refusedAt);
}

/** Notices when the database refuses something for lack of space, and logs it once. */
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

/** Free bytes for this user: some may be kept for root. Null where they cannot be read. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bsize, bavail, bfree } = await statfs(folder);
    return bsize * (process.getuid?.() === 0 ? bfree : bavail);
  } catch {
    return null;
  }
}
