import { RequestError } from '@upvigil/core/contract/errors';
import { pathId } from '@upvigil/core/contract/fields/fields';
import { monthText } from '@upvigil/core/contract/incidents';
import { apiPrefix, publicPaths } from '@upvigil/core/contract/names/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { monthOf } from '../../alerts/incidents/month-span.ts';
import { type CachedResponse, makeCachedResponse, writeCachedResponse } from '../../api/http/cached-response.ts';
import type { EventStreams } from '../../api/http/connections/event-streams.ts';
import { isWritten, type RawExchange, serveEndpoints } from '../../api/http/serve-endpoints.ts';
import type { WebApp } from '../../api/http/web-app.ts';
import type { ArchiveQuestion } from './archive.ts';
import { askedLanguage, findReady, pathOf, prefersText } from './ready-requests.ts';
import { pageScript } from './reports/page-script.ts';
import { assetPaths } from './reports/page-shell.ts';
import { fontFaces, pageStyle } from './reports/page-style.ts';
import type { PublicSnapshot } from './snapshot.ts';

/** The public endpoints of the contract, for requests that `answerReadyRequests` passed on. */
export function publicStatusRoutes(
  api: FastifyInstance,
  snapshot: PublicSnapshot,
  streams: EventStreams,
  now: () => number,
): void {
  publicIncidentRoutes(api, snapshot, now);
  const write = async ({ raw, reply }: RawExchange, path: string): Promise<typeof isWritten> => {
    if (!snapshot.isRead()) throw notRead();
    const ready = await snapshot.prepare(apiPrefix + path, askedLanguage(raw.url, raw.headers));
    if (ready === null) throw new RequestError('notFound', 'There is no such website');
    writeReady(ready, raw, reply);
    return isWritten;
  };
  serveEndpoints(api, 'publicStatus', {
    overview: (exchange) => write(exchange, publicPaths.overview),
    detail: ({ params, ...exchange }) =>
      write(exchange, publicPaths.detail.replace(':websiteId', String(params.websiteId))),
    async events({ raw, reply, query }) {
      const seen = raw.headers['last-event-id'] ?? query.last_event_id;
      streams.open(reply, typeof seen === 'string' && seen !== '' ? { missed: snapshot.news.since(seen) } : {});
      return undefined;
    },
  });
}

/** Published incidents. Open and recent ones are answered from memory before they reach these routes. */
function publicIncidentRoutes(api: FastifyInstance, snapshot: PublicSnapshot, now: () => number): void {
  const answer = async ({ raw, reply }: RawExchange, question: ArchiveQuestion): Promise<typeof isWritten> => {
    if (!snapshot.isRead()) throw notRead();
    const { response, isFound } = await snapshot.askArchive(question, askedLanguage(raw.url, raw.headers));
    if (!isFound && question.kind === 'incident') {
      throw new RequestError('notFound', `There is no incident ${question.id}`);
    }
    writeReady(response, raw, reply);
    return isWritten;
  };
  serveEndpoints(api, 'publicIncidents', {
    async page({ raw, reply }) {
      const ready = snapshot.find(apiPrefix + publicPaths.page);
      if (ready === null) throw notRead();
      writeReady(ready, raw, reply);
      return isWritten;
    },
    list: ({ query: { month = monthOf(now()) }, ...exchange }) =>
      answer(exchange, { kind: 'month', month, form: 'json' }),
    get: ({ params, ...exchange }) => answer(exchange, { kind: 'incident', id: params.incidentId, form: 'json' }),
  });
}

const notRead = (): RequestError => new RequestError('unavailable', 'The status is being read: try again in a second');

/** Pages, feeds, badges and the status API, for requests that `answerReadyRequests` passed on. */
export function publicDocumentRoutes(
  root: FastifyInstance,
  snapshot: PublicSnapshot,
  webApp: Pick<WebApp, 'files'>,
): void {
  const get = (url: string, handler: RouteHandlerMethod) => root.route({ method: ['GET', 'OPTIONS'], url, handler });
  const findOrPrepare = async (request: FastifyRequest): Promise<CachedResponse | null> => {
    if (!snapshot.isRead()) throw notRead();
    const ready = findReady(snapshot, request.url, request.headers);
    return ready ?? snapshot.prepare(pathOf(request.url), askedLanguage(request.url, request.headers));
  };
  for (const path of ['/history.atom', '/history.rss', '/maintenance.ics', '/api/v2/*', '/badge/*', '/status']) {
    get(path, async (request, reply) => {
      const ready = await findOrPrepare(request);
      if (ready === null) throw new RequestError('notFound', 'There is no such document');
      return writeReady(ready, request, reply);
    });
  }
  const answerPage = async (request: FastifyRequest, reply: FastifyReply, question: ArchivePage) => {
    if (!snapshot.isRead()) throw notRead();
    const form = prefersText(request.headers) ? 'text' : 'page';
    const asked = askedLanguage(request.url, request.headers);
    const { response, isFound } = await snapshot.askArchive({ form, ...question }, asked);
    return writeReady(response, request, reply, isFound ? 200 : 404);
  };
  for (const [path, kind] of [
    ['incidents', 'incident'],
    ['maintenance', 'maintenance'],
  ] as const) {
    get(`/status/${path}/:id`, async (request, reply) => {
      const name = paramOf(request, 'id') ?? '';
      const isCalendar = kind === 'maintenance' && name.endsWith('.ics');
      const id = pathId.safeParse(isCalendar ? name.slice(0, -'.ics'.length) : name);
      const question = { kind, id: id.success ? id.data : null };
      return answerPage(request, reply, isCalendar ? { ...question, form: 'calendar' } : question);
    });
  }
  get('/status/history/:month', async (request, reply) => {
    const month = monthText.safeParse(paramOf(request, 'month'));
    return answerPage(request, reply, { kind: 'month', month: month.success ? month.data : noMonth });
  });
  for (const [path, asset] of reportAssets(webApp)) {
    get(path, async (request, reply) => writeReady(asset, request, reply));
  }
  get('/status/*', async (request, reply) => {
    const ready = await findOrPrepare(request);
    return ready === null ? answerPage(request, reply, { kind: 'missing website' }) : writeReady(ready, request, reply);
  });
}

type ArchivePage = (
  | { kind: 'incident' | 'maintenance'; id: number | null }
  | { kind: 'month'; month: string }
  | { kind: 'missing website' }
) & { form?: 'calendar' };
/** Later than any real month. */
const noMonth = '9999-13';

const paramOf = ({ params }: FastifyRequest, name: string): string | undefined =>
  (params as Record<string, string>)[name];

function writeReady(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply, status = 200): FastifyReply {
  reply.hijack();
  writeCachedResponse(request.raw, reply.raw, ready, status);
  return reply;
}

/** Addresses of these files contain a content hash, but the fonts that the style names change with an upgrade. */
const assetCacheControl = 'public, max-age=3600';

/** The style and the script of the public report pages, by address. */
const reportAssets = ({ files }: Pick<WebApp, 'files'>): ReadonlyMap<string, CachedResponse> =>
  new Map([
    [
      assetPaths.style,
      makeCachedResponse(fontFaces(files) + pageStyle, {
        contentType: 'text/css; charset=utf-8',
        cacheControl: assetCacheControl,
      }),
    ],
    [
      assetPaths.script,
      makeCachedResponse(pageScript, {
        contentType: 'text/javascript; charset=utf-8',
        cacheControl: assetCacheControl,
      }),
    ],
  ]);
