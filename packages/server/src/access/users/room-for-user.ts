import { limits } from '@upvigil/core/limits';
import type { Database } from '../../storage/database.ts';
import { lockLimits } from '../limit-lock.ts';
import { countUsers } from '../user-store.ts';

/** Whether one more user may be added. Locks the limit until the transaction ends, across all processes. */
export async function hasRoomForUser(trx: Database): Promise<boolean> {
  await lockLimits(trx);
  return (await countUsers(trx)) < limits.user.most;
}
