import { z } from 'zod';
import { OtherKeyError } from '../../../base/sealed-text.ts';
import type { MonitorRow } from '../../tables.ts';
import type { SecretOpener, SecretsIn } from './secrets.ts';

/** By the name of its place in the request. */
export type NamedSecrets = Record<string, string>;

const namedSecrets = z.record(z.string(), z.string());

/** Which of a monitor's secrets are sealed, and for where: all of them, for this monitor and this place. */
export const monitorSecrets = (id: number, named: NamedSecrets): SecretsIn<NamedSecrets> => ({
  fields: Object.keys(named),
  place: `monitor/${id}`,
});

/** The secrets of a row, sealed. */
export const sealedSecrets = ({ secrets }: Pick<MonitorRow, 'secrets'>): NamedSecrets =>
  secrets === null ? {} : namedSecrets.parse(JSON.parse(secrets));

/** The text that is stored of them: null without any. */
export const secretsText = (named: NamedSecrets): string | null =>
  Object.keys(named).length === 0 ? null : JSON.stringify(named);

/** The secrets of a row, readable; null when one cannot be opened. */
export function openSecrets(row: Pick<MonitorRow, 'id' | 'secrets'>, open: SecretOpener): NamedSecrets | null {
  const named = sealedSecrets(row);
  try {
    return open(named, monitorSecrets(row.id, named));
  } catch (error) {
    if (error instanceof OtherKeyError) return null;
    throw error;
  }
}
