import type { Endpoint } from '../contract/endpoint.ts';
import { ApiError, type FieldError, ServerUnreachableError, UnexpectedAnswerError } from '../contract/errors.ts';
import { apiPrefix } from '../contract/names/paths.ts';
import { withoutCredentials } from '../contract/secrets/without-credentials.ts';

/** An endpoint without its schemas, so that a request can be sent before these are loaded. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'access' | 'transport'>;

/** In bytes. `total`: null if unknown. */
type OnProgress = (done: number, total: number | null) => void;

/** In a browser a `File`; in Node the result of `fs.openAsBlob`. */
export interface UploadRequest {
  file: Blob;
  fileName: string;
  onProgress?: OnProgress;
}

export interface Download {
  body: ReadableStream<Uint8Array>;
  /** In bytes; null when the server does not send it. */
  size: number | null;
}

/**
 * Sends a file as multipart and returns the status and the parsed JSON. The web app passes one that reports progress.
 */
export type SendFile = (request: {
  url: string;
  headers: Record<string, string>;
  upload: UploadRequest;
  signal: AbortSignal | undefined;
}) => Promise<{ status: number; body: unknown }>;

export interface ApiClientOptions {
  /** Scheme, host and port, without `/api`; empty in a page served by the same server. */
  baseUrl: string;
  getToken: () => string | null;
  /** Called on every 401 that is not the answer to a login. */
  onUnauthorized?: () => void;
  /** Called when the server requires re-authentication. If it returns true, the request is sent once more. */
  confirm?: () => Promise<boolean>;
  fetch?: typeof globalThis.fetch;
  sendFile?: SendFile;
}

interface LooseRequest extends Partial<UploadRequest> {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}
type Groups<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;
type Call = (request?: LooseRequest) => Promise<unknown>;

/**
 * Returns the part of an answer that callers may use.
 * @throws UnexpectedAnswerError when the answer violates the contract
 */
type ParseAnswer = (answer: unknown) => unknown;

/**
 * One function for each route, by group and name. `parserOf` returns the parser of a route's answer. The functions
 * reject with ApiError (the server refused; has its detail), ServerUnreachableError (no answer) or
 * UnexpectedAnswerError (the answer violates the contract).
 */
export function createCallsOf<T extends Route>(
  routes: Groups<T>,
  parserOf: (route: T, group: string, name: string) => ParseAnswer,
  options: ApiClientOptions,
): Groups<Call> {
  const groups = Object.entries(routes).map(([group, ofGroup]) => {
    const calls = Object.entries(ofGroup).map(([name, route]) => {
      const parse = parserOf(route, group, name);
      return [name, (request: LooseRequest = {}) => call(route, request, parse, options)];
    });
    return [group, Object.fromEntries(calls)];
  });
  return Object.fromEntries(groups) as Groups<Call>;
}

/** Path with the parameters filled in, below the prefix: `/api/urls/3/check`. */
export function endpointPath({ path }: Pick<Route, 'path'>, params: Record<string, unknown> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  return apiPrefix + filled;
}

async function call(
  route: Route,
  request: LooseRequest,
  parse: ParseAnswer,
  options: ApiClientOptions,
): Promise<unknown> {
  try {
    if (route.transport === 'upload') return parse(await upload(route, request, options));
    if (route.transport === 'download') return await download(route, request, options);
    if (route.transport === 'events') return await events(route, request, parse, options);
    return parse(await ask(route, request, options));
  } catch (error) {
    if (error instanceof ApiError && error.facts.confirm && (await options.confirm?.()))
      return await call(route, request, parse, options);
    const isRefusedToken = error instanceof ApiError && error.status === 401 && route.access !== 'public';
    if (isRefusedToken) options.onUnauthorized?.();
    throw error;
  }
}

function urlOf(route: Route, { params, query = {} }: LooseRequest, { baseUrl }: ApiClientOptions): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value ?? '')])).toString();
  return baseUrl.replace(/\/+$/, '') + endpointPath(route, params) + (search && `?${search}`);
}

