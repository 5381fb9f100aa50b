import type { FieldError } from '../errors.ts';
import { canParseUrl } from '../fields/can-parse-url.ts';
import { findInvisible } from '../fields/clean-address.ts';
import { isHost } from '../fields/fields.ts';
import { inputMessages } from '../fields/input-messages.ts';
import { maskedSecret } from '../secrets/secret-names.ts';
import { defaultRequest } from './default-options.ts';
import type { UrlOptions } from './options.ts';
import type { RequestOptions } from './request.ts';
import type { CheckMode } from './request-names.ts';
import { methodsWithoutBody } from './request-names.ts';

/** The parts that are validated together. */
export interface AskedPage {
  check_mode: CheckMode;
  request: RequestOptions;
  ip_family: UrlOptions['ip_family'];
  assertions: readonly unknown[];
}

const proxySchemes = ['http:', 'https:', 'socks5:'];
/** RFC 9110, section 11.2, and what servers accept in practice: visible ASCII. */
const bearerToken = /^[\x21-\x7e]+$/;

/**
 * Problems of fields that are valid alone but not together, by the field to blame. `unknown`: fields whose secret
 * cannot be decrypted here, so their content is not validated.
 */
export function requestProblems(page: AskedPage, unknown: ReadonlySet<string> = new Set()): FieldError[] {
  const { request } = page;
  return [
    ...bodyProblems(request, unknown.has('request.body')),
    ...headerProblems(request),
    ...authProblems(request, unknown.has('request.auth.token')),
    ...invisibleProblems(request, unknown),
    ...certificateProblems(request).map(([field, message]): Problem => [`request.${field}`, message]),
    ...serverNameProblems(request.server_name),
    ...proxyProblems(request.proxy),
    ...(page.check_mode === 'browser' ? browserProblems(page) : []),
  ].map(([field, message]) => ({ field, message }));
}

type Problem = [field: string, message: string];

function bodyProblems({ method, body_type, body }: RequestOptions, isUnknown: boolean): Problem[] {
  if (body_type === 'none') {
    return body === ''
      ? []
      : [['request.body_type', 'Body type must be json, form, text or xml where there is a body']];
  }
  if (methodsWithoutBody.includes(method)) {
    return [['request.body', `Body must be empty and its type none: a ${method} request sends none`]];
  }
  if (body_type !== 'json' || isUnknown) return [];
  try {
    JSON.parse(body);
    return [];
  } catch {
    return [['request.body', 'Body must be JSON, as its type says']];
  }
}

/** Other headers may occur twice; servers refuse a request with two Host headers (RFC 9112, section 3.2). */
function headerProblems({ headers, auth }: RequestOptions): Problem[] {
  const seen = new Set<string>();
  return headers.flatMap(({ name, value }, index): Problem[] => {
    const plain = name.toLowerCase();
    const isSecond = seen.has(plain);
    seen.add(plain);
    if (name === '') return [[`request.headers.${index}.name`, 'Header name is required']];
    if (plain === 'host' && isSecond) return [[`request.headers.${index}.name`, 'Host must be there once']];
    if (plain === 'host' && value.trim() === '') {
      return [[`request.headers.${index}.value`, 'Host must have a value']];
    }
    if (plain === 'authorization' && auth.type !== 'none') {
      return [[`request.headers.${index}.name`, 'Authorization must be a header or an auth type, not both']];
    }
    return [];
  });
}

function authProblems({ auth }: RequestOptions, isTokenUnknown: boolean): Problem[] {
  if (auth.type === 'basic') {
    // A colon ends the user name (RFC 7617, section 2).
    if (auth.username.includes(':')) return [['request.auth.username', 'User name must have no colon']];
    if (auth.username !== '' && auth.password !== '') return [];
    return auth.username === ''
      ? [['request.auth.username', 'User name is required for basic auth']]
      : [['request.auth.password', 'Password is required for basic auth']];
  }
  if (auth.type !== 'bearer') return [];
  if (auth.token === '') return [['request.auth.token', 'Token is required for bearer auth']];
  if (isTokenUnknown || bearerToken.test(auth.token)) return [];
  return [['request.auth.token', 'Token must have visible ASCII characters only, without spaces']];
}

/** Such characters come from a slip while pasting, and no server accepts a credential with them. */
function invisibleProblems({ headers, auth }: RequestOptions, unknown: ReadonlySet<string>): Problem[] {
  const texts: [field: string, label: string, text: string][] = [
    ...headers.map(({ value }, index): [string, string, string] => [
      `request.headers.${index}.value`,
      'Header value',
      value,
    ]),
    ['request.auth.username', 'User name', auth.username],
    ['request.auth.password', 'Password', auth.password],
  ];
  return texts.flatMap(([field, label, text]): Problem[] => {
    const found = unknown.has(field) || text === maskedSecret ? null : findInvisible(text);
    return found === null ? [] : [[field, inputMessages.invisible(label, found)]];
  });
}

const serverNameProblems = (name: string): Problem[] =>
  name === '' || isHost(name) ? [] : [['request.server_name', inputMessages.host('Server name')]];

/** A client certificate and its key belong together. */
export function certificateProblems({
  client_certificate,
  client_key,
}: Record<'client_certificate' | 'client_key', string>): [
  field: 'client_certificate' | 'client_key',
  message: string,
][] {
  if (client_certificate !== '' && client_key === '') {
    return [['client_key', 'Client key is required with a client certificate']];
  }
  if (client_certificate === '' && client_key !== '') {
    return [['client_certificate', 'Client certificate is required with a client key']];
  }
  return [];
}

function proxyProblems(proxy: string): Problem[] {
  if (proxy === '') return [];
  const url = canParseUrl(proxy) ? new URL(proxy) : null;
  if (!url || !proxySchemes.includes(url.protocol) || url.hostname === '') {
    return [['request.proxy', 'Proxy must be an address that starts with http://, https:// or socks5://']];
  }
  if (url.port === '0' || (url.pathname !== '/' && url.pathname !== '') || url.search !== '' || url.hash !== '') {
    return [['request.proxy', 'Proxy must be an address without a path, with a port between 1 and 65535']];
  }
  if (url.username === '' && url.password !== '') {
    return [['request.proxy', 'Proxy must have a user name where it has a password']];
  }
  try {
    decodeURIComponent(url.username + url.password);
    return [];
  } catch {
    return [['request.proxy', 'Proxy must have its user name and password percent-encoded']];
  }
}

/** A browser decides about its own requests. */
function browserProblems({ request, ip_family, assertions }: AskedPage): Problem[] {
  const names = Object.keys(defaultRequest) as (keyof RequestOptions)[];
  const set = names.filter(
    (name) => name !== 'accepted_status' && JSON.stringify(request[name]) !== JSON.stringify(defaultRequest[name]),
  );
  const fields = [
    ...set.map((name) => `request.${name}`),
    ...(ip_family === 'any' ? [] : ['ip_family']),
    ...(assertions.length === 0 ? [] : ['assertions']),
  ];
  return fields.map((field): Problem => [field, 'A check in the browser takes the accepted status only']);
}
