import { apiPrefix } from '@upvigil/core/api-prefix';
import { publicStatusEndpoints } from '@upvigil/core/contract/public-status';
import { RequestError } from '@upvigil/core/errors';
import { publicPaths } from '@upvigil/core/public-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CachedResponse, writeCachedResponse } from '../http/cached-response.ts';
import type { EventStreams } from '../http/connections/event-streams.ts';
import { isWritten, type RawExchange, serveEndpoints } from '../http/serve-endpoints.ts';
import type { WebApp } from '../http/web-app.ts';
import { findReady, prefersText } from './ready-requests.ts';
import type { PublicSnapshot } from './snapshot.ts';

/** The public endpoints of the contract, for requests that `answerReadyRequests` left to the routes. */
export function publicStatusRoutes(api: FastifyInstance, snapshot: PublicSnapshot, streams: EventStreams): void {
  const write = ({ raw, reply }: RawExchange, path: string): typeof isWritten | null => {
    const ready = snapshot.find(apiPrefix + path);
    if (ready === null) return null;
    writeReady(ready, raw, reply);
    return isWritten;
  };
  const notRead = new RequestError('unavailable', 'The status is being read: try again in a second');
  serveEndpoints(api, publicStatusEndpoints, {
    async overview(exchange) {
      const written = write(exchange, publicPaths.overview);
      if (written === null) throw notRead;
      return written;
    },
    async detail({ params, ...exchange }) {
      if (snapshot.find(apiPrefix + publicPaths.overview) === null) throw notRead;
      const written = write(exchange, publicPaths.detail.replace(':websiteId', String(params.websiteId)));
      if (written === null) throw new RequestError('notFound', 'There is no such website');
      return written;
    },
    async events({ raw, reply, query }) {
      const seen = raw.headers['last-event-id'] ?? query.last_event_id;
      streams.open(reply, typeof seen === 'string' && seen !== '' ? { missed: snapshot.news.since(seen) } : {});
      return undefined;
    },
  });
}

/** Pages, feeds, badges and the status API, for requests that `answerReadyRequests` left to the routes. */
export function publicDocumentRoutes(root: FastifyInstance, snapshot: PublicSnapshot, webApp: WebApp): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const ready = findReady(snapshot, request.url, request.headers);
    if (ready === null) throw new RequestError('notFound', 'There is no such document');
    return writeReady(ready, request, reply);
  };
  for (const path of ['/history.atom', '/history.rss', '/api/v2/*', '/badge/*', '/status']) {
    root.get(path, async (request, reply) => answer(request, reply));
  }
  root.get('/status/*', async (request, reply) => {
    if (findReady(snapshot, request.url, request.headers) !== null) return answer(request, reply);
    if (prefersText(request.headers)) return reply.code(404).type('text/plain').send('There is no such website\n');
    return writeReady(webApp.document, request, reply, 404);
  });
}

function writeReady(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply, status = 200): FastifyReply {
  reply.hijack();
  writeCachedResponse(request.raw, reply.raw, ready, status);
  return reply;
}
