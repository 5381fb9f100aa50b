import { rm, truncate } from 'node:fs/promises';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import type { Dialect, Kysely, Transaction } from 'kysely';
import { installationTables, type Tables } from '../tables.ts';
import { type SqliteFile, sqliteDialect } from './sqlite-dialect.ts';

/** State that a replacement keeps: rows that stay, and the highest ids that were ever given. */
export const keptTables = ['schema_version', 'settings', ...installationTables];
/** Pages that are copied between two looks at whether the process ends: 40 MB. */
const pagesAtOnce = 10_000;

/** What all data is replaced by: `before` still has the old data, and all is written to `after`. */
export type Replacement<Answer> = (before: Kysely<Tables>, after: Transaction<Tables>) => Promise<Answer>;

export interface ReplacedFile {
  /** The database, which nobody else uses meanwhile. */
  before: Kysely<Tables>;
  /** Its path. */
  file: string;
  /** Path of the new file, until it was copied. */
  scratch: string;
  openBeside(dialect: Dialect): Kysely<Tables>;
}

/**
 * Has a file of its own filled, and copies it over the database in one transaction, in a thread of the driver. In a
 * transaction of its own, SQLite would read all that was written once more at the commit, a second for every four million
 * checks, in which nothing else could go on.
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

/** Prepared statements keep the file open until they are garbage collected, and without this its space taken. */
async function removeScratch(file: string): Promise<void> {
  await truncate(file);
  await rm(file);
}

/**
 * Nothing waits for the disk: after a crash the file is thrown away. A small cache leaves little to write at the end. What is deleted
 * or replaced is overwritten, because an archive of an older version brings passwords that are sealed only then.
 */
function openScratch(file: string): SqliteFile {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec(
    'PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA cache_size=-16000; PRAGMA secure_delete=ON',
  );
  return database;
}

/** The same tables and indexes in the same order, empty but for what is kept. */
function makeTables(database: SqliteFile, file: string): void {
  database.prepare('attach ? as before').run(file);
  const made = database.prepare(
    "select sql from before.sqlite_master where sql is not null and name not like 'sqlite_%'",
  );
  for (const { sql } of made.all() as { sql: string }[]) database.exec(sql);
  for (const table of keptTables) database.exec(`insert into main.${table} select * from before.${table}`);
  // The written rows began to count ids of their own.
  database.exec(
    'delete from main.sqlite_sequence; insert into main.sqlite_sequence select * from before.sqlite_sequence',
  );
  database.exec('detach before');
}
