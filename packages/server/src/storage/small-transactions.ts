import { setImmediate } from 'node:timers/promises';
import type { Database, DatabaseTransaction, InTransaction } from './database.ts';
import { inSmallSteps } from './small-steps.ts';

/** Steps as `inSmallSteps` does, each in a transaction. `first` runs the first: the change of a request, whose event is stored with it. */
export async function inSmallTransactions(
  db: Database,
  first: InTransaction,
  step: (trx: DatabaseTransaction) => Promise<{ isDone: boolean }>,
): Promise<void> {
  if ((await first(step)).isDone) return;
  await setImmediate();
  await inSmallSteps(() => db.transaction().execute(step));
}