function authorization({ getToken }: ApiClientOptions): Record<string, string> {
  const token = getToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

function send(route: Route, request: LooseRequest, options: ApiClientOptions): Promise<Response> {
  const { body, signal } = request;
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  return (options.fetch ?? globalThis.fetch)(urlOf(route, request, options), {
    method: route.method,
    headers: { accept: 'application/json', ...content, ...authorization(options) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

async function ask(route: Route, request: LooseRequest, options: ApiClientOptions): Promise<unknown> {
  try {
    return await readAnswer(await send(route, request, options));
  } catch (error) {
    throw asAway(error, options);
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const answer = readJson(await response.text());
  if (response.status >= 400) throw apiError(response.status, answer);
  return answer;
}

/** Returns null for an empty body. Text that is not JSON stays text, which no schema of the contract accepts. */
function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function upload(route: Route, request: LooseRequest, options: ApiClientOptions): Promise<unknown> {
  const { file, fileName, onProgress, signal } = request;
  if (!file || !fileName) throw new TypeError(`${route.path} needs a file and its name`);
  const sendFile = options.sendFile ?? sendFileByFetch(options.fetch ?? globalThis.fetch);
  const sent = sendFile({
    url: urlOf(route, request, options),
    headers: authorization(options),
    upload: { file, fileName, ...(onProgress ? { onProgress } : {}) },
    signal,
  });
  const { status, body } = await sent.catch((error: unknown) => {
    // The TypeError may come from reading the upload file, not from the network.
    throw error instanceof TypeError && isFetchFailure(error) ? asAway(error, options) : error;
  });
  if (status >= 400) throw apiError(status, body);
  return body;
}

const sendFileByFetch =
  (fetchFunction: typeof globalThis.fetch): SendFile =>
  async ({ url, headers, upload: { file, fileName }, signal }) => {
    const form = new FormData();
    form.append('file', file, fileName);
    const response = await fetchFunction(url, { method: 'POST', headers, body: form, ...(signal ? { signal } : {}) });
    return { status: response.status, body: readJson(await response.text()) };
  };

const isFetchFailure = (error: TypeError): boolean => /fetch|network|load failed/i.test(error.message);

async function download(route: Route, request: LooseRequest, options: ApiClientOptions): Promise<Download> {
  try {
    const response = await send(route, request, options);
    if (response.status >= 400) await readAnswer(response);
    const length = response.headers.get('content-length');
    if (!response.body) throw new UnexpectedAnswerError(`The server answered ${route.path} without a body`);
    return { body: response.body, size: length === null ? null : Number(length) };
  } catch (error) {
    throw asAway(error, options);
  }
}

/** The stream parser is loaded with the first stream. */
async function events(
  route: Route,
  request: LooseRequest,
  parse: ParseAnswer,
  options: ApiClientOptions,
): Promise<AsyncIterable<unknown>> {
  const [{ readEvents }, { body }] = await Promise.all([import('./read-events.ts'), download(route, request, options)]);
  return readEvents(body, (data) => parse(readJson(data)));
}

/** A proxy in front of the server may send a body that has no detail. */
function apiError(status: number, body: unknown): ApiError {
  const { detail, errors, ...facts } = isRecord(body) ? body : {};
  const said = typeof detail === 'string' ? detail.trim() : '';
  const fields = Array.isArray(errors) && errors.every(isFieldError) ? { errors } : {};
  return new ApiError(status, said || null, { ...fields, facts });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string';

/** A network failure means that the server is unreachable, unless the caller aborted the request. */
function asAway(error: unknown, { baseUrl }: ApiClientOptions): unknown {
  const isOurs = error instanceof ApiError || error instanceof UnexpectedAnswerError;
  if (isOurs || (error instanceof Error && error.name === 'AbortError')) return error;
  return new ServerUnreachableError(`No answer from ${withoutCredentials(baseUrl) || 'the server'}`, { cause: error });
}
