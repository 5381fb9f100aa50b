import { defaultRequest } from '@upvigil/core/check-options/default-options';
import type { RequestHeader, RequestOptions } from '@upvigil/core/check-options/request';
import {
  type bodyTypes,
  methodsWithoutBody,
  type requestMethods,
} from '@upvigil/core/check-options/requests/request-names';
import { isSecretName } from '@upvigil/core/format/secret-names';
import { UsageError } from '../../../failures.ts';
import type { ReadText } from '../../../options/read-texts.ts';

/** What a test is asked for, as it was typed. What was not given is null, false or empty. */
export interface TestOptions {
  method: (typeof requestMethods)[number] | null;
  headers: readonly string[];
  body: string | null;
  bodyType: (typeof bodyTypes)[number] | null;
  accept: string | null;
  asserts: readonly string[];
  redirects: number | null;
  ipFamily: '4' | '6' | null;
  proxy: string | null;
  insecure: boolean;
}

/**
 * A request with what was given for this test alone.
 * @throws UsageError when a header is none
 */
export function askedRequest(base: RequestOptions, options: TestOptions, read: ReadText): RequestOptions {
  const { accept, redirects, proxy, insecure } = options;
  return {
    ...base,
    ...askedBody(base, options, read),
    headers: withHeaders(
      base.headers,
      options.headers.flatMap((typed) => parseHeaders(read(typed))),
    ),
    ...(accept === null ? {} : { accepted_status: accept }),
    ...(redirects === null ? {} : { max_redirects: redirects }),
    ...(proxy === null ? {} : { proxy }),
    ...(insecure ? { tls_verify: false } : {}),
  };
}

type Body = Pick<RequestOptions, 'method' | 'body_type' | 'body' | 'body_secret'>;

/** A body without a method is sent by POST; a method that has none takes the stored body away. */
function askedBody(base: RequestOptions, { method, body, bodyType }: TestOptions, read: ReadText): Partial<Body> {
  const type = bodyType === null ? {} : { body_type: bodyType };
  if (body !== null) {
    const text = read(body);
    const isBodyless = methodsWithoutBody.includes(base.method);
    return {
      method: method ?? (isBodyless ? 'POST' : base.method),
      ...{ body_type: isJson(text) ? 'json' : 'text', body: text, body_secret: false },
      ...type,
    };
  }
  if (method === null) return type;
  const { body_type, body: none, body_secret } = defaultRequest;
  return { method, ...(methodsWithoutBody.includes(method) ? { body_type, body: none, body_secret } : {}), ...type };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parseHeaders(text: string): RequestHeader[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    // The line may hold a secret: it is not repeated.
    if (name === '') throw new UsageError("--header must be 'Name: value', but it has no name before a colon");
    return { name, value, secret: isSecretName(name) };
  });
}

function withHeaders(before: readonly RequestHeader[], given: readonly RequestHeader[]): RequestHeader[] {
  const names = new Set(given.map(({ name }) => name.toLowerCase()));
  return [...before.filter(({ name }) => !names.has(name.toLowerCase())), ...given];
}
