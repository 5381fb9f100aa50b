import { FetchError, ofetch } from 'ofetch';
import * as z from 'zod';
import type { Contract, Endpoint, EndpointGroup, RequestOf, ResponseOf } from '../contract/endpoint.ts';
import { UnexpectedAnswerError } from '../contract/errors.ts';
import { type ApiClientOptions, createCallsOf, type Download, type UploadRequest } from './calls-of.ts';

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

/**
 * A client of a contract or of a part of it, so that a program that needs two endpoints does not load all schemas.
 * Parses answers by the schemas; rejects as `createCallsOf` does.
 */
export function createClientOf<C extends Contract>(contract: C, options: ApiClientOptions): ClientOf<C> {
  const parserOf = (endpoint: Endpoint) => (answer: unknown) => parseAnswer(endpoint, answer);
  const fetch = throughOfetch(options.fetch);
  return createCallsOf<Endpoint>(contract, parserOf, { ...options, fetch }) as ClientOf<C>;
}

/**
 * A `fetch` that sends with ofetch. Its retries and status errors are switched off, because callers decide about both.
 */
function throughOfetch(fetch?: typeof globalThis.fetch): typeof globalThis.fetch {
  const request = ofetch.create({}, fetch ? { fetch } : {});
  return async (input, { method = 'GET', ...init } = {}) => {
    const asGiven = { retry: 0, ignoreResponseError: true, responseType: 'stream' } as const;
    try {
      return await request.raw(String(input), { ...init, method, ...asGiven });
    } catch (error) {
      throw error instanceof FetchError ? (error.cause ?? error) : error;
    }
  };
}

/** @throws UnexpectedAnswerError when the answer does not fit the schema */
function parseAnswer(endpoint: Pick<Endpoint, 'path' | 'response'>, answer: unknown): unknown {
  const parsed = endpoint.response.safeParse(answer);
  if (parsed.success) return parsed.data;
  const problem = z.prettifyError(parsed.error).split('\n')[0];
  throw new UnexpectedAnswerError(`The server answered ${endpoint.path} with something unexpected: ${problem}`);
}
