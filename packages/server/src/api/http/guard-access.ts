import type { Endpoint } from '@upvigil/core/contract/endpoint';
import { RequestError } from '@upvigil/core/contract/errors';
import { type Access, mayUse, needsPerson, tooFewScopes, tooSmallRole } from '@upvigil/core/contract/names/scopes';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { factorMessages } from '@upvigil/core/texts/factors';
import { minuteMs } from '@upvigil/core/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import type { Callers } from '../../access/callers.ts';
import { isOtherPerson } from '../../access/sign-on/auth-proxy.ts';
import type { AuthProxyConfig } from '../../base/config/sign-on-variables.ts';
import { trustConnection } from './connections/limit-connections.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Refuses requests to non-public endpoints without a valid token of sufficient scope, before the body is read. */
export function guardAccess(
  api: FastifyInstance,
  callers: Pick<Callers, 'admit'>,
  authProxy: AuthProxyConfig | null = null,
): void {
  api.decorateRequest('caller', null);
  api.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || endpoint.access === 'public') return;
    reply.header('cache-control', 'no-store');
    const token = bearerToken(request) ?? (endpoint.tokenInQuery ? queryToken(request) : null);
    request.caller = token === null ? null : await callers.admit(token, request.ip);
    if (request.caller === null) {
      reply.header('www-authenticate', 'Bearer');
      throw new RequestError('unauthorized', accessMessages.signInFirst);
    }
    trustConnection(request.raw.socket);
    requireSamePerson(request, request.caller, authProxy);
    requireFactor(request.caller, endpoint);
    if (endpoint.signedIn && request.caller.kind === 'token') throw new RequestError('forbidden', needsPerson);
    requireAccess(request.caller, endpoint);
  });
}

/** @throws RequestError `unauthorized` when the proxy names another user than the session's */
function requireSamePerson({ raw }: FastifyRequest, { proxyName }: Caller, authProxy: AuthProxyConfig | null): void {
  if (proxyName !== null && authProxy !== null && isOtherPerson(authProxy, raw, proxyName))
    throw new RequestError('unauthorized', factorMessages.signOn.otherName);
}

/** @throws RequestError `forbidden` when the caller must set up a second factor first */
function requireFactor({ mustSetUpFactor }: Caller, { beforeFactor }: Endpoint): void {
  if (mustSetUpFactor && !beforeFactor)
    throw new RequestError('forbidden', factorMessages.setUpFirst, { facts: { set_up_second_factor: true } });
}

/** @throws RequestError `forbidden` when the caller's scopes do not allow the endpoint */
function requireAccess(caller: Caller, { orOwn, access }: Endpoint): void {
  const isOwn = orOwn === true && caller.kind !== 'token';
  if (!isOwn) requireScope(caller, access);
}

/** @throws RequestError `forbidden` when the caller lacks the scope */
export function requireScope({ kind, scopes }: Pick<Caller, 'kind' | 'scopes'>, access: Access): void {
  if (mayUse(scopes, access)) return;
  throw new RequestError('forbidden', (kind === 'token' ? tooFewScopes : tooSmallRole)(scopes, access));
}

/**
 * For actions that a person at an unattended browser must not do. `now` in milliseconds since the epoch.
 * @throws RequestError `forbidden` with `confirm` when the last authentication is too old
 */
export function requireConfirmed({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: number): void {
  if (confirmedAt !== null && now - confirmedAt < limits.user.confirmedMinutes * minuteMs) return;
  throw new RequestError('forbidden', accessMessages.confirmFirst, { facts: { confirm: true } });
}

/** @throws Error on a public endpoint, which is a bug */
export function callerOf({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (caller === null) throw new Error('A public endpoint has no caller');
  return caller;
}

/** The token of the Authorization header, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

function queryToken({ query }: FastifyRequest): string | null {
  const { token } = query as Record<string, unknown>;
  return typeof token === 'string' && token !== '' ? token : null;
}
