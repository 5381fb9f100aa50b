import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import type { TlsOptions } from '../../dialing/dialer.ts';
import { tlsOfOptions } from '../../dialing/tls-of-options.ts';
import { userAgentFor } from '../../dialing/user-agent.ts';
import { isSecretHeader } from '../../tracing/remove-secrets.ts';

/** Content and TLS options of one request of a check. */
export interface Sending {
  method: RequestOptions['method'];
  /** Without Host and hop-by-hop headers. */
  headers: OutgoingHttpHeaders;
  /** Replaces the host of the address in `Host`; null: that of the address. */
  host: string | null;
  body: Buffer | null;
  tls: TlsOptions;
  /** Appended to the query: `_upvigil=…`, or nothing. */
  addition: string;
}

const usualHeaders = {
  'user-agent': userAgentFor('uptime check'),
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
};
const alpn = ['http/1.1'];

/** A GET with default options. */
export const plainSending: Sending = {
  method: 'GET',
  headers: usualHeaders,
  host: null,
  body: null,
  tls: { alpn },
  addition: '',
};

/** State of a request within the redirects of its check. */
export interface SendingState {
  method: RequestOptions['method'];
  hasBody: boolean;
  /** No redirect has led to another origin yet. Only then secrets are sent. */
  isHome: boolean;
  isFirst: boolean;
}

/** Initial state with default options. */
export const plainState: SendingState = { method: 'GET', hasBody: false, isHome: true, isFirst: true };

export const firstState = ({ method, body_type }: RequestOptions): SendingState => ({
  method,
  hasBody: body_type !== 'none',
  isHome: true,
  isFirst: true,
});

export function sendingOf(request: RequestOptions, { method, hasBody, isHome, isFirst }: SendingState): Sending {
  const body = hasBody ? Buffer.from(request.body) : null;
  const { host, ...headers } = headersOf(request, body, isHome);
  return {
    method,
    headers,
    body,
    tls: tlsOf(request, isHome),
    host: isHome && typeof host === 'string' ? host : null,
    addition: request.cache_buster && isFirst ? `_upvigil=${randomBytes(8).toString('hex')}` : '',
  };
}

const contentTypes: Readonly<Record<RequestOptions['body_type'], string>> = {
  none: '',
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml',
};

/** Names are in lower case. User headers override defaults; a repeated header is sent repeatedly. */
function headersOf(request: RequestOptions, body: Buffer | null, isHome: boolean): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = Object.assign(Object.create(null), usualHeaders);
  if (body) headers['content-type'] = contentTypes[request.body_type];
  for (const [name, values] of givenHeaders(request, body !== null, isHome)) {
    const [first = '', ...more] = values;
    headers[name] = more.length === 0 || singleHeaders.has(name) ? first : values;
  }
  if (request.cache_buster) headers['cache-control'] = 'no-cache';
  const authorization = isHome ? authorizationOf(request) : null;
  if (authorization) headers.authorization = authorization;
  return headers;
}

/** Headers that must not be repeated. */
const singleHeaders: ReadonlySet<string> = new Set(['host', 'user-agent', 'content-type', 'authorization']);

function givenHeaders(request: RequestOptions, hasBody: boolean, isHome: boolean): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const header of request.headers) {
    const name = header.name.toLowerCase();
    if (!isHome && isSecretHeader(header)) continue;
    // As fetch does when a redirect removes the body.
    if (!hasBody && request.body_type !== 'none' && name.startsWith('content-')) continue;
    given.set(name, [...(given.get(name) ?? []), header.value]);
  }
  return given;
}

function authorizationOf({ auth }: RequestOptions): string | null {
  if (auth.type === 'bearer') return `Bearer ${auth.token}`;
  if (auth.type === 'none') return null;
  return `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
}

/** Server name and client certificate apply to the target only; trust settings apply to its redirects too. */
const tlsOf = (request: RequestOptions, isHome: boolean): TlsOptions => ({
  alpn,
  ...tlsOfOptions(isHome ? request : { ...request, client_certificate: '', client_key: '', server_name: '' }),
});
