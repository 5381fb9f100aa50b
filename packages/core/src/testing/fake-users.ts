import type { CallerInfo, InvitationInput, Proof } from '../contract/auth.ts';
import { RequestError } from '../contract/errors.ts';
import { roleScopes } from '../contract/names/roles.ts';
import { mayUse } from '../contract/names/scopes.ts';
import { type SessionInfo, sessionSchema } from '../contract/sessions.ts';
import { type InvitedUser, type User, userSchema } from '../contract/users.ts';
import { accessMessages } from '../texts/access.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { askSecondFactor } from './fake-factors.ts';
import { find, given, refusedField, remove } from './fake-rows.ts';
import { type FakeSession, type FakeState, type FakeUser, minutesAgo, nextId } from './fake-state.ts';

const owner: CallerInfo = {
  kind: 'owner',
  id: null,
  name: 'owner',
  email: null,
  role: 'admin',
  scopes: ['admin'],
  expires_at: null,
};

const userWith = ({ users, sessions }: FakeState, token: string | null): FakeUser | undefined => {
  const session = sessions.find((each) => each.token === token);
  return users.find(({ id, status }) => id === session?.user_id && status === 'active');
};

/** Owner of a session token; null if the token is invalid. */
export function fakePerson(state: FakeState, token: string | null): CallerInfo | null {
  if (token === state.token) return state.isSignedIn ? owner : null;
  const user = userWith(state, token);
  if (!user) return null;
  const { id, email, name, role } = user;
  return { kind: 'user', id, name: name || email, email, role, scopes: [...roleScopes[role]], expires_at: null };
}

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
      if (body.status === 'active' && user.password === null && user.passkeys === 0 && !user.sso)
        throw refusedField('status', accessMessages.user.notAccepted);
      return userSchema.parse(Object.assign(user, given(body)));
    },
    reset: ({ params }) => {
      requireFakeConfirmed(state);
      const user = find(state.users, params.userId, 'user');
      endSessionsOf(state, user.id);
      return invite(Object.assign(user, { status: 'invited' as const, password: null, passkeys: 0 }));
    },
    remove: ({ params }) => {
      requireFakeConfirmed(state);
      endSessionsOf(state, remove(state.users, params.userId, 'user').id);
      return null;
    },
  },
  sessions: {
    list: ({ token, query: { before, limit } }) =>
      ownSessions(state, token)
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, limit),
    remove: ({ token, params: { sessionId } }) => {
      if (!ownSessions(state, token).some(({ id }) => id === sessionId))
        throw new RequestError('notFound', accessMessages.noSession(sessionId));
      if (remove(state.sessions, sessionId, 'session').token === state.token) state.isSignedIn = false;
      return null;
    },
  },
});

/** Adds a user, by default active with the password 'correct horse'. */
export function addUser(state: FakeState, user: Partial<FakeUser> = {}): FakeUser {
  const id = nextId(state);
  const status = user.status ?? 'active';
  const added: FakeUser = {
    id,
    email: `user-${id}@example.org`,
    name: `User ${id}`,
    role: 'viewer',
    status,
    created_at: minutesAgo(60, state.now),
    last_seen_at: null,
    has_totp: false,
    passkeys: 0,
    sso: false,
    password: status === 'invited' ? null : 'correct horse',
    invitation: null,
    ...user,
  };
  state.users.unshift(added);
  return added;
}

export function addSession(state: FakeState, session: Partial<FakeSession> = {}): FakeSession {
  const at = minutesAgo(0, state.now);
  const id = 1 + Math.max(0, ...state.sessions.map((each) => each.id));
  const added: FakeSession = {
    id,
    token: `fake-token-${id}`,
    user_id: null,
    user_name: 'owner',
    created_at: at,
    last_used_at: at,
    confirmed_at: at,
    ip: '127.0.0.1',
    client: 'browser',
    is_current: false,
    ...session,
  };
  state.sessions.unshift(added);
  return added;
}

