import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import type { TlsOptions } from '../../dialing/dialer.ts';
import { userAgentFor } from '../../dialing/user-agent.ts';
import { isSecretHeader } from '../../tracing/remove-secrets.ts';

/** What one request of a check sends, and by what TLS. */
export interface Sending {
  method: RequestOptions['method'];
  /** All but Host and those of the connection. */
  headers: OutgoingHttpHeaders;
  /** In place of the host of the address; null: that of the address. */
  host: string | null;
  body: Buffer | null;
  tls: TlsOptions;
  /** Is put behind the query: `_upvigil=…`, or nothing. */
  addition: string;
}

const usualHeaders = {
  'user-agent': userAgentFor('uptime check'),
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
};
const alpn = ['http/1.1'];

/** A GET with all as by default. */
export const plainSending: Sending = {
  method: 'GET',
  headers: usualHeaders,
  host: null,
  body: null,
  tls: { alpn },
  addition: '',
};

/** Where a request stands among the redirects of its check. */
export interface SendingState {
  method: RequestOptions['method'];
  hasBody: boolean;
  /** No redirect led to another origin yet: only there secrets are sent. */
  isHome: boolean;
  isFirst: boolean;
}

/** The state of the first request of a check with all as by default. */
export const plainState: SendingState = { method: 'GET', hasBody: false, isHome: true, isFirst: true };

/** The state of the first request of a check. */
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

/** Names in lower case. Headers of the user replace ours; a header that is given twice is sent twice. */
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

/** Headers that a request has once. */
const singleHeaders: ReadonlySet<string> = new Set(['host', 'user-agent', 'content-type', 'authorization']);

function givenHeaders(request: RequestOptions, hasBody: boolean, isHome: boolean): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const header of request.headers) {
    const name = header.name.toLowerCase();
    if (!isHome && isSecretHeader(header)) continue;
    // As fetch does it where a redirect takes the body away.
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

/** The name and the client certificate are for the target alone; what is trusted holds for all its redirects. */
function tlsOf(
  { tls_verify, ca, client_certificate, client_key, server_name }: RequestOptions,
  isHome: boolean,
): TlsOptions {
  const [certificate, key] = isHome ? [client_certificate, client_key] : ['', ''];
  return {
    alpn,
    verify: tls_verify,
    ...(ca === '' && certificate === '' ? {} : { files: { ca, certificate, key } }),
    ...(server_name === '' || !isHome ? {} : { servername: server_name }),
  };
}
