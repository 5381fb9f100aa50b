import { canParseUrl } from '../fields/can-parse-url.ts';
import { maskedSecret } from '../secrets/secret-names.ts';
import type { RequestOptions } from './request.ts';

/** The location of a secret in a request. */
export interface SecretPlace {
  /** The key under which it is stored. The key of a header has its name, so that it survives reordering of the list. */
  readonly name: string;
  /** Name of the field on the wire. */
  readonly field: string;
}

/** Replaces each secret, including empty ones, by the result of `change`. */
export function mapSecrets(
  request: RequestOptions,
  change: (text: string, place: SecretPlace) => string,
): RequestOptions {
  const at = (text: string, name: string): string => change(text, { name, field: `request.${name}` });
  const { auth } = request;
  return {
    ...request,
    headers: mapHeaders(request.headers, 'request.headers', change),
    body: request.body_secret ? at(request.body, 'body') : request.body,
    auth: { ...auth, password: at(auth.password, 'auth.password'), token: at(auth.token, 'auth.token') },
    client_key: at(request.client_key, 'client_key'),
    proxy: mapProxy(request.proxy, (text) => at(text, 'proxy')),
  };
}

/** Replaces the values of secret headers. `field`: name of the list on the wire. */
export function mapHeaders(
  headers: RequestOptions['headers'],
  field: string,
  change: (text: string, place: SecretPlace) => string,
): RequestOptions['headers'] {
  const names = headerPlaces(headers);
  return headers.map((header, index) =>
    header.secret
      ? {
          ...header,
          value: change(header.value, { name: names[index] ?? '', field: `${field}.${index}.value` }),
        }
      : header,
  );
}

/** Keys of headers: the name, and from the second of a name on also a number. A header's name has no colon. */
function headerPlaces(headers: readonly { name: string }[]): string[] {
  const seen = new Map<string, number>();
  return headers.map(({ name }) => {
    const plain = name.toLowerCase();
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return `headers.${plain}${count === 1 ? '' : `:${count}`}`;
  });
}

/** Changes the password within a proxy's address. Text that is not an address has none. */
function mapProxy(proxy: string, change: (password: string) => string): string {
  if (!canParseUrl(proxy)) return proxy;
  const url = new URL(proxy);
  const password = decoded(url.password);
  const changed = change(password);
  if (changed === password) return proxy;
  url.password = encodeURIComponent(changed);
  return url.href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function secretsOf(request: RequestOptions): (SecretPlace & { text: string })[] {
  const found: (SecretPlace & { text: string })[] = [];
  mapSecrets(request, (text, place) => {
    if (text !== '') found.push({ ...place, text });
    return text;
  });
  return found;
}

/** Separates the secrets, by key, from the rest of the request. */
export function takeSecrets(request: RequestOptions): { request: RequestOptions; secrets: Record<string, string> } {
  return {
    request: mapSecrets(request, () => ''),
    secrets: Object.fromEntries(secretsOf(request).map(({ name, text }) => [name, text])),
  };
}

/** Reverses `takeSecrets`. */
export const putSecrets = (request: RequestOptions, secrets: Readonly<Record<string, string>>): RequestOptions =>
  mapSecrets(request, (text, { name }) => (Object.hasOwn(secrets, name) ? (secrets[name] ?? '') : text));

/** Replaces each set secret by the mask. */
export const maskRequest = (request: RequestOptions): RequestOptions =>
  mapSecrets(request, (text) => (text === '' ? '' : maskedSecret));
