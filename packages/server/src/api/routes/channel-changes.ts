import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { ChannelChange, ChannelInput } from '@upvigil/core/contract/channels';
import { RequestError } from '@upvigil/core/contract/errors';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { limits } from '@upvigil/core/limits';
import { policyOfChannel, withInDefault, withoutSwitches } from '@upvigil/core/rules/channel-in-routing';
import { channelSentences } from '@upvigil/core/texts/channels';
import { forgetChannel } from '../../alerts/notify/sending/forget-channel.ts';
import type { OwnChannel } from '../../base/domain/channel-rules.ts';
import type { Database } from '../../storage/database.ts';
import {
  changeChannel,
  channelSecretsIn,
  deleteChannel,
  findChannel,
  insertChannel,
  ownChannelOf,
  readChannelNames,
} from '../../storage/settings/channel-store.ts';
import { lockRouting, routingSettings } from '../../storage/settings/routing-store.ts';
import { type GivenSettings, type TakenSettings, takeSecrets } from '../../storage/settings/secrets/channel-secrets.ts';
import { type NamedSecrets, secretsText } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { ChannelRow } from '../../storage/tables.ts';
import { flagOf } from '../../storage/wire-format.ts';
import { keptPreviousSecret, makeSigningSecret } from './signing-secrets.ts';

/** Functions here run in a transaction and lock the routing, which names channels: their changes are serialised. */

/** `secret`: one that was generated for the channel. `now`: milliseconds since the epoch. */
export async function addChannel(
  trx: Database,
  secrets: Pick<Secrets, 'seal'>,
  { kind, name, enabled, config, add_to_default_policy }: ChannelInput,
  now: number,
): Promise<{ row: ChannelRow; secret: string | null }> {
  const routing = await lockRouting(trx);
  await refuseName(trx, name, null);
  const isSecretMade = kind === 'webhook' && config.secret === '';
  const secret = isSecretMade ? makeSigningSecret() : null;
  const given = { kind, config: (secret === null ? config : { ...config, secret }) as AnyConfig };
  const taken = takenOrRefused(given, null);
  const bare = JSON.stringify(taken.config);
  const row = { kind, name, enabled: flagOf(enabled), config: bare, secrets: null, created_at: now };
  const { id } = await insertChannel(trx, row);
  if (add_to_default_policy) await routingSettings.save(trx, withInDefault(routing, id));
  return { row: await changeChannel(trx, id, { secrets: await sealed(trx, secrets, id, taken.secrets) }), secret };
}

/** Replaces the settings of a channel. A masked secret keeps its stored value. */
export async function replaceChannel(
  trx: Database,
  secrets: Pick<Secrets, 'seal'>,
  id: number,
  { kind, name, enabled, config }: ChannelChange,
): Promise<ChannelRow> {
  await lockRouting(trx);
  const stored = await requireChannel(trx, id);
  await refuseName(trx, name, id);
  // A webhook always has a secret, and one generated here would not be shown to anybody.
  const isSecretMeant = kind === 'webhook' && config.secret === '';
  const given = { kind, config: (isSecretMeant ? { ...config, secret: maskedSecret } : config) as AnyConfig };
  const taken = takenOrRefused(given, stored);
  const previous = keptPreviousSecret(stored, taken.secrets);
  return changeChannel(trx, id, {
    kind,
    name,
    enabled: flagOf(enabled),
    config: JSON.stringify({ ...taken.config, ...previous.config }),
    secrets: await sealed(trx, secrets, id, { ...taken.secrets, ...previous.secrets }),
  });
}

/** Deletes a channel that no policy names, with its waiting deliveries. `now`: milliseconds since the epoch. */
export async function removeChannel(trx: Database, id: number, now: number): Promise<void> {
  const routing = await lockRouting(trx);
  await requireChannel(trx, id);
  const policy = policyOfChannel(routing, id);
  if (policy) throw new RequestError('conflict', channelSentences.inUse(policy.name));
  const without = withoutSwitches(routing, id);
  if (without !== routing) await routingSettings.save(trx, without);
  await deleteChannel(trx, id);
  await forgetChannel(trx, id, now);
}

export async function requireChannel(db: Database, id: number): Promise<OwnChannel> {
  const row = await findChannel(db, id);
  if (!row) throw new RequestError('notFound', `There is no channel ${id}`);
  return ownChannelOf(row);
}

/** The values to store. @throws RequestError `invalid` when a masked secret may not be sent to the new destination */
export function takenOrRefused(given: GivenSettings, stored: OwnChannel | null): TakenSettings {
  const taken = takeSecrets(given, stored);
  if (!('enterAgain' in taken)) return taken;
  const message = channelSentences.enterSecretAgain;
  const errors = taken.enterAgain.map((field) => ({ field: `config.${field}`, message }));
  throw new RequestError('invalid', message, { errors });
}

const sealed = async (
  trx: Database,
  secrets: Pick<Secrets, 'seal'>,
  id: number,
  named: NamedSecrets,
): Promise<string | null> => secretsText(await secrets.seal(trx, named, channelSecretsIn(id, named)));

/** `id`: the channel that may keep this name; null for a new one. */
async function refuseName(trx: Database, name: string, id: number | null): Promise<void> {
  const others = (await readChannelNames(trx)).filter((one) => one.id !== id);
  if (id === null && others.length >= limits.channels) throw new RequestError('conflict', channelSentences.tooMany);
  if (!others.some((one) => one.name === name)) return;
  const message = channelSentences.nameTaken(name);
  throw new RequestError('invalid', message, { errors: [{ field: 'name', message }] });
}
