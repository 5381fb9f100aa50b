import { randomBytes } from 'node:crypto';
import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import { RequestError } from '@upvigil/core/contract/errors';
import { channelSentences } from '@upvigil/core/texts/channels';
import { hourMs } from '@upvigil/core/time';
import type { OwnChannel } from '../../base/domain/channel-rules.ts';
import { OtherKeyError } from '../../base/sealed-text.ts';
import { serverDefaults } from '../../base/server-defaults.ts';
import type { Database } from '../../storage/database.ts';
import { channelSecretsIn } from '../../storage/settings/channel-store.ts';
import { type NamedSecrets, secretsText } from '../../storage/settings/secrets/monitor-secrets.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import { timeOf } from '../../storage/wire-format.ts';

const secretBytes = 32;
/** Where the secret before the last rotation is stored, and the settings field for the end of its validity. */
const previousPlace = 'previous_secret';
const untilField = 'previous_secret_until';

/** The secret format of Standard Webhooks 1.0.0: https://github.com/standard-webhooks/standard-webhooks */
export const makeSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/** Editing a webhook keeps the previous secret as long as the secret stays. */
export function keptPreviousSecret(
  stored: OwnChannel,
  secrets: NamedSecrets,
): { config: AnyConfig; secrets: NamedSecrets } {
  const previous = stored.secrets[previousPlace];
  const until = stored.config[untilField];
  const isKept = secrets.secret !== undefined && secrets.secret === stored.secrets.secret;
  if (!isKept || previous === undefined || until === undefined) return { config: {}, secrets: {} };
  return { config: { [untilField]: until }, secrets: { [previousPlace]: previous } };
}

/**
 * The stored form of a webhook with a new secret. The previous one signs too for a transition period. `now`:
 * milliseconds since the epoch.
 */
export async function rotatedSecret(
  trx: Database,
  secrets: Pick<Secrets, 'seal' | 'opener'>,
  { id, kind, config, secrets: named }: OwnChannel,
  now: number,
): Promise<{ secret: string; change: { config: string; secrets: string | null } }> {
  if (kind !== 'webhook') throw new RequestError('conflict', channelSentences.noSigningSecret);
  const secret = makeSigningSecret();
  const { secret: current, [previousPlace]: _older, ...others } = named;
  const before = current === undefined ? null : await opened(trx, secrets, id, current);
  const { [untilField]: _until, ...bare } = config;
  const until = timeOf(now + serverDefaults.previousSecretHours * hourMs);
  const next = { ...others, secret, ...(before === null ? {} : { [previousPlace]: before }) };
  return {
    secret,
    change: {
      config: JSON.stringify(before === null ? bare : { ...bare, [untilField]: until }),
      secrets: secretsText(await secrets.seal(trx, next, channelSecretsIn(id, next))),
    },
  };
}

/** The readable secret; null when its key is unknown, because then it cannot sign any more. */
async function opened(
  trx: Database,
  secrets: Pick<Secrets, 'opener'>,
  id: number,
  secret: string,
): Promise<string | null> {
  const open = await secrets.opener(trx);
  try {
    return open({ secret }, channelSecretsIn(id, { secret })).secret;
  } catch (error) {
    if (error instanceof OtherKeyError) return null;
    throw error;
  }
}
