import { RequestError } from '@upvigil/core/contract/errors';
import { changeOptions, cloneOptions } from '@upvigil/core/contract/monitor-kinds/change-options';
import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { mapOptionSecrets, optionSecrets, putOptionSecrets } from '@upvigil/core/contract/monitor-kinds/option-secrets';
import { type NetworkMonitorType, networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { readNetworkOptions } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import {
  hostProblem,
  type NetworkMonitorChange,
  type NetworkMonitorInput,
  type NetworkTestInput,
  portProblem,
} from '@upvigil/core/contract/network-monitors';
import { secretMissing } from '@upvigil/core/texts/faults';
import { openSecrets, sealedSecrets } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { SecretOpener } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { refuse } from './changed-url.ts';
import { withChange } from './monitor-settings.ts';
import { trustFileProblems } from './request-trust.ts';

type SecretsRow = Pick<MonitorRow, 'id' | 'secrets'>;

/** Checks that need the server, in addition to the schema. @throws RequestError `invalid`, naming the field */
export const checkNewOptions = ({ options }: NetworkMonitorInput): void => refuse(optionFileProblems(options, true));

/**
 * A network monitor after a change. Kept secrets stay sealed.
 * @throws RequestError `invalid`, naming each invalid field
 */
export async function changedNetworkMonitor(
  before: NetworkMonitorInput,
  change: NetworkMonitorChange,
  row: SecretsRow,
  opener: () => Promise<SecretOpener>,
): Promise<NetworkMonitorInput> {
  const changed = withChange(before, { ...change, options: before.options });
  const withoutHost = hostProblem(changed);
  if (withoutHost !== null) refuse([{ field: 'host', message: withoutHost }]);
  const withoutPort = portProblem(changed);
  if (withoutPort !== null) refuse([{ field: 'port', message: withoutPort }]);
  const { options, problems } = changeOptions(before, changed, change.options);
  const { readable, isOpen } = await openedOptions(changed.monitor_type, options, row, opener);
  refuse([...problems, ...optionFileProblems(readable, isOpen)]);
  return { ...changed, options };
}

/**
 * The options of a test with secrets in plain text. Masked and absent secrets are those of the stored monitor, with the
 * rule of an edit: no secret goes to a new target.
 * @param before the stored monitor and its row; null if the test names none
 * @throws RequestError `invalid`, naming each invalid field
 */
export async function testedOptions(
  before: { settings: NetworkMonitorInput; row: SecretsRow } | null,
  input: NetworkTestInput,
  opener: () => Promise<SecretOpener>,
): Promise<GivenOptions | null> {
  const { options, problems } = changeOptions(before?.settings ?? null, input, input.options);
  const row = before?.row ?? { id: 0, secrets: null };
  const { readable, isOpen } = await openedOptions(input.monitor_type, options, row, opener);
  refuse([...problems, ...optionFileProblems(readable, isOpen)]);
  if (!isOpen) throw new RequestError('invalid', secretMissing);
  return readable;
}

/**
 * The options of a copy with secrets in plain text, by the rule of an edit: no secret goes to a new target.
 * @throws RequestError `invalid`, naming each invalid field
 */
export async function clonedOptions(
  source: NetworkMonitorInput,
  row: SecretsRow,
  copy: NetworkMonitorInput,
  given: GivenOptions | null,
  opener: () => Promise<SecretOpener>,
): Promise<GivenOptions | null> {
  const { options, problems } = cloneOptions(source, copy, given);
  refuse([...problems]);
  const { readable, isOpen } = await openedOptions(copy.monitor_type, options, row, opener);
  if (!isOpen) throw new RequestError('invalid', secretMissing);
  return readable;
}

/** The stored options of a row. Secrets stay sealed. */
export const storedMonitorOptions = (
  type: NetworkMonitorType,
  row: Pick<MonitorRow, 'options' | 'secrets'>,
): GivenOptions | null =>
  putOptionSecrets(networkMonitorKinds[type].options, readNetworkOptions(row.options).options, sealedSecrets(row));

/** Options with their kept secrets opened; unchanged if a secret of the monitor cannot be opened. */
async function openedOptions(
  type: NetworkMonitorType,
  options: GivenOptions | null,
  row: SecretsRow,
  opener: () => Promise<SecretOpener>,
): Promise<{ readable: GivenOptions | null; isOpen: boolean }> {
  const { options: fields } = networkMonitorKinds[type];
  const sealed = Object.entries(sealedSecrets(row));
  const kept = new Set(sealed.map(([, text]) => text));
  const keepsSecret = options !== null && optionSecrets(fields, options).some(({ text }) => kept.has(text));
  if (!keepsSecret) return { readable: options, isOpen: true };
  const readable = openSecrets(row, await opener());
  if (readable === null) return { readable: options, isOpen: false };
  const texts = new Map(sealed.map(([name, text]) => [text, readable[name] ?? '']));
  return { readable: mapOptionSecrets(fields, options, (text) => texts.get(text) ?? text), isOpen: true };
}

function optionFileProblems(options: GivenOptions | null, isOpen: boolean) {
  const textOf = (name: string): string => String(options?.[name] ?? '');
  const files = {
    ca: textOf('ca'),
    client_certificate: textOf('client_certificate'),
    client_key: textOf('client_key'),
  };
  return trustFileProblems(files, isOpen).map(({ field, message }) => ({ field: `options.${field}`, message }));
}
