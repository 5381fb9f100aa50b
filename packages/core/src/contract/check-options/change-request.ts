import type { FieldError } from '../errors.ts';
import { canParseUrl } from '../fields/can-parse-url.ts';
import { maskedSecret } from '../secrets/secret-names.ts';
import { mergeRequest, type RequestChange, type RequestOptions } from './request.ts';
import { mapSecrets, maskRequest, type SecretPlace, secretsOf } from './request-secrets.ts';

interface ChangedRequest {
  request: RequestOptions;
  /** The secrets that were masked or absent in the change, and so keep their values. */
  kept: readonly SecretPlace[];
  /** Masks without a stored secret. */
  problems: readonly FieldError[];
}

/**
 * Applies a change to a request. Secrets may be in plain text or encrypted: they are moved, not read. A header whose
 * value is the mask keeps the value of the header of the same name.
 */
export function changeRequest(before: RequestOptions, change: RequestChange): ChangedRequest {
  const merged = withoutUseless(mergeRequest(maskRequest(before), change), change);
  const stored = new Map(secretsOf(before).map(({ name, text }) => [name, text]));
  const kept: SecretPlace[] = [];
  const problems: FieldError[] = maskedInTheOpen(merged);
  const request = mapSecrets(merged, (text, place) => {
    if (text !== maskedSecret) return text;
    const old = stored.get(place.name);
    if (old === undefined) problems.push({ field: place.field, message: nothingKept });
    else kept.push(place);
    return old ?? '';
  });
  return { request, kept, problems };
}

export const nothingKept = `There is no stored value that ${maskedSecret} would keep: enter the value`;
/** The problem of a mask in a field that is not secret. */
export const staysSecret = `${maskedSecret} keeps a stored secret, which stays secret: enter the value again to show it`;

function maskedInTheOpen({ headers, body, body_secret }: RequestOptions): FieldError[] {
  const open = headers.flatMap(({ value, secret }, index) =>
    value === maskedSecret && !secret ? [`request.headers.${index}.value`] : [],
  );
  if (body === maskedSecret && !body_secret) open.push('request.body');
  return open.map((field) => ({ field, message: staysSecret }));
}

/** Clears fields that the new types do not use, so that no unused secret stays stored. */
function withoutUseless(request: RequestOptions, change: RequestChange): RequestOptions {
  const { type, username, password, token } = request.auth;
  const isBasic = type === 'basic';
  const hasKeyOnly = request.client_certificate === '' && (change.client_key ?? maskedSecret) === maskedSecret;
  const isBodyLeft = request.body_type === 'none' && (change.body ?? maskedSecret) === maskedSecret;
  return {
    ...request,
    auth: {
      type,
      username: isBasic ? username : '',
      password: isBasic ? password : '',
      token: type === 'bearer' ? token : '',
    },
    ...(hasKeyOnly ? { client_key: '' } : {}),
    ...(isBodyLeft || (request.body_type === 'none' && request.body === '') ? { body: '', body_secret: false } : {}),
  };
}

/** A page and its request. */
interface Asked {
  url: string;
  request: RequestOptions;
}

/**
 * Refuses each kept secret that the change would send to another destination (scheme, host, port or proxy) or over a
 * connection with other TLS rules.
 */
export function movedSecrets(before: Asked, after: Asked, kept: readonly SecretPlace[]): FieldError[] {
  if (placeOf(before) === placeOf(after)) return [];
  const message =
    'Enter this secret again: the scheme, host, port, proxy or TLS settings changed, and no stored secret goes to a new place';
  return kept.map(({ field }) => ({ field, message }));
}

const placeOf = ({ url, request: { proxy, ca, server_name, tls_verify } }: Asked): string =>
  JSON.stringify([new URL(url).origin, proxyPlace(proxy), ca, server_name, tls_verify]);

function proxyPlace(proxy: string): string {
  if (!canParseUrl(proxy)) return proxy;
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}
