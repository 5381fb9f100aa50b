import { RequestError } from '@upvigil/core/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from '../access/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the token that the request came with; null on public endpoints. */
    sessionHash: string | null;
  }
}

const refusal = 'Sign in first: the token is missing, wrong or no longer valid';

/** Refuses requests without a valid token, unless their endpoint is public, before their body is read. */
export function guardAccess(api: FastifyInstance, sessions: Pick<Sessions, 'verify'>): void {
  api.decorateRequest('sessionHash', null);
  api.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || endpoint.access === 'public') return;
    reply.header('cache-control', 'no-store');
    const token = bearerToken(request) ?? (endpoint.tokenInQuery ? queryToken(request) : null);
    request.sessionHash = token === null ? null : await sessions.verify(token);
    if (request.sessionHash !== null) return;
    reply.header('www-authenticate', 'Bearer');
    throw new RequestError('unauthorized', refusal);
  });
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
