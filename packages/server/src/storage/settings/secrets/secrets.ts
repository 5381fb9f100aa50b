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

/** Which fields of settings hold secrets (text, empty where none is set), and the place for which they are sealed. */
export interface SecretsIn<Settings> {
  fields: readonly (keyof Settings & string)[];
  place: string;
}

/** Seals secrets before they are stored, and opens them for whoever sends them where they belong. */
export interface Secrets {
  /**
   * Settings with these fields sealed. Empty ones stay empty, and those that are sealed stay as they are. `transaction`:
   * the one in which they are stored.
   */
  seal<Settings extends object>(
    transaction: Database,
    settings: Settings,
    secrets: SecretsIn<Settings>,
  ): Promise<Settings>;
  /** Settings with these fields readable. @throws OtherKeyError when one cannot be opened */
  open<Settings extends object>(settings: Settings, secrets: SecretsIn<Settings>): Promise<Settings>;
  /** Opens many by the keys as they are now, which are read once. `transaction`: the one that runs, if any does. */
  opener(transaction?: Database): Promise<SecretOpener>;
}

/** As `Secrets.open`. @throws OtherKeyError when one cannot be opened */
export type SecretOpener = <Settings extends object>(settings: Settings, secrets: SecretsIn<Settings>) => Settings;

/** `configured`: the key that the environment gives; null: the one that is stored. `db` is asked for it whenever something is opened. */
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

/** All keys that are known, the one that seals first. */
export async function findKeys(db: Database, configured: Buffer | null): Promise<Buffer[]> {
  const stored = await findStoredKey(db);
  return [configured, stored].filter((key) => key !== null);
}

/** @throws OtherKeyError when none of the keys opens it */
export function openWith(keys: readonly Buffer[], sealed: string, place: string): string {
  const key = keys.find((each) => fingerprintOf(each) === sealedUnder(sealed));
  if (key === undefined) throw new OtherKeyError(otherKeyMessage);
  return openText(key, sealed, place);
}

export const placeOf = (place: string, field: string): string => `${place}.${field}`;

/** Settings with each of these fields that is set replaced by what `change` makes of it. */
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
