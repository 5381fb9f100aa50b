import type { InvitedUser, User } from '@upvigil/core/contract/users';
import type { FastifyInstance } from 'fastify';
import { findUserFactors, type UserFactors } from '../../access/factors/user-factors.ts';
import { listUsers, type StoredUser } from '../../access/user-store.ts';
import type { Invited, Users } from '../../access/users/users.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';
import { callerOf, requireConfirmed } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { type InvitationMail, mailInvitation } from './mail-invitation.ts';

export interface UserRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  users: Users;
  mail: InvitationMail;
}

export function userRoutes(api: FastifyInstance, { db, clock, users, mail }: UserRouteDeps): void {
  const invited = async ({ user, token }: Invited): Promise<InvitedUser> => {
    const link = `/invite#${token}`;
    const { isSent, error } = await mailInvitation(mail, { email: user.email, role: user.role, path: link });
    return { ...(await wired(user)), mailed: isSent, link: isSent ? null : link, mail_error: error };
  };
  const wired = async (user: StoredUser): Promise<User> => wireUser(user, await findUserFactors(db));
  serveEndpoints(api, 'users', {
    async list({ query }) {
      const factorsOf = await findUserFactors(db);
      return (await listUsers(db, query)).map((user) => wireUser(user, factorsOf));
    },
    async create({ raw, body: { email, role }, change }) {
      requireConfirmed(callerOf(raw), clock.now());
      const made = await change(
        (trx) => users.invite(trx, email, role),
        ({ user }) => ({ id: user.id }),
      );
      return invited(made);
    },
    async update({ raw, params: { userId }, body, change }) {
      requireConfirmed(callerOf(raw), clock.now());
      return wired(await users.change(userId, body, change));
    },
    async reset({ raw, params: { userId }, change }) {
      requireConfirmed(callerOf(raw), clock.now());
      return invited(await users.reset(userId, change));
    },
    async remove({ raw, params: { userId }, change }) {
      requireConfirmed(callerOf(raw), clock.now());
      await users.remove(userId, change);
      return null;
    },
  });
}

const wireUser = (user: StoredUser, factorsOf: (userId: number) => UserFactors): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  status: user.status,
  created_at: timeOf(user.created_at),
  last_seen_at: timeOrNull(user.last_seen_at),
  ...factorsOf(user.id),
});
