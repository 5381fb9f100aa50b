import { FetchError, ofetch } from 'ofetch';
import { z } from 'zod';
import { apiPrefix } from './api-prefix.ts';
import type { Contract, Endpoint, EndpointGroup, RequestOf, ResponseOf } from './contract/endpoint.ts';
import { ApiError, ServerUnreachableError, UnexpectedAnswerError } from './errors.ts';
import { withoutCredentials } from './format/without-credentials.ts';

/** Bytes done and, where it is known, bytes in all. */
export type OnProgress = (done: number, total: number | null) => void;

/** A file to upload. In a browser a `File`; in Node what `fs.openAsBlob` gives. */
export interface UploadRequest {
  file: Blob;
  fileName: string;
  onProgress?: OnProgress;
}

/** A file as it comes in. */
export interface Download {
  body: ReadableStream<Uint8Array>;
  /** In bytes, or null when the server does not say. */
  size: number | null;
}

type Argument<E extends Endpoint> = E extends { transport: 'upload' } ? RequestOf<E> & UploadRequest : RequestOf<E>;
type Answer<E extends Endpoint> = E extends { transport: 'download' }
  ? Download
  : E extends { transport: 'events' }
    ? AsyncIterable<ResponseOf<E>>
    : ResponseOf<E>;
type OptionalParts<T> = { [K in keyof T as K extends 'query' ? never : K]: T[K] };
type EndpointCall<E extends Endpoint> = keyof Argument<E> extends never
  ? (request?: { signal?: AbortSignal }) => Promise<Answer<E>>
  : keyof OptionalParts<Argument<E>> extends never
    ? (request?: Partial<Argument<E>> & { signal?: AbortSignal }) => Promise<Answer<E>>
    : (
        request: OptionalParts<Argument<E>> &
          (Argument<E> extends { query: infer Q } ? (object extends Q ? { query?: Q } : { query: Q }) : unknown) & {
            signal?: AbortSignal;
          },
      ) => Promise<Answer<E>>;
type GroupClient<G extends EndpointGroup> = { [Name in keyof G]: EndpointCall<G[Name]> };
/** One function for each endpoint of a contract, by group and name. */
export type ClientOf<C extends Contract> = { [Group in keyof C]: GroupClient<C[Group]> };

/** Sends a file as multipart and answers the response's status and parsed JSON. The web app gives one that reports progress. */
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
  fetch?: typeof globalThis.fetch;
  sendFile?: SendFile;
}

