import { Kysely } from 'kysely';
import { openSqliteReader, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** Everything as it was at one moment, for reading while others go on writing. */
export interface Snapshot {
  readonly db: Kysely<Tables>;
  close(): Promise<void>;
}

/** A second connection on the file with a read transaction: WAL keeps what it sees, and the writer never waits for it. */
export async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  const reader = openSqliteReader(file);
  reader.exec('begin');
  const db = new Kysely<Tables>({ dialect: sqliteDialect(reader) });
  return fixMoment({
    db,
    close: async () => {
      // Prepared statements keep a closed connection alive until they are collected; its transaction must not last as long.
      reader.exec('rollback');
      await db.destroy();
    },
  });
}

/** For a database with many connections: one of them in a read-only transaction that sees one moment. */
export async function openTransactionSnapshot(
  database: Kysely<Tables>,
  allowPauses: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<Snapshot> {
  const transaction = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const close = async () => {
    await transaction.rollback().execute();
  };
  return fixMoment({ db: transaction, close }, () => allowPauses(transaction));
}

/** Both databases let a transaction see the moment of its first read, not of its beginning. */
async function fixMoment(snapshot: Snapshot, prepare?: () => Promise<void>): Promise<Snapshot> {
  try {
    await prepare?.();
    await snapshot.db.selectFrom('settings').select('key').limit(1).execute();
    return snapshot;
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
