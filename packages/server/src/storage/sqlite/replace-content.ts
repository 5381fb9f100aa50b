import { rm, truncate } from 'node:fs/promises';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import type { Dialect, Kysely, Transaction } from 'kysely';
import { installationTables, type Tables } from '../tables.ts';
import { type SqliteFile, sqliteDialect } from './sqlite-dialect.ts';

/** Tables that a replacement keeps. */
export const keptTables = ['schema_version', 'settings', ...installationTables];
/** Pages to copy (40 MB) before checking again whether the process stops. */
const pagesAtOnce = 10_000;

/** Replaces all data: `before` has the old data, and `after` takes the new. */
export type Replacement<Answer> = (before: Kysely<Tables>, after: Transaction<Tables>) => Promise<Answer>;

interface ReplacedFile {
  /** Nobody else uses the database meanwhile. */
  before: Kysely<Tables>;
  file: string;
  /** Path of the temporary file. */
  scratch: string;
  openBeside(dialect: Dialect): Kysely<Tables>;
}

/**
 * Fills a temporary file and copies it over the database in one transaction, in a thread of the driver. In a normal
 * transaction, SQLite would read everything again at the commit: a second for every four million checks, during which
 * nothing else could run.
 */
export async function replaceContent<Answer>(
  { before, file, scratch, openBeside }: ReplacedFile,
  work: Replacement<Answer>,
): Promise<Answer> {
  const opened = openScratch(scratch);
  const after = openBeside(sqliteDialect(opened));
  try {
    makeTables(opened, file);
    const answer = await after.transaction().execute((transaction) => work(before, transaction));
    await backup(opened, file, { rate: pagesAtOnce });
    return answer;
  } finally {
    await after.destroy();
    await removeScratch(scratch);
  }
}

/**
 * Prepared statements keep the file open, and so its disk space, until garbage collection. Emptying it frees the space.
 */
async function removeScratch(file: string): Promise<void> {
  await truncate(file);
  await rm(file);
}

/**
 * Never syncs: after a crash the file is discarded. A small cache leaves little to write at the end. Overwrites deleted
 * data, because an archive of an older version has passwords in plain text, which are encrypted only afterwards.
 */
function openScratch(file: string): SqliteFile {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec(
    'PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA cache_size=-16000; PRAGMA secure_delete=ON',
  );
  return database;
}

/** Creates the same tables and indexes in the same order, empty except for the kept rows. */
function makeTables(database: SqliteFile, file: string): void {
  database.prepare('attach ? as before').run(file);
  const made = database.prepare(
    "select sql from before.sqlite_master where sql is not null and name not like 'sqlite_%'",
  );
  for (const { sql } of made.all() as { sql: string }[]) database.exec(sql);
  for (const table of keptTables) database.exec(`insert into main.${table} select * from before.${table}`);
  // The inserted rows have started new id counters.
  database.exec(
    'delete from main.sqlite_sequence; insert into main.sqlite_sequence select * from before.sqlite_sequence',
  );
  database.exec('detach before');
}