interface LooseRequest extends Partial<UploadRequest> {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * A client of a contract, or of a part of it: a program that needs two endpoints does not load the schemas of all.
 * Answers are parsed by the contract's schemas.
 * Throws ApiError (refused, with the server's detail), ServerUnreachableError or UnexpectedAnswerError.
 */
export function createClientOf<C extends Contract>(contract: C, options: ApiClientOptions): ClientOf<C> {
  const groups = Object.entries(contract).map(([groupName, group]) => [
    groupName,
    Object.fromEntries(
      Object.entries(group).map(([name, endpoint]) => [
        name,
        (request: LooseRequest = {}) => callEndpoint(endpoint, request, options),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as ClientOf<C>;
}

/** Path of an endpoint with its parameters filled in, below the prefix: `/api/urls/3/check`. */
export function endpointPath(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  const filled = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  return apiPrefix + filled;
}

async function callEndpoint(endpoint: Endpoint, request: LooseRequest, options: ApiClientOptions): Promise<unknown> {
  try {
    if (endpoint.transport === 'upload') return await upload(endpoint, request, options);
    if (endpoint.transport === 'download') return await download(endpoint, request, options);
    if (endpoint.transport === 'events') return await openEvents(endpoint, request, options);
    const answer: unknown = await requestWith(options)(urlOf(endpoint, request, options), {
      ...fetchOptions(endpoint, request, options),
      ...(request.body === undefined ? {} : { body: request.body as Record<string, unknown> }),
    });
    return parseAnswer(endpoint, answer ?? null);
  } catch (error) {
    throw translateError(endpoint, error, options);
  }
}

const requestWith = (options: ApiClientOptions) => ofetch.create({}, options.fetch ? { fetch: options.fetch } : {});

const urlOf = (endpoint: Endpoint, request: LooseRequest, options: ApiClientOptions): string =>
  options.baseUrl.replace(/\/+$/, '') + endpointPath(endpoint, request.params);

function authorization(options: ApiClientOptions): Record<string, string> {
  const token = options.getToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

function fetchOptions(endpoint: Endpoint, request: LooseRequest, options: ApiClientOptions) {
  return {
    method: endpoint.method,
    query: request.query ?? {},
    headers: authorization(options),
    retry: 0,
    ...(request.signal ? { signal: request.signal } : {}),
  };
}

function parseAnswer(endpoint: Endpoint, answer: unknown): unknown {
  const parsed = endpoint.response.safeParse(answer);
  if (parsed.success) return parsed.data;
  const problem = z.prettifyError(parsed.error).split('\n')[0];
  throw new UnexpectedAnswerError(`The server answered ${endpoint.path} with something unexpected: ${problem}`);
}

const sendFileByFetch =
  (fetchFunction: typeof globalThis.fetch): SendFile =>
  async ({ url, headers, upload: { file, fileName }, signal }) => {
    const form = new FormData();
    form.append('file', file, fileName);
    const response = await fetchFunction(url, { method: 'POST', headers, body: form, ...(signal ? { signal } : {}) });
    const text = await response.text();
    return { status: response.status, body: parseJson(text) };
  };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function upload(endpoint: Endpoint, request: LooseRequest, options: ApiClientOptions): Promise<unknown> {
  const { file, fileName, onProgress } = request;
  if (!file || !fileName) throw new TypeError(`${endpoint.path} needs a file and its name`);
  const sendFile = options.sendFile ?? sendFileByFetch(options.fetch ?? globalThis.fetch);
  const { status, body } = await sendFile({
    url: urlOf(endpoint, request, options),
    headers: authorization(options),
    upload: { file, fileName, ...(onProgress ? { onProgress } : {}) },
    signal: request.signal,
  });
  if (status >= 400) throw apiError(status, body);
  return parseAnswer(endpoint, body);
}

async function download(endpoint: Endpoint, request: LooseRequest, options: ApiClientOptions): Promise<Download> {
  const response = await requestWith(options).raw(urlOf(endpoint, request, options), {
    ...fetchOptions(endpoint, request, options),
    responseType: 'stream',
    // A refusal is read here: as a stream its detail would be lost.
    ignoreResponseError: true,
  });
  if (response.status >= 400) throw apiError(response.status, parseJson(await response.text()));
  const length = response.headers.get('content-length');
  const body = response._data as ReadableStream<Uint8Array> | undefined;
  if (!body) throw new UnexpectedAnswerError(`The server answered ${endpoint.path} without a body`);
  return { body, size: length === null ? null : Number(length) };
}

async function openEvents(
  endpoint: Endpoint,
  request: LooseRequest,
  options: ApiClientOptions,
): Promise<AsyncIterable<unknown>> {
  const { body } = await download(endpoint, request, options);
  return readEvents(endpoint, body);
}

/** Yields the parsed `data:` of each server-sent event; comments keep the connection alive and are passed over. */
async function* readEvents(endpoint: Endpoint, body: ReadableStream<Uint8Array>): AsyncIterable<unknown> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let buffer = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffer += decoder.decode(value, { stream: true });
    const events = buffer.split('\n\n');
    buffer = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data:'));
      if (data) yield parseAnswer(endpoint, parseJson(data.slice('data:'.length)));
    }
  }
}

const errorBodySchema = z.object({
  detail: z.string().trim().min(1),
  errors: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .catch(undefined),
});

function apiError(status: number, body: unknown, cause?: unknown): ApiError {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return new ApiError(status, null, { cause });
  const { detail, errors } = parsed.data;
  return new ApiError(status, detail, { cause, ...(errors ? { errors } : {}) });
}

function translateError(endpoint: Endpoint, error: unknown, options: ApiClientOptions): unknown {
  const translated = toApiError(error, options);
  const isRefusedToken = translated instanceof ApiError && translated.status === 401 && endpoint.access === 'admin';
  if (isRefusedToken) options.onUnauthorized?.();
  return translated;
}

function toApiError(error: unknown, options: ApiClientOptions): unknown {
  if (error instanceof FetchError && error.status) return apiError(error.status, error.data, error);
  const isNetworkFailure = error instanceof FetchError || (error instanceof TypeError && isFetchFailure(error));
  if (!isNetworkFailure || isAbort(error)) return isAbort(error) ? ((error as Error).cause ?? error) : error;
  return new ServerUnreachableError(`No answer from ${withoutCredentials(options.baseUrl) || 'the server'}`, {
    cause: error,
  });
}

const isFetchFailure = (error: TypeError): boolean => /fetch|network|load failed/i.test(error.message);
const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || (error.cause as Error | undefined)?.name === 'AbortError');
