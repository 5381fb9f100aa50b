import { roleScopes } from '../access/roles.ts';
import { mayUse } from '../access/scopes.ts';
import type { CallerInfo } from '../contract/auth.ts';
import type { SessionInfo } from '../contract/sessions.ts';
import { type InvitedUser, type User, userSchema } from '../contract/users.ts';
import { RequestError } from '../errors.ts';
import { accessMessages } from '../page-messages/access.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { askSecondFactor } from './fake-factors.ts';
import { find, given, refusedField, remove } from './fake-rows.ts';
import { type FakeState, type FakeUser, minutesAgo, nextId } from './fake-state.ts';

const owner: CallerInfo = {
  ...{ kind: 'owner', id: null, name: 'owner', email: null, role: 'admin', scopes: ['admin'], expires_at: null },
};

/** Whoever signed in last. */
export function fakePerson({ users, signedInUser }: FakeState): CallerInfo {
  const user = users.find(({ id }) => id === signedInUser);
  if (!user) return owner;
  const { id, email, name, role } = user;
  return { kind: 'user', id, name: name || email, email, role, scopes: [...roleScopes[role]], expires_at: null };
}

/** Users and sessions of the fake. */
export const userHandlers = (state: FakeState): Pick<FakeHandlers, 'users' | 'sessions'> => ({
  users: {
    list: ({ query: { before, limit } }) =>
      state.users.filter(({ id }) => before === undefined || id < before).slice(0, limit),
    create: ({ body: { email, role } }) => {
      requireFakeConfirmed(state);
      if (state.users.some((user) => user.email === email))
        throw refusedField('email', accessMessages.user.taken(email));
      return invite(addUser(state, { email, role, name: '', status: 'invited' }));
    },
    update: ({ params, body }) => {
      requireFakeConfirmed(state);
      const user = find(state.users, params.userId, 'user');
      if (body.status === 'active' && user.password === null)
        throw refusedField('status', accessMessages.user.notAccepted);
      return userSchema.parse(Object.assign(user, given(body)));
    },
    reset: ({ params }) => {
      requireFakeConfirmed(state);
      const user = find(state.users, params.userId, 'user');
      endSessionsOf(state, user.id);
      return invite(Object.assign(user, { status: 'invited' as const, password: null }));
    },
    remove: ({ params }) => {
      requireFakeConfirmed(state);
      endSessionsOf(state, remove(state.users, params.userId, 'user').id);
      return null;
    },
  },
  sessions: {
    list: ({ query: { before, limit } }) =>
      ownSessions(state)
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, limit),
    remove: ({ params: { sessionId } }) => {
      if (!ownSessions(state).some(({ id }) => id === sessionId))
        throw new RequestError('notFound', accessMessages.noSession(sessionId));
      const { is_current } = remove(state.sessions, sessionId, 'session');
      if (is_current) state.isSignedIn = false;
      return null;
    },
  },
});

/** Adds a user, who is active with the password 'correct horse' unless something else is said. */
export function addUser(state: FakeState, user: Partial<FakeUser> = {}): FakeUser {
  const id = nextId(state);
  const status = user.status ?? 'active';
  const added: FakeUser = {
    ...{ id, email: `user-${id}@example.org`, name: `User ${id}`, role: 'viewer', status },
    ...{ created_at: minutesAgo(60, state.now), last_seen_at: null, has_totp: false, passkeys: 0, sso: false },
    ...{ password: status === 'invited' ? null : 'correct horse', invitation: null },
    ...user,
  };
  state.users.unshift(added);
  return added;
}

/** Adds a session, which is not the one that requests come with. */
export function addSession(state: FakeState, session: Partial<SessionInfo> = {}): SessionInfo {
  const at = minutesAgo(0, state.now);
  const added: SessionInfo = {
    ...{ id: nextId(state), user_id: null, user_name: 'owner', created_at: at, last_used_at: at, confirmed_at: at },
    ...{ ip: '127.0.0.1', client: 'browser', is_current: false },
    ...session,
  };
  state.sessions.unshift(added);
  return added;
}

/** Signs in, by email if there is one. Resolves with what the answer is. @throws RequestError */
export function signInFake(state: FakeState, { email, password }: { email?: string | undefined; password: string }) {
  const user = email === undefined ? null : state.users.find((each) => each.email === email);
  if (user === null && password !== state.password)
    throw new RequestError('unauthorized', accessMessages.wrongPassword);
  if (user === undefined || (user !== null && (user.status !== 'active' || user.password !== password)))
    throw new RequestError('unauthorized', accessMessages.wrongSignIn);
  askSecondFactor(state);
  return enterFake(state, user);
}

/** Accepts an invitation. */
export function acceptFake(state: FakeState, { token, name, password }: Record<'token' | 'name' | 'password', string>) {
  const user = state.users.find(({ invitation }) => invitation === token);
  if (!user) throw new RequestError('unauthorized', accessMessages.badInvitation);
  Object.assign(user, { name, password, status: 'active', invitation: null });
  return enterFake(state, user);
}

/** Takes the password once more. */
export function confirmFake(state: FakeState, password: string) {
  const user = state.users.find(({ id }) => id === state.signedInUser);
  if (password !== (user ? user.password : state.password))
    throw refusedField('password', accessMessages.wrongCurrentPassword);
  state.mustConfirm = false;
  return { access_token: state.token, token_type: 'bearer' as const };
}

/** @throws RequestError `forbidden` where the fake wants the password once more */
export function requireFakeConfirmed({ mustConfirm }: FakeState): void {
  if (mustConfirm) throw new RequestError('forbidden', accessMessages.confirmFirst, { facts: { confirm: true } });
}

function enterFake(state: FakeState, user: FakeUser | null) {
  Object.assign(state, { isSignedIn: true, signedInUser: user?.id ?? null });
  for (const session of state.sessions) session.is_current = false;
  addSession(state, {
    ...{ user_id: user?.id ?? null, user_name: user ? user.name || user.email : 'owner', is_current: true },
  });
  return { access_token: state.token, token_type: 'bearer' as const };
}

function invite(user: FakeUser): InvitedUser {
  user.invitation = `fake-invitation-${user.id}`;
  return { ...userSchema.parse(user), mailed: false, link: `/invite#${user.invitation}`, mail_error: null };
}

const ownSessions = (state: FakeState): SessionInfo[] =>
  mayUse(fakePerson(state).scopes, 'admin')
    ? state.sessions
    : state.sessions.filter(({ user_id }) => user_id === state.signedInUser);

function endSessionsOf(state: FakeState, userId: User['id']): void {
  state.sessions = state.sessions.filter(({ user_id }) => user_id !== userId);
  if (state.signedInUser === userId) state.isSignedIn = false;
}
