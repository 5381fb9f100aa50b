import { apiPrefix } from '@upvigil/core/api-prefix';
import { pathId } from '@upvigil/core/contract/fields';
import { monthText, publicIncidentEndpoints } from '@upvigil/core/contract/incidents';
import { publicStatusEndpoints } from '@upvigil/core/contract/public-status';
import { RequestError } from '@upvigil/core/errors';
import { publicPaths } from '@upvigil/core/public-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { monthOf } from '../../alerts/incidents/month-span.ts';
import {
  type AnswerForm,
  type CachedResponse,
  makeCachedResponse,
  writeCachedResponse,
} from '../../api/http/cached-response.ts';
import type { EventStreams } from '../../api/http/connections/event-streams.ts';
import { isWritten, type RawExchange, serveEndpoints } from '../../api/http/serve-endpoints.ts';
import { pageForm, type WebApp } from '../../api/http/web-app.ts';
import { languageHeaders, spokenForm } from './documents/public-documents.ts';
import { speechIn } from './documents/speech/speech.ts';
import { missingHtml } from './documents/status-html.ts';
import { askedLanguage, findReady, prefersText } from './ready-requests.ts';
import type { PublicSnapshot } from './snapshot.ts';
import type { ToldQuestion } from './told/told-answers.ts';

/** The public endpoints of the contract, for requests that `answerReadyRequests` left to the routes. */
export function publicStatusRoutes(
  api: FastifyInstance,
  snapshot: PublicSnapshot,
  streams: EventStreams,
  now: () => number,
): void {
  publicIncidentRoutes(api, snapshot, now);
  const write = ({ raw, reply }: RawExchange, path: string): typeof isWritten | null => {
    const ready = snapshot.find(apiPrefix + path, askedLanguage(raw.url, raw.headers));
    if (ready === null) return null;
    writeReady(ready, raw, reply);
    return isWritten;
  };
  serveEndpoints(api, publicStatusEndpoints, {
    async overview(exchange) {
      const written = write(exchange, publicPaths.overview);
      if (written === null) throw notRead();
      return written;
    },
    async detail({ params, ...exchange }) {
      if (snapshot.find(apiPrefix + publicPaths.overview) === null) throw notRead();
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

/** What people were told of outages. What is open, and the newest, was answered from memory before. */
function publicIncidentRoutes(api: FastifyInstance, snapshot: PublicSnapshot, now: () => number): void {
  const answer = async ({ raw, reply }: RawExchange, question: ToldQuestion): Promise<typeof isWritten> => {
    const { response, isFound } = await snapshot.ask(question, askedLanguage(raw.url, raw.headers));
    if (!isFound && question.kind === 'incident') {
      throw new RequestError('notFound', `There is no incident ${question.id}`);
    }
    writeReady(response, raw, reply);
    return isWritten;
  };
  serveEndpoints(api, publicIncidentEndpoints, {
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

/** Pages, feeds, badges and the status API, for requests that `answerReadyRequests` left to the routes. */
export function publicDocumentRoutes(root: FastifyInstance, snapshot: PublicSnapshot, webApp: WebApp): void {
  const get = (url: string, handler: RouteHandlerMethod) => root.route({ method: ['GET', 'OPTIONS'], url, handler });
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const ready = findReady(snapshot, request.url, request.headers);
    if (ready === null && !snapshot.isRead()) throw notRead();
    if (ready === null) throw new RequestError('notFound', 'There is no such document');
    return writeReady(ready, request, reply);
  };
  const missing = missingWebsite(snapshot, webApp);
  for (const path of ['/history.atom', '/history.rss', '/maintenance.ics', '/api/v2/*', '/badge/*', '/status']) {
    get(path, async (request, reply) => answer(request, reply));
  }
  const tell = async (request: FastifyRequest, reply: FastifyReply, question: ToldPage): Promise<FastifyReply> => {
    const form = prefersText(request.headers) ? 'text' : 'page';
    const asked = askedLanguage(request.url, request.headers);
    const { response, isFound } = await snapshot.ask({ ...question, form }, asked);
    return writeReady(response, request, reply, isFound ? 200 : 404);
  };
  get('/status/incidents/:id', async (request, reply) => {
    const id = pathId.safeParse(paramOf(request, 'id'));
    return tell(request, reply, { kind: 'incident', id: id.success ? id.data : null });
  });
  get('/status/maintenance/:id', async (request, reply) => {
    const id = pathId.safeParse(paramOf(request, 'id'));
    const form = prefersText(request.headers) ? 'text' : 'page';
    const asked = askedLanguage(request.url, request.headers);
    const { response, isFound } = await snapshot.askRun({ id: id.success ? id.data : null, form }, asked);
    return writeReady(response, request, reply, isFound ? 200 : 404);
  });
  get('/status/history/:month', async (request, reply) => {
    const month = monthText.safeParse(paramOf(request, 'month'));
    return tell(request, reply, { kind: 'month', month: month.success ? month.data : noMonth });
  });
  get('/status/*', async (request, reply) => {
    if (!snapshot.isRead() || findReady(snapshot, request.url, request.headers) !== null) return answer(request, reply);
    return writeReady(missing(request), request, reply, 404);
  });
}

type ToldPage = { kind: 'incident'; id: number | null } | { kind: 'month'; month: string };
/** Later than all that there are. */
const noMonth = '9999-13';

const paramOf = ({ params }: FastifyRequest, name: string): string | undefined =>
  (params as Record<string, string>)[name];

/** What says that there is no such website: a page, or plain text; kept for each language and setting. */
function missingWebsite(
  snapshot: Pick<PublicSnapshot, 'language'>,
  webApp: WebApp,
): (request: FastifyRequest) => CachedResponse {
  const kept = new Map<string, CachedResponse>();
  return (request) => {
    const { setting, language } = snapshot.language(askedLanguage(request.url, request.headers));
    const isText = prefersText(request.headers);
    const key = `${isText} ${setting} ${language}`;
    const known = kept.get(key);
    if (known) return known;
    const speech = speechIn(language, setting);
    const form: AnswerForm = isText
      ? { contentType: 'text/plain; charset=utf-8', cacheControl: 'no-cache' }
      : { ...pageForm(webApp.inlineScripts), cacheControl: 'no-cache' };
    const body = isText ? `${speech.words.documents.notFound}\n` : missingHtml(webApp.publicHtml, speech);
    const headers = languageHeaders(form, language);
    const made = makeCachedResponse(body, { ...spokenForm({ ...form, vary: 'Accept, User-Agent' }, setting), headers });
    kept.set(key, made);
    return made;
  };
}

function writeReady(ready: CachedResponse, request: FastifyRequest, reply: FastifyReply, status = 200): FastifyReply {
  reply.hijack();
  writeCachedResponse(request.raw, reply.raw, ready, status);
  return reply;
}
