import { RequestError } from '@upvigil/core/errors';
import { factorMessages } from '@upvigil/core/page-messages/factors';
import { noteSignedIn } from './audit/signed-in.ts';
import type { StartSession } from './factors/second-factors.ts';
import type { Sessions } from './sessions.ts';

/**
 * How every way in ends: with a session of whoever it let in, who stands in the audit. Here a user who was disabled meanwhile is
 * refused, whatever they had at hand.
 */
export const createStartSession =
  (sessions: Pick<Sessions, 'start'>): StartSession =>
  async (transaction, userId, more) => {
    if (userId !== null) {
      const user = await transaction
        .selectFrom('users')
        .select(['id', 'email'])
        .where('id', '=', userId)
        .where('status', '=', 'active')
        .executeTakeFirst();
      if (!user) throw new RequestError('unauthorized', factorMessages.signOn.unknown);
      noteSignedIn({ kind: 'user', id: user.id, name: user.email });
    }
    return sessions.start(transaction, { userId, ...more });
  };
