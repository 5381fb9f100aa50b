import { canParseUrl } from '@upvigil/core/addresses/can-parse-url';
import { addressSecrets } from '@upvigil/core/addresses/shown-address';
import type { RequestOptions } from '@upvigil/core/check-options/request';
import { removedSecret } from '@upvigil/core/format/secret-names';

/** Shorter ones would take letters out of every word, and so tell more than they hide. */
const shortestSecret = 3;
/** Of a secret at the end of a text that was cut: less tells nothing. */
const shortestPart = 6;
/** Of the values in a secret body: numbers and words as `true` are no secrets. */
const shortestBodyValue = 6;

/** Headers that are secret whoever gave them, in lower case. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie']);

export const isSecretHeader = ({ name, secret }: { name: string; secret: boolean }): boolean =>
  secret || secretHeaders.has(name.toLowerCase());

/** Takes secrets out of a text. To be used before the text is cut: a part of a secret is not recognised. */
export type RemoveSecrets = (text: string) => string;

const removeNothing: RemoveSecrets = (text) => text;

/** What a target is sent. `addresses`: that of the monitor, and those that it was redirected to. */
export interface SentSecrets {
  request?: RequestOptions | undefined;
  addresses: readonly string[];
}

/**
 * What takes the secrets of a request and its addresses out of all that its target or proxy answered, as they are or as encoded in JSON,
 * HTML, an address or base64: a target may echo what it was sent. Cheap when there are no secrets.
 */
export function secretsRemover({ request, addresses }: SentSecrets): RemoveSecrets {
  const secrets = [...(request ? secretsOf(request) : []), ...addresses.flatMap(secretsOfAddress)].filter(
    (secret) => secret.length >= shortestSecret,
  );
  if (secrets.length === 0) return removeNothing;
  // The longest first, so that no part of it is left when another secret is a part of it.
  const written = [...new Set(secrets.flatMap(writtenAs))].sort((one, other) => other.length - one.length);
  return (text) =>
    withoutBrokenOff(
      written.reduce((left, secret) => left.replaceAll(secret, removedSecret), text),
      written,
    );
}

/** A text that was cut may end within a secret: what stands there of it goes too. */
function withoutBrokenOff(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length >= shortestPart; length--) {
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + removedSecret;
    }
  }
  return text;
}

function secretsOf({ auth, headers, body, body_secret, body_type, proxy }: RequestOptions): string[] {
  const ofHeaders = headers
    .filter(isSecretHeader)
    .flatMap(({ value }) => [value, ...value.split(/[\s;=,]+/).filter(isLong)]);
  return [
    auth.password,
    auth.token,
    ...(auth.type === 'basic' ? [base64(`${auth.username}:${auth.password}`)] : []),
    ...ofHeaders,
    ...(body_secret ? [body, ...valuesOf(body, body_type).filter(isLong)] : []),
    ...proxySecrets(proxy),
  ];
}

/** The password also as the header that it becomes (RFC 7617). A short value of a parameter may be any word. */
function secretsOfAddress(address: string): string[] {
  if (!canParseUrl(address)) return [];
  const { username, password } = new URL(address);
  const ofUser = decoded(password === '' ? username : password);
  const header = username + password === '' ? [] : [base64(`${decoded(username)}:${decoded(password)}`)];
  return [ofUser, ...addressSecrets(address).filter(isLong), ...header];
}

const isLong = (text: string): boolean => text.length >= shortestBodyValue;

function proxySecrets(proxy: string): string[] {
  if (!canParseUrl(proxy)) return [];
  const { username, password } = new URL(proxy);
  const [name, secret] = [decoded(username), decoded(password)];
  return secret === '' ? [] : [secret, base64(`${name}:${secret}`)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The values in a body, which a target may echo one by one. */
function valuesOf(body: string, type: RequestOptions['body_type']): string[] {
  if (type === 'form') return [...new URLSearchParams(body).values()];
  if (type === 'json') return textsOf(body);
  return body.split(/[\s<>"'=&;,]+/);
}

/** Every text in JSON, but for names of members. What is none has been refused when it was saved. */
function textsOf(json: string): string[] {
  const texts: string[] = [];
  try {
    JSON.parse(json, (_name, value) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    return [];
  }
  return texts;
}

/** As it is, and as addresses, forms, JSON, HTML and base64 have it. */
function writtenAs(secret: string): string[] {
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const bytes = Buffer.from(secret);
  // What is no valid text is replaced, as encodeURIComponent would throw at it.
  const text = bytes.toString();
  return [
    ...[secret, form, form.replaceAll('+', '%20'), encodeURIComponent(text), encodeURI(text)],
    // Within JSON within JSON too; and with '\/', as PHP writes it.
    ...[inJson(secret), inJson(inJson(secret)), inJson(secret).replaceAll('/', '\\/')],
    ...[inHtml(secret, '&quot;', "'"), inHtml(secret, '&#34;', '&#39;'), inHtml(secret, '&quot;', '&#x27;')],
    // Without the padding, which not everybody writes.
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
