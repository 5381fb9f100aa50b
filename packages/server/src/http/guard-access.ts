import { type Access, mayUse, needsPerson, tooFewScopes, tooSmallRole } from '@upvigil/core/access/scopes';
import type { Endpoint } from '@upvigil/core/contract/endpoint';
import { RequestError } from '@upvigil/core/errors';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Callers } from '../access/callers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on public endpoints. */
    caller: Caller | null;
  }
}

/** Refuses requests without a valid token, or with one that may not do this, unless their endpoint is public, before their body is read. */
export function guardAccess(api: FastifyInstance, callers: Pick<Callers, 'admit'>): void {
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
    refuseUnlessAllowed(request.caller, endpoint);
  });
}

/** @throws RequestError `forbidden` when this is not for the caller */
function refuseUnlessAllowed(caller: Caller, { access, signedIn, orOwn }: Endpoint): void {
  if (signedIn && caller.kind === 'token') throw new RequestError('forbidden', needsPerson);
  const isOwn = orOwn === true && caller.kind !== 'token';
  if (!isOwn) requireScope(caller, access);
}

/** @throws RequestError `forbidden` when the caller has no such scope */
export function requireScope({ kind, scopes }: Pick<Caller, 'kind' | 'scopes'>, access: Access): void {
  if (mayUse(scopes, access)) return;
  throw new RequestError('forbidden', (kind === 'token' ? tooFewScopes : tooSmallRole)(scopes, access));
}

/** Says of a request on a public endpoint who it is, as soon as that is known and before anything is changed: the audit names them. */
export function actAs(request: FastifyRequest, caller: Caller): void {
  request.caller = caller;
}

const minuteMs = 60_000;

/**
 * For what whoever found an open browser must not do. `now` in milliseconds since the epoch.
 * @throws RequestError `forbidden` with `confirm` when the sign-in, or the last proof of it, is too long ago
 */
export function requireConfirmed({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: number): void {
  if (confirmedAt !== null && now - confirmedAt < limits.user.confirmedMinutes * minuteMs) return;
  throw new RequestError('forbidden', accessMessages.confirmFirst, { extras: { confirm: true } });
}

/** Whoever asks. @throws Error on a public endpoint, which is a bug */
export function callerOf({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (caller === null) throw new Error('A public endpoint has no caller');
  return caller;
}

/** The token of an Authorization header, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

function queryToken({ query }: FastifyRequest): string | null {
  const { token } = query as Record<string, unknown>;
  return typeof token === 'string' && token !== '' ? token : null;
}
