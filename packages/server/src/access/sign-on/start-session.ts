import { RequestError } from '@upvigil/core/contract/errors';
import { factorMessages } from '@upvigil/core/texts/factors';
import { newcomer, ownerOf, userOf } from '../caller.ts';
import type { StartSession } from '../factors/second-factors.ts';
import type { Sessions } from '../sessions.ts';
import { findActiveUser } from '../user-store.ts';

/**
 * The last step of every sign-in method: starts the session and names the person in the audit log. Refuses a user who
 * was disabled in the meantime.
 */
export const createStartSession =
  (sessions: Pick<Sessions, 'start'>): StartSession =>
  async (transaction, userId, arrival) => {
    const user = userId === null ? null : await findActiveUser(transaction, userId);
    if (userId !== null && user === null) throw new RequestError('unauthorized', factorMessages.signOn.unknown);
    const actor = user === null ? ownerOf(newcomer) : userOf(user, newcomer);
    return { token: await sessions.start(transaction, { userId, ...arrival }), actor };
  };
