import { canParseUrl } from '../fields/can-parse-url.ts';
import { isSecretParameter, maskedSecret, removedSecret } from './secret-names.ts';
import { withoutCredentials } from './without-credentials.ts';

/**
 * `public`: pages, feeds, messages, metrics, logs. `settings`: users and tokens that may read the settings; a masked secret
 * that they send back is kept.
 */
export type AddressReader = 'public' | 'settings';

/** An address as a reader may see it. The only place that decides this. */
export const shownAddress = (address: string, reader: AddressReader): string =>
  reader === 'settings'
    ? mapAddressSecrets(address, () => maskedSecret)
    : mapAddressSecrets(withoutCredentials(address), () => removedSecret);

/** Each secret of an address, as it is written there and decoded. */
export const addressSecrets = (address: string): string[] => [
  ...new Set(secretsIn(address, 0).flatMap((text) => [text, decoded(text)])),
];

function secretsIn(address: string, depth: number): string[] {
  const found: string[] = [];
  const note = (text: string): string => {
    found.push(text);
    return text;
  };
  mapAddressSecrets(address, note, depth);
  return found;
}

/** An address that a user entered in place of the stored one, with its secrets filled in. */
export interface KeptAddress {
  address: string;
  /** Masks that stand for a stored secret. */
  kept: number;
  /** Masks that stand for nothing. */
  unknown: number;
}

/** An address in which each mask is replaced by the stored secret in the same place. */
export function keepAddressSecrets(given: string, stored: string): KeptAddress {
  const known = new Map<string, string>();
  mapAddressSecrets(stored, (text, place) => {
    known.set(place, text);
    return text;
  });
  const done = { kept: 0, unknown: 0 };
  const address = mapAddressSecrets(given, (text, place) => {
    if (!isMask(text)) return text;
    const old = known.get(place);
    if (old === undefined) done.unknown += 1;
    else done.kept += 1;
    return old ?? text;
  });
  return { address, ...done };
}

/** Scheme, user with @, and the rest. Browsers accept slashes and backslashes here, and several of them. */
const parts = /^(\s*[a-z][a-z\d+.-]*:[/\\]*)(?:([^/\\?#]*)@)?(.*)$/is;

/**
 * An address in which each secret is what `change` makes of it; all else stays as it is written. Secrets are the password
 * (the user, where there is no password), and the values of parameters that are named or look like secrets. `place` is the
 * same for the same secret of a changed address.
 */
function mapAddressSecrets(address: string, change: (text: string, place: string) => string, depth = 0): string {
  const [, scheme = '', user, rest = ''] = parts.exec(address) ?? [];
  if (scheme === '') return mapParameters(address, change, depth);
  return `${scheme}${user === undefined ? '' : `${mapUser(user, change)}@`}${mapParameters(rest, change, depth)}`;
}

function mapUser(user: string, change: (text: string, place: string) => string): string {
  const [, name = '', password = ''] = /^([^:]*):?(.*)$/s.exec(user) ?? [];
  if (password !== '') return `${isMask(name) ? change(name, 'user') : name}:${change(password, 'password')}`;
  return name === '' ? user : change(name, 'user') + user.slice(name.length);
}

/** Of a segment of a path (`;jsessionid=`), and of a query or a fragment. */
const pathParameter = /(;)([^=;/]*)=([^;/]+)/g;
const queryParameter = /([?&;#])([^=&;?#]*)=([^&;#]+)/g;

function mapParameters(text: string, change: (text: string, place: string) => string, depth: number): string {
  const seen = new Map<string, number>();
  const mapOne = (whole: string, before: string, name: string, value: string): string => {
    const plain = decoded(name);
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    if (!isSecretParameter(plain) && !looksSecret(value, depth)) return whole;
    return `${before}${name}=${change(value, `${plain}=${count}`)}`;
  };
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/s.exec(text) ?? [];
  return path.replace(pathParameter, mapOne) + query.replace(queryParameter, mapOne);
}

/** Addresses within each other's parameters. A target may redirect to one of thousands, which the stack does not hold. */
const deepestAddress = 4;

/** A signed token (RFC 7519), an address that carries a secret itself, or the mask of either. */
function looksSecret(value: string, depth: number): boolean {
  const text = decoded(value);
  if (isMask(value) || /^eyJ[\w-]+\.[\w-]+\./.test(text)) return true;
  if (!text.includes('://') || !canParseUrl(text)) return false;
  return depth === deepestAddress || secretsIn(text, depth + 1).length > 0;
}

/** A browser's address field may encode the mask. */
const isMask = (text: string): boolean => decoded(text) === maskedSecret;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