/** Signs in, by email if given; returns the answer. @throws RequestError */
export function signInFake(state: FakeState, { email, password }: { email?: string | undefined; password: string }) {
  const user = email === undefined ? null : state.users.find((each) => each.email === email);
  if (user === null && password !== state.password)
    throw new RequestError('unauthorized', accessMessages.wrongPassword);
  if (user === undefined || (user !== null && (user.status !== 'active' || user.password !== password)))
    throw new RequestError('unauthorized', accessMessages.wrongSignIn);
  if (user === null) askSecondFactor(state);
  return enterFake(state, user);
}

/** Accepts an invitation by a password or a passkey. */
export function acceptFake(state: FakeState, { token, name, password }: InvitationInput) {
  const user = fakeInvited(state, token);
  const passkeys = password === undefined ? 1 : 0;
  Object.assign(user, { name, passkeys, password: password ?? null, status: 'active', invitation: null });
  return enterFake(state, user);
}

/** User of an invitation. @throws RequestError `unauthorized` if it has expired */
export function fakeInvited({ users }: FakeState, token: string): FakeUser {
  const user = users.find(({ invitation }) => invitation === token);
  if (!user) throw new RequestError('unauthorized', accessMessages.badInvitation);
  return user;
}

/** Methods of re-authentication. The fake's passkeys are the owner's; of other users only the count is known. */
export function fakeProofs(state: FakeState, token: string | null): Proof[] {
  const user = userWith(state, token);
  const { passkeys, passkeys_off } = state.factors;
  const count = passkeys_off === null ? (user ? user.passkeys : passkeys.length) : 0;
  const hasPassword = user === undefined || user.password !== null;
  return [...(hasPassword ? ['password' as const] : []), ...(count > 0 ? ['passkey' as const] : [])];
}

/** Re-authenticates by the password or any passkey. */
export function confirmFake(state: FakeState, token: string | null, { password }: { password?: string | undefined }) {
  const user = userWith(state, token);
  if (password !== undefined && password !== (user ? user.password : state.password))
    throw refusedField('password', accessMessages.wrongCurrentPassword);
  state.mustConfirm = false;
  return { access_token: token ?? state.token, token_type: 'bearer' as const };
}

/** Changes the password of the token's owner and ends their sessions. */
export function changeFakePassword(state: FakeState, token: string | null, current: string, next: string): void {
  const user = userWith(state, token);
  if (current !== (user ? user.password : state.password))
    throw refusedField('current_password', accessMessages.wrongCurrentPassword);
  if (user) {
    user.password = next;
    endSessionsOf(state, user.id);
  } else Object.assign(state, { password: next, isSignedIn: false, sessions: [] });
}

/** @throws RequestError `forbidden` if re-authentication is required */
export function requireFakeConfirmed({ mustConfirm }: FakeState): void {
  if (mustConfirm) throw new RequestError('forbidden', accessMessages.confirmFirst, { facts: { confirm: true } });
}

function enterFake(state: FakeState, user: FakeUser | null) {
  if (user === null) state.isSignedIn = true;
  const { token } = addSession(
    state,
    user === null ? { token: state.token } : { user_id: user.id, user_name: user.name || user.email },
  );
  return { access_token: token, token_type: 'bearer' as const };
}

function invite(user: FakeUser): InvitedUser {
  user.invitation = `fake-invitation-${user.id}`;
  return { ...userSchema.parse(user), mailed: false, link: `/invite#${user.invitation}`, mail_error: null };
}

function ownSessions(state: FakeState, token: string | null): SessionInfo[] {
  const person = fakePerson(state, token);
  const isAdmin = mayUse(person?.scopes ?? [], 'admin');
  return state.sessions
    .filter(({ user_id }) => isAdmin || user_id === person?.id)
    .map((session) => sessionSchema.parse({ ...session, is_current: session.token === token }));
}

function endSessionsOf(state: FakeState, userId: User['id']): void {
  state.sessions = state.sessions.filter(({ user_id }) => user_id !== userId);
}
