import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../database.ts';

/** One for the copy, and one because a migration may rewrite a table before it drops the old one. */
const spaceInSizes = 2;

interface SetAsideOptions {
  db: Database;
  file: string;
  /** Current version of the tables. */
  found: number;
  /** Version after the migration. */
  version: number;
  /** Free bytes for this process below a folder; null if unreadable. */
  freeBytes(folder: string): Promise<number | null>;
}

const versionSchema = z.object({ version: z.int() });

/** There is too little space for a migration. Both in bytes. */
export class NoSpaceToMigrateError extends Error {
  override readonly name = 'NoSpaceToMigrateError';
  readonly needed: number;
  readonly free: number;

  constructor(needed: number, free: number) {
    super(`a migration needs ${needed} bytes and there are ${free}`);
    this.needed = needed;
    this.free = free;
  }
}

/**
 * Copies the database before a migration, for a return to the older version. Keeps an existing copy if an interrupted
 * start has left the database half migrated. Otherwise the copy is of an earlier upgrade that was reverted, and lacks
 * newer data, so it is replaced.
 * @throws NoSpaceToMigrateError if copy and migration do not fit, before anything is written
 */
export async function setAside({ db, file, found, version, freeBytes }: SetAsideOptions): Promise<void> {
  const copy = `${file}.before-version-${version}`;
  const isMade = versionOf(copy) < found;
  const needed = bytesOf(file) * (isMade ? spaceInSizes - 1 : spaceInSizes);
  const free = await freeBytes(path.dirname(file));
  if (free !== null && free < needed) throw new NoSpaceToMigrateError(needed, free);
  if (isMade) return;
  // Uses another name until it is complete, so that an interrupted copy is not mistaken for one.
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    await sql`vacuum into ${unfinished}`.execute(db);
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Version of the tables in a copy. Infinity if it is missing or unreadable. */
function versionOf(copy: string): number {
  if (!existsSync(copy)) return Infinity;
  try {
    const opened = new DatabaseSync(copy, { readOnly: true });
    try {
      return versionSchema.parse(opened.prepare('select max(version) as version from schema_version').get()).version;
    } finally {
      opened.close();
    }
  } catch {
    return Infinity;
  }
}

/** Includes the commits in the log that are not in the file yet. */
const bytesOf = (file: string): number =>
  [file, `${file}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0);
