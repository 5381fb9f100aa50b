import type { RequestHeader, RequestOptions } from '@upvigil/core/contract/check-options/request';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { removedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { addressSecrets } from '@upvigil/core/contract/secrets/shown-address';

/** Shorter secrets would be removed from within ordinary words, which reveals more than it hides. */
const shortestSecret = 3;
/** Length of a secret's beginning that is removed at the end of a cut text; less reveals nothing. */
const shortestPart = 6;
/** Minimum length of values in a secret body, because numbers and words such as `true` are not secrets. */
const shortestBodyValue = 6;

/** Always secret, whoever set them. In lower case. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie']);

export const isSecretHeader = ({ name, secret }: { name: string; secret: boolean }): boolean =>
  secret || secretHeaders.has(name.toLowerCase());

/** Removes secrets from a text. Must be used before the text is cut, because a truncated secret is not recognised. */
export type RemoveSecrets = (text: string) => string;

/** A sent request. `addresses`: the monitor's, and those of its redirects. */
interface SentSecrets {
  request?: RequestOptions | undefined;
  addresses: readonly string[];
}

/** Of parts of secrets (a cookie with many values, say), only this many are searched in encoded forms: the longest. */
const mostEncodedParts = 250;

/**
 * Returns a function that removes the secrets of a request from text of its target or proxy, which may echo them. Finds
 * them as they are and as encoded in JSON, HTML, addresses and base64. Prepared lazily, at the first text.
 */
export function secretsRemover({ request, addresses }: SentSecrets): RemoveSecrets {
  let written: WrittenSecrets[] | null = null;
  return (text) => {
    written ??= [
      ...(request ? [writtenOf(request)] : []),
      writtenSecrets(addresses.flatMap(secretsOfAddress), []),
    ].filter(({ lengths }) => lengths.length > 0);
    return written.length === 0 ? text : withoutWritten(text, written);
  };
}

/** Returns a function that removes these secrets, and those of headers, from a text, as they are and encoded. */
export function textRemover(secrets: readonly string[], headers: readonly RequestHeader[]): RemoveSecrets {
  const all = [...secrets, ...headers.filter(isSecretHeader).map(({ value }) => value)];
  const written = [
    writtenSecrets(
      all.filter((secret) => secret.length >= shortestSecret),
      partsOfHeaders(headers).filter(isLong),
    ),
  ];
  return (text) => withoutWritten(text, written);
}

const writtenByRequest = new WeakMap<RequestOptions, WrittenSecrets>();

function writtenOf(request: RequestOptions): WrittenSecrets {
  const known = writtenByRequest.get(request);
  if (known) return known;
  const written = writtenSecrets(secretsOf(request), partsOf(request));
  writtenByRequest.set(request, written);
  return written;
}

/** All searched texts, grouped by their beginning, so that the search time hardly depends on their number. */
interface WrittenSecrets {
  byBeginning: ReadonlyMap<string, readonly string[]>;
  /** Lengths of the beginnings. Shorter ones are whole secrets. */
  lengths: readonly number[];
}

function writtenSecrets(secrets: readonly string[], parts: readonly string[]): WrittenSecrets {
  const byLength = [...new Set(parts)].sort((one, other) => other.length - one.length);
  const written = new Set([...secrets, ...byLength.slice(0, mostEncodedParts)].flatMap(writtenAs));
  for (const part of byLength.slice(mostEncodedParts)) written.add(part);
  const byBeginning = new Map<string, string[]>();
  for (const secret of written) {
    const beginning = secret.slice(0, shortestPart);
    const others = byBeginning.get(beginning);
    if (others) others.push(secret);
    else byBeginning.set(beginning, [secret]);
  }
  return { byBeginning, lengths: [...new Set([...byBeginning.keys()].map(({ length }) => length))] };
}

function withoutWritten(text: string, written: readonly WrittenSecrets[]): string {
  let left = '';
  let removedTo = 0;
  for (let at = 0; at < text.length; at += 1) {
    const end = Math.max(...written.map((secrets) => longestAt(secrets, text, at)));
    if (end <= removedTo) continue;
    // Merges overlapping matches.
    if (at > removedTo || left === '') left += text.slice(removedTo, at) + removedSecret;
    removedTo = end;
  }
  return left + text.slice(removedTo);
}

/** End of the longest secret that begins at `at`; 0 without one. */
function longestAt({ byBeginning, lengths }: WrittenSecrets, text: string, at: number): number {
  let end = 0;
  for (const length of lengths) {
    for (const secret of byBeginning.get(text.slice(at, at + length)) ?? []) {
      end = Math.max(end, endOf(secret, text, at));
    }
  }
  return end;
}

/** End of a secret at `at`; 0 if it is not there. A cut text may end within it. */
function endOf(secret: string, text: string, at: number): number {
  const rest = text.length - at;
  if (secret.length <= rest) return text.startsWith(secret, at) ? at + secret.length : 0;
  return rest >= shortestPart && text.endsWith(secret.slice(0, rest)) ? text.length : 0;
}

function secretsOf({ auth, headers, body, body_secret, proxy }: RequestOptions): string[] {
  return [
    auth.password,
    auth.token,
    ...(auth.type === 'basic' ? [base64(`${auth.username}:${auth.password}`)] : []),
    ...headers.filter(isSecretHeader).map(({ value }) => value),
    ...(body_secret ? [body] : []),
    ...proxySecrets(proxy),
  ].filter((secret) => secret.length >= shortestSecret);
}

/** The values within its secrets, which a target may echo separately. */
function partsOf({ headers, body, body_secret, body_type }: RequestOptions): string[] {
  return [...partsOfHeaders(headers), ...(body_secret ? valuesOf(body, body_type) : [])].filter(isLong);
}

const partsOfHeaders = (headers: readonly RequestHeader[]): string[] =>
  headers.filter(isSecretHeader).flatMap(({ value }) => value.split(/[\s;=,]+/));

/**
 * Includes the password as the header that it becomes (RFC 7617). Short parameters are skipped, because they may be
 * ordinary words.
 */
function secretsOfAddress(address: string): string[] {
  if (!canParseUrl(address)) return [];
  const { username, password } = new URL(address);
  const ofUser = decoded(password === '' ? username : password);
  const header = username + password === '' ? [] : [base64(`${decoded(username)}:${decoded(password)}`)];
  return [ofUser, ...addressSecrets(address).filter(isLong), ...header].filter(
    (secret) => secret.length >= shortestSecret,
  );
}

const isLong = (text: string): boolean => text.length >= shortestBodyValue;

function proxySecrets(proxy: string): string[] {
  if (!canParseUrl(proxy)) return [];
  const { username, password } = new URL(proxy);
  const name = decoded(username);
  const secret = decoded(password);
  return secret === '' ? [] : [secret, base64(`${name}:${secret}`)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The values in a body, which a target may echo separately. */
function valuesOf(body: string, type: RequestOptions['body_type']): string[] {
  if (type === 'form') return [...new URLSearchParams(body).values()];
  if (type === 'json') return textsOf(body);
  return body.split(/[\s<>"'=&;,]+/);
}

/**
 * Every string in JSON except member names. Found by quotes rather than by parsing, because nesting may exceed the
 * stack.
 */
function textsOf(json: string): string[] {
  return [...json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap(([, quoted = '', isName]) => {
    if (isName !== undefined) return [];
    try {
      return [String(JSON.parse(quoted))];
    } catch {
      return [];
    }
  });
}

/** The secret as it is, and as encoded in addresses, forms, JSON, HTML and base64. */
function writtenAs(secret: string): string[] {
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const bytes = Buffer.from(secret);
  // Replaces invalid text, because encodeURIComponent would throw.
  const text = bytes.toString();
  return [
    ...[secret, form, form.replaceAll('+', '%20'), encodeURIComponent(text), encodeURI(text)],
    // Includes JSON within JSON, and '\/' as PHP writes it.
    ...[inJson(secret), inJson(inJson(secret)), inJson(secret).replaceAll('/', '\\/')],
    ...[inHtml(secret, '&quot;', "'"), inHtml(secret, '&#34;', '&#39;'), inHtml(secret, '&quot;', '&#x27;')],
    // Without padding, which is often omitted.
    ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')],
  ];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const inHtml = (text: string, quote: string, apostrophe: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
