import { Kysely } from 'kysely';
import { openSqliteReader, sqliteDialect } from './sqlite/sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** A consistent read-only view of the database that does not block writes. */
export interface Snapshot {
  readonly db: Kysely<Tables>;
  close(): Promise<void>;
}

/** A second connection with a read transaction: WAL preserves its state, and the writer never waits for it. */
export async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  const reader = openSqliteReader(file);
  reader.exec('begin');
  const db = new Kysely<Tables>({ dialect: sqliteDialect(reader) });
  return fixMoment({
    db,
    close: async () => {
      // Prepared statements keep a closed connection open until garbage collection, but the transaction must end now.
      reader.exec('rollback');
      await db.destroy();
    },
  });
}

/** A read-only transaction on a pooled connection, with a consistent view. */
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

/** In both databases a transaction sees the state of its first read, not of its beginning, so this reads something. */
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
