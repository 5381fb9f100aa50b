import {
  fingerprintOf,
  OtherKeyError,
  openText,
  otherKeyMessage,
  sealedUnder,
  sealText,
} from '../../../base/sealed-text.ts';
import type { Database } from '../../database.ts';
import { findStoredKey, requireStoredKey } from './secret-key.ts';

/** The fields of settings that hold secrets (empty if not set), and the place for which they are encrypted. */
export interface SecretsIn<Settings> {
  fields: readonly (keyof Settings & string)[];
  place: string;
}

/** Encrypts secrets before they are stored, and decrypts them for sending. */
export interface Secrets {
  /**
   * Encrypts these fields of settings. Empty and encrypted ones stay unchanged. `transaction`: the one that stores the
   * settings.
   */
  seal<Settings extends object>(
    transaction: Database,
    settings: Settings,
    secrets: SecretsIn<Settings>,
  ): Promise<Settings>;
  /** Decrypts these fields of settings. @throws OtherKeyError if one cannot be decrypted */
  open<Settings extends object>(settings: Settings, secrets: SecretsIn<Settings>): Promise<Settings>;
  /** Returns a function that decrypts many settings with the keys as of now. `transaction`: the current one, if any. */
  opener(transaction?: Database): Promise<SecretOpener>;
}

/** See `Secrets.open`. @throws OtherKeyError if a field cannot be decrypted */
export type SecretOpener = <Settings extends object>(settings: Settings, secrets: SecretsIn<Settings>) => Settings;

/** `configured`: key from the environment; null: the stored key, which is read from `db` at each use. */
export function createSecrets(db: () => Database, configured: Buffer | null): Secrets {
  return {
    async seal(transaction, settings, { fields, place }) {
      if (fields.every((field) => settings[field] === '')) return settings;
      const key = configured ?? (await requireStoredKey(transaction));
      return mapSecrets(settings, fields, (text, field) =>
        sealedUnder(text) === null ? sealText(key, text, placeOf(place, field)) : text,
      );
    },
    async open(settings, secrets) {
      const isSealed = secrets.fields.some((field) => sealedUnder(String(settings[field])) !== null);
      return isSealed ? openerOf(await findKeys(db(), configured))(settings, secrets) : settings;
    },
    opener: async (transaction) => openerOf(await findKeys(transaction ?? db(), configured)),
  };
}

const openerOf =
  (keys: readonly Buffer[]): SecretOpener =>
  (settings, { fields, place }) => {
    const sealed = fields.filter((field) => sealedUnder(String(settings[field])) !== null);
    return mapSecrets(settings, sealed, (text, field) => openWith(keys, text, placeOf(place, field)));
  };

/** All known keys; the first one encrypts. */
export async function findKeys(db: Database, configured: Buffer | null): Promise<Buffer[]> {
  const stored = await findStoredKey(db);
  return [configured, stored].filter((key) => key !== null);
}

/** @throws OtherKeyError if no key decrypts it */
export function openWith(keys: readonly Buffer[], sealed: string, place: string): string {
  const key = keys.find((each) => fingerprintOf(each) === sealedUnder(sealed));
  if (key === undefined) throw new OtherKeyError(otherKeyMessage);
  return openText(key, sealed, place);
}

export const placeOf = (place: string, field: string): string => `${place}.${field}`;

/** Replaces each of these fields that is set by the result of `change`. */
export function mapSecrets<Settings extends object>(
  settings: Settings,
  fields: readonly (keyof Settings & string)[],
  change: (text: string, field: string) => string,
): Settings {
  const changed = fields.flatMap((field) => {
    const text = settings[field];
    return typeof text === 'string' && text !== '' ? [[field, change(text, field)]] : [];
  });
  return { ...settings, ...Object.fromEntries(changed) };
}
