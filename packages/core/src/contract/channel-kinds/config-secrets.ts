import { maskedSecret } from '../secrets/secret-names.ts';
import { shownAddress } from '../secrets/shown-address.ts';
import type { AnyConfig, ConfigFields, HeaderValue } from './config-fields.ts';
import { isSecretField } from './config-fields.ts';

/** Replaces each secret, including empty ones, by the result of `change`. `place`: the key under which it is stored. */
export function mapConfigSecrets(
  fields: ConfigFields,
  config: AnyConfig,
  change: (text: string, place: string) => string,
): AnyConfig {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const value = config[name];
    if (field.type === 'headers') return [[name, mapHeaders(name, value as HeaderValue[] | undefined, change)]];
    return isSecretField(field) ? [[name, change(typeof value === 'string' ? value : '', name)]] : [];
  });
  return { ...config, ...Object.fromEntries(changed) };
}

/**
 * The key of a header has its name, so that it survives reordering of the list; from the second of a name on, also a
 * number.
 */
function mapHeaders(
  field: string,
  headers: readonly HeaderValue[] = [],
  change: (text: string, place: string) => string,
): HeaderValue[] {
  const seen = new Map<string, number>();
  return headers.map(({ name, value }) => {
    const plain = name.toLowerCase();
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return { name, value: change(value, `${field}.${plain}${count === 1 ? '' : `:${count}`}`) };
  });
}

/** Separates the set secrets, by key, from the rest of the settings. */
export function takeConfigSecrets(
  fields: ConfigFields,
  config: AnyConfig,
): { config: AnyConfig; secrets: Record<string, string> } {
  const secrets: Record<string, string> = {};
  const bare = mapConfigSecrets(fields, config, (text, place) => {
    if (text !== '') secrets[place] = text;
    return '';
  });
  return { config: bare, secrets };
}

/** Reverses `takeConfigSecrets`. */
export const putConfigSecrets = (
  fields: ConfigFields,
  config: AnyConfig,
  secrets: Readonly<Record<string, string>>,
): AnyConfig =>
  mapConfigSecrets(fields, config, (text, place) => (Object.hasOwn(secrets, place) ? (secrets[place] ?? '') : text));

/** Replaces each set secret by the mask, including secrets within addresses. */
export const maskConfig = (fields: ConfigFields, config: AnyConfig): AnyConfig =>
  mapConfigAddresses(
    fields,
    mapConfigSecrets(fields, config, (text) => (text === '' ? '' : maskedSecret)),
    (address) => shownAddress(address, 'settings'),
  );

/** Replaces each address that is not a secret as a whole by the result of `change`. */
export function mapConfigAddresses(
  fields: ConfigFields,
  config: AnyConfig,
  change: (address: string, name: string) => string,
): AnyConfig {
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const address = config[name];
    if (field.type !== 'address' || isSecretField(field) || typeof address !== 'string') return [];
    return [[name, change(address, name)]];
  });
  return { ...config, ...Object.fromEntries(changed) };
}
