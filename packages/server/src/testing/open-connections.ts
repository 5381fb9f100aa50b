import type { Database } from '../storage/database.ts';

/**
 * Has all connections of a test's database opened. Else what is asked at once waits for them, and is asked one after the other by the
 * one that is there.
 */
export async function openConnections(db: Database): Promise<void> {
  const inUse = Array.from({ length: 4 }, () =>
    db.transaction().execute((trx) => trx.selectFrom('users').select('id').limit(1).execute()),
  );
  await Promise.all(inUse);
}
