import type { Database } from '../storage/database.ts';

/**
 * Opens all connections of a test's database. Otherwise concurrent statements would wait and run one after the other
 * on the first connection.
 */
export async function openConnections(db: Database): Promise<void> {
  const inUse = Array.from({ length: 4 }, () =>
    db.transaction().execute((trx) => trx.selectFrom('users').select('id').limit(1).execute()),
  );
  await Promise.all(inUse);
}
