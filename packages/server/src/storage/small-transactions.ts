import { setImmediate } from 'node:timers/promises';
import type { Database, DatabaseTransaction, InTransaction } from './database.ts';
import { inSmallSteps } from './small-steps.ts';

/**
 * `inSmallSteps` with a transaction for each step. `first` runs the first one: the transaction of a request, which also
 * stores its audit event.
 */
export async function inSmallTransactions(
  db: Database,
  first: InTransaction,
  step: (trx: DatabaseTransaction) => Promise<{ isDone: boolean }>,
): Promise<void> {
  if ((await first(step)).isDone) return;
  await setImmediate();
  await inSmallSteps(() => db.transaction().execute(step));
}
