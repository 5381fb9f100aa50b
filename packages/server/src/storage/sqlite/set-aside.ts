import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../database.ts';

/** A copy is set aside, and a migration may write a table anew before the old one goes. */
const spaceInSizes = 2;

export interface SetAsideOptions {
  db: Database;
  file: string;
  /** The version of the tables as they are. */
  found: number;
  /** The version of the tables that the migration leads to. */
  version: number;
  /** Bytes that this process may still write below a folder; null where that cannot be read. */
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
 * Copies the database beside itself before it is migrated, for who goes back to the older program. A copy that is there
 * is kept when the database is half migrated, by a start that did not come to its end. Else it is of an earlier upgrade,
 * after which somebody went back: what came since would be missing in it.
 * @throws NoSpaceToMigrateError when copy and migration do not fit, before anything is written
 */
export async function setAside({ db, file, found, version, freeBytes }: SetAsideOptions): Promise<void> {
  const copy = `${file}.before-version-${version}`;
  const isMade = versionOf(copy) < found;
  const needed = bytesOf(file) * (isMade ? spaceInSizes - 1 : spaceInSizes);
  const free = await freeBytes(path.dirname(file));
  if (free !== null && free < needed) throw new NoSpaceToMigrateError(needed, free);
  if (isMade) return;
  // Under another name until it is whole: a copy that was broken off must not be taken for one.
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

/** The version of the tables in a copy. Infinity where there is none, or none that can be read. */
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

/** With what was committed to the log and did not yet come into the file. */
const bytesOf = (file: string): number =>
  [file, `${file}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0);
