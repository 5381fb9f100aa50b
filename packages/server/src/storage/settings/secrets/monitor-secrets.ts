import { z } from 'zod';
import { OtherKeyError } from '../../../base/sealed-text.ts';
import type { MonitorRow } from '../../tables.ts';
import type { SecretOpener, Secrets, SecretsIn } from './secrets.ts';

/** By storage key. */
export type NamedSecrets = Record<string, string>;

const namedSecrets = z.record(z.string(), z.string());

/** All secrets of a monitor, encrypted for this monitor and this storage key. */
export const monitorSecrets = (id: number, named: NamedSecrets): SecretsIn<NamedSecrets> => ({
  fields: Object.keys(named),
  place: `monitor/${id}`,
});

/** The encrypted secrets of a row. */
export const sealedSecrets = ({ secrets }: Pick<MonitorRow, 'secrets'>): NamedSecrets =>
  secrets === null ? {} : namedSecrets.parse(JSON.parse(secrets));

/** The stored text; null without secrets. */
export const secretsText = (named: NamedSecrets): string | null =>
  Object.keys(named).length === 0 ? null : JSON.stringify(named);

/** The decrypted secrets of a row; null if one cannot be decrypted. */
export function openSecrets(row: Pick<MonitorRow, 'id' | 'secrets'>, open: SecretOpener): NamedSecrets | null {
  const named = sealedSecrets(row);
  try {
    return open(named, monitorSecrets(row.id, named));
  } catch (error) {
    if (error instanceof OtherKeyError) return null;
    throw error;
  }
}

/** Ids of the monitors with secrets that cannot be opened. */
export async function missingSecrets(
  rows: readonly MonitorRow[],
  secrets: Pick<Secrets, 'opener'>,
): Promise<Set<number>> {
  const withSecrets = rows.filter((row) => row.secrets !== null);
  if (withSecrets.length === 0) return new Set();
  const open = await secrets.opener();
  return new Set(withSecrets.filter((row) => openSecrets(row, open) === null).map(({ id }) => id));
}
