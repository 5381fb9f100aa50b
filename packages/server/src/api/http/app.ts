import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { RequestError } from '@upvigil/core/contract/errors';
import { apiPrefix, heartbeatPaths, isPagePath, publicPaths } from '@upvigil/core/contract/names/paths';
import { limitConcurrency } from '@upvigil/core/limit-concurrency';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Audit } from '../../access/audit/audit.ts';
import type { Callers } from '../../access/callers.ts';
import { sharePath } from '../../access/share-links/link-text.ts';
import { linkPaths } from '../../alerts/notify/link-tokens.ts';
import type { AuthProxyConfig } from '../../base/config/sign-on-variables.ts';
import { fastifyTrust, type TrustedProxies } from '../../base/config/trusted-proxies.ts';
import { writeCachedResponse } from './cached-response.ts';
import { type ArrivalLimits, allowSlowUpload, arrivalLimits } from './connections/arrival.ts';
import { type AnswerReady, makeServer } from './connections/make-server.ts';
import { answerError } from './error-handler.ts';
import { guardAccess } from './guard-access.ts';
import { helmetOptions } from './security-headers.ts';
import type { WebApp } from './web-app.ts';

/** The largest JSON body, in bytes, is a settings form. Uploads have their own limits. */
const bodyLimitBytes = 256 * 1024;
/** Grace period for responses that are being sent when the server stops. */
const closeAfterMilliseconds = 2_000;
/** Concurrent requests that read from the database. Fifty dashboards at once would block everything else for minutes. */
const readsAtOnce = 2;
/** Smaller responses are not compressed, in bytes. */
const compressFromBytes = 2048;

interface AppOptions {
  log: FastifyBaseLogger;
  trustProxy: TrustedProxies;
  /** Whether the public address is https. */
  isHttps: boolean;
  callers: Pick<Callers, 'admit'>;
  /** The authenticating proxy, if one is configured. */
  authProxy?: AuthProxyConfig | null;
  /** Records changes in the audit log. Absent: changes are not recorded. */
  audit?: Audit;
  webApp: WebApp;
  /** Gets each request before the routes. */
  answerReady?: AnswerReady;
  /** Time limits for incoming requests. */
  arrival?: ArrivalLimits;
  /** Adds hooks that run before the guard, which queries the database. */
  beforeGuard?: (api: FastifyInstance) => void;
  /** Mounts the contract's groups under the prefix, behind the guard. */
  mountApi: (api: FastifyInstance) => void;
  /** Mounts the addresses of heartbeats. */
  mountPings?: (app: FastifyInstance) => void;
  /** Mounts routes outside the prefix: health, metrics, feeds. */
  mountRoot: (app: FastifyInstance) => void;
}

/** The HTTP application, ready for `listen` or Fastify's `inject`. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { arrival = arrivalLimits, answerReady = () => false } = options;
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: fastifyTrust(options.trustProxy),
    bodyLimit: bodyLimitBytes,
    // Longer than any request line: the schemas limit path parameters.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    forceCloseConnections: 'idle',
    schemaController: withoutSchemas,
    serverFactory: makeServer(answerReady, arrival),
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.addHook('preClose', async () => {
    // Fastify closes idle connections at once. This closes the others, which would delay the stop.
    setTimeout(() => app.server.closeAllConnections(), closeAfterMilliseconds).unref();
  });
  acceptEmptyJson(app);
  logRequests(app);
  // Beside the plugins of the site, whose hooks would cost a third of the request's CPU.
  await app.register(async (pings) => options.mountPings?.(pings));
  await app.register((site) => mountSite(site, options, arrival));
  return app;
}

/** Everything but the addresses of heartbeats: with headers of pages, compression and uploads. */
async function mountSite(site: FastifyInstance, options: AppOptions, arrival: ArrivalLimits): Promise<void> {
  await site.register(helmet, helmetOptions(options.webApp.inlineScripts, options.isHttps));
  await site.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    threshold: compressFromBytes,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Half the time of the default level 6 for 6 % more bytes. Mainly metrics scrapers use gzip.
    zlibOptions: { level: 3 },
  });
  await site.register(multipart, { limits: { files: 1, fields: 0, fileSize: Number.MAX_SAFE_INTEGER } });
  await site.register(
    async (api) => {
      options.beforeGuard?.(api);
      guardAccess(api, options.callers, options.authProxy);
      api.addHook('onRequest', async ({ raw, routeOptions }) => {
        if (routeOptions.config.endpoint?.transport === 'upload') allowSlowUpload(raw, arrival);
      });
      api.decorate('reads', limitConcurrency(readsAtOnce));
      if (options.audit) api.decorate('audit', options.audit);
      options.mountApi(api);
    },
    { prefix: apiPrefix },
  );
  options.mountRoot(site);
  site.setNotFoundHandler((request, reply) => answerUnknown(request, reply, options.webApp));
}

/** Fastify would load a hundred files at start to compile JSON schemas, which our routes do not use. */
const refuseSchema = () => () => {
  throw new Error('Requests and answers are checked by the contract: give no schema to a route');
};
const withoutSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

/** Some clients always send the content type of JSON, also without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}

const heartbeatRoutes = Object.values(heartbeatPaths);

/** Logs one line for each request: the path, but not query, headers or body, which may hold a token. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (isRoutine(request) && reply.statusCode < 400) request.log.debug(fields, 'request');
    else request.log.info(fields, 'request');
  });
}

/** Whether a request changes nothing, or is a ping, which the heartbeat lists. */
const isRoutine = ({ method, routeOptions: { url } }: FastifyRequest): boolean =>
  method === 'GET' || heartbeatRoutes.some((path) => url?.startsWith(path));

/** Knowing one of these paths grants access. */
const sharesPath = apiPrefix + publicPaths.share.replace(':link', '');
const secretPaths = [...Object.values(linkPaths), sharePath, sharesPath, ...heartbeatRoutes];

/** For downloads and share links only the route's pattern: knowing the full path grants access. */
function loggedPath({ routeOptions, url }: FastifyRequest): string {
  // The router matches the decoded path.
  const beginning = secretPaths.find((path) =>
    [url, decoded(url), routeOptions.url].some((one) => one?.startsWith(path)),
  );
  if (beginning !== undefined) return `${beginning}*`;
  return routeOptions.config?.endpoint?.transport === 'download' ? (routeOptions.url ?? '') : pathOf(url);
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Sends a file or a page of the web app. Answers 404 to unknown API paths and to requests that do not accept a page. */
async function answerUnknown(request: FastifyRequest, reply: FastifyReply, webApp: WebApp): Promise<FastifyReply> {
  const pathname = pathOf(request.url);
  const isPage = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  const isApi = pathname === apiPrefix || pathname.startsWith(`${apiPrefix}/`);
  const file = isPage && !isApi ? await webApp.find(pathname) : null;
  if (!isPage || isApi || (file === null && pathname.startsWith('/assets/'))) {
    throw new RequestError('notFound', `There is no ${request.method} ${pathname}`);
  }
  reply.hijack();
  const status = file !== null || isPagePath(pathname) ? 200 : 404;
  writeCachedResponse(request.raw, reply.raw, file ?? webApp.document, status);
  return reply;
}
