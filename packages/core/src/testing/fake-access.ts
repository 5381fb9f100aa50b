import type { AuditEvent } from '../contract/audit.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { RequestError } from '../contract/errors.ts';
import { leastScopes, mayUse, needsPerson, tooFewScopes, tooSmallRole } from '../contract/names/scopes.ts';
import { type ApiToken, type ApiTokenInput, apiTokenSchema } from '../contract/tokens.ts';
import { limits } from '../limits.ts';
import { accessMessages } from '../texts/access.ts';
import { factorMessages } from '../texts/factors.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { newPasskeyOptions, usePasskeyOptions } from './fake-factors.ts';
import { find, newerThan, refusedField, remove } from './fake-rows.ts';
import { type FakeState, minutesAgo, nextId } from './fake-state.ts';
import {
  acceptFake,
  changeFakePassword,
  confirmFake,
  fakeInvited,
  fakePerson,
  fakeProofs,
  requireFakeConfirmed,
  signInFake,
  userHandlers,
} from './fake-users.ts';

const dayMinutes = 24 * 60;

export const accessHandlers = (
  state: FakeState,
): Pick<FakeHandlers, 'auth' | 'users' | 'sessions' | 'tokens' | 'audit'> => ({
  ...userHandlers(state),
  auth: {
    login: ({ body }) => signInFake(state, body),
    methods: () => [
      ...(state.users.length === 0 ? [] : [{ kind: 'email' as const, label: accessMessages.method.email }]),
      ...(state.factors.passkeys.length === 0
        ? []
        : [{ kind: 'passkey' as const, label: factorMessages.method.passkey }]),
    ],
    invitationProofs: () => (state.factors.passkeys_off === null ? ['password', 'passkey'] : ['password']),
    invitationPasskey: ({ body: { token, name } }) => newPasskeyOptions(fakeInvited(state, token).email, name),
    invitation: ({ body }) => acceptFake(state, body),
    confirmProofs: ({ token }) => fakeProofs(state, token),
    confirmPasskey: ({ token }) => {
      if (!fakeProofs(state, token).includes('passkey'))
        throw new RequestError('conflict', factorMessages.passkey.none);
      return usePasskeyOptions(1);
    },
    confirm: ({ token, body }) => confirmFake(state, token, body),
    logout: ({ token }) => {
      if (token === state.token) state.isSignedIn = false;
      state.sessions = state.sessions.filter((session) => session.token !== token);
      return null;
    },
    me: ({ token }) => {
      const known = state.apiTokens.find((each) => each.token === token);
      const person = fakePerson(state, token);
      if (person) return person;
      if (!known) throw new RequestError('unauthorized', accessMessages.signInFirst);
      const { id, name, scopes, expires_at } = known;
      return { kind: 'token', id, name, email: null, role: null, scopes, expires_at };
    },
    changePassword: ({ token, body }) => {
      changeFakePassword(state, token, body.current_password, body.new_password);
      return null;
    },
  },
  audit: {
    list: ({ query: { hours, before, limit, actor, action, target } }) => {
      const isInWindow = newerThan(state, hours);
      return state.audit
        .filter(({ id, at }) => isInWindow(at) && (before === undefined || id < before))
        .filter((event) => !actor || event.actor.kind === actor || event.actor.name === actor)
        .filter((event) => !action || event.action === action || event.action.startsWith(`${action}.`))
        .filter(
          (event) => !target || event.target.name === target || `${event.target.kind}:${event.target.id}` === target,
        )
        .slice(0, limit);
    },
  },
  tokens: {
    list: ({ token, query: { before, limit } }) =>
      shownTokens(state, token)
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, limit),
    create: ({ token, body }) => {
      if (body.scopes.includes('admin')) requireFakeConfirmed(state);
      return addApiToken(state, { ...body, created_by: fakePerson(state, token)?.name });
    },
    remove: ({ token, params }) => {
      find(shownTokens(state, token), params.tokenId, 'token');
      remove(state.apiTokens, params.tokenId, 'token');
      return null;
    },
  },
});

/** Admins see all tokens, others their own. */
function shownTokens(state: FakeState, token: string | null): FakeState['apiTokens'] {
  const person = fakePerson(state, token);
  const isOwn = person !== null && !mayUse(person.scopes, 'admin');
  return isOwn ? state.apiTokens.filter(({ created_by }) => created_by === person.name) : state.apiTokens;
}

/** Creates a token; the result includes its secret part. */
export function addApiToken(
  state: FakeState,
  {
    name,
    scopes,
    expires_days = null,
    created_by = 'owner',
  }: Pick<ApiTokenInput, 'name' | 'scopes'> & { expires_days?: number | null; created_by?: string | undefined },
): ApiToken & { token: string } {
  if (state.apiTokens.some((each) => each.name === name)) throw refusedField('name', accessMessages.token.taken(name));
  const id = nextId(state);
  const token = `upv_${String(id).padStart(4, '0')}${'f'.repeat(45)}`;
  const added = {
    id,
    name,
    token,
    scopes: leastScopes(scopes),
    prefix: token.slice(0, limits.apiToken.prefixLength),
    created_at: minutesAgo(0, state.now),
    created_by,
    expires_at: expires_days === null ? null : minutesAgo(-expires_days * dayMinutes, state.now),
    last_used_at: null,
    last_used_ip: null,
  };
  state.apiTokens.unshift(added);
  return { ...apiTokenSchema.parse(added), token };
}

/** Adds the newest audit event: by default, the owner renamed a website. */
export function addAuditEvent(state: FakeState, event: Partial<AuditEvent> = {}): AuditEvent {
  const added: AuditEvent = {
    id: nextId(state),
    at: minutesAgo(5, state.now),
    actor: { kind: 'owner', id: null, name: 'owner' },
    via: 'browser',
    ip: '192.0.2.1',
    action: 'website.update',
    target: { kind: 'website', id: 1, name: 'Shop' },
    changes: [{ field: 'name', before: 'Stop', after: 'Shop' }],
    ...event,
  };
  state.audit.unshift(added);
  return added;
}

/** The token of a request, if it may call the endpoint. */
export function requireFakeAccess(
  { access, signedIn, orOwn, tokenInQuery }: Endpoint,
  request: Request,
  state: FakeState,
) {
  const header = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? null;
  const token = header ?? (tokenInQuery ? new URL(request.url).searchParams.get('token') : null);
  if (access === 'public') return token;
  const person = fakePerson(state, token);
  if (person) {
    const { scopes } = person;
    if (!orOwn && !mayUse(scopes, access)) throw new RequestError('forbidden', tooSmallRole(scopes, access));
    return token;
  }
  const known = state.apiTokens.find((each) => each.token === token);
  if (!known) throw new RequestError('unauthorized', accessMessages.signInFirst);
  if (signedIn) throw new RequestError('forbidden', needsPerson);
  if (!mayUse(known.scopes, access)) throw new RequestError('forbidden', tooFewScopes(known.scopes, access));
  return token;
}
