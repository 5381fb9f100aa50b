import { canParseUrl } from '../fields/can-parse-url.ts';
import { isSecretParameter, maskedSecret, removedSecret } from './secret-names.ts';
import { withoutCredentials } from './without-credentials.ts';

/**
 * `public`: pages, feeds, messages, metrics, logs. `settings`: users and tokens that may read the settings. They may
 * send a masked secret back to keep it.
 */
type AddressReader = 'public' | 'settings';

/** An address as a reader may see it. No other function decides this. */
export const shownAddress = (address: string, reader: AddressReader): string =>
  reader === 'settings'
    ? mapAddressSecrets(address, () => maskedSecret)
    : mapAddressSecrets(withoutCredentials(address), () => removedSecret);

/** Each secret of an address, both as written and decoded. */
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

/** An entered address, with its masks replaced by the stored secrets. */
interface KeptAddress {
  address: string;
  /** Number of masks replaced by a stored secret. */
  kept: number;
  /** Number of masks without a stored secret. */
  unknown: number;
}

/** Replaces each mask by the stored secret in the same place. */
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

/** Scheme, user with @, and the rest. Browsers accept any number of slashes and backslashes after the scheme. */
const parts = /^(\s*[a-z][a-z\d+.-]*:[/\\]*)(?:([^/\\?#]*)@)?(.*)$/is;

/**
 * Replaces each secret of an address by the result of `change`; keeps all else as written. Secrets are the password (or
 * the user, without a password), and parameters that are named like secrets or look like them. `place` identifies a
 * secret across versions of the address.
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

/** Parameters of a path segment (`;jsessionid=`), and of a query or a fragment. */
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

/**
 * Depth of addresses nested in parameters. A target may redirect to thousands of levels, which would overflow the
 * stack.
 */
const deepestAddress = 4;

/** A signed token (RFC 7519), an address that contains a secret, or the mask of either. */
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
