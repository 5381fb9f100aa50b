import { maskConfig, putConfigSecrets } from '@upvigil/core/contract/channel-kinds/config-secrets';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import type { Channel } from '@upvigil/core/contract/channels';
import { refKey } from '@upvigil/core/contract/names/channels';
import { readChannelStates, readProvenTimes } from '../../alerts/notify/sending/channel-states.ts';
import type { OwnChannel } from '../../base/domain/channel-rules.ts';
import { OtherKeyError } from '../../base/sealed-text.ts';
import type { Database } from '../../storage/database.ts';
import { channelSecretsIn, ownChannelOf } from '../../storage/settings/channel-store.ts';
import type { SecretOpener, Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { ChannelRow } from '../../storage/tables.ts';
import { timeOf, timeOrNull } from '../../storage/wire-format.ts';

/** Channels in their API form, in a constant number of statements. */
export async function wireChannels(
  db: Database,
  secrets: Pick<Secrets, 'opener'>,
  rows: readonly ChannelRow[],
): Promise<Channel[]> {
  const ids = rows.map(({ id }) => id);
  const states = await readChannelStates(db, ids);
  const proven = await readProvenTimes(db, ids);
  const open = rows.some((row) => row.secrets !== null) ? await secrets.opener(db) : null;
  return rows.map((row) => {
    const own = ownChannelOf(row);
    const state = states.get(refKey(row.id));
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      enabled: own.enabled,
      config: shownConfig(own),
      created_at: timeOf(row.created_at),
      last_sent_at: timeOrNull(state?.last_sent_at ?? null),
      proven_at: timeOrNull(proven.get(refKey(row.id)) ?? null),
      last_error: state?.last_error ?? null,
      secrets_missing: open !== null && !canOpen(own, open),
    };
  });
}

/** The fields of its kind, with a mask for each secret. */
function shownConfig({ kind, config, secrets }: OwnChannel): Channel['config'] {
  const { fields } = channelConfigs[kind];
  const masked = maskConfig(fields, putConfigSecrets(fields, config, secrets));
  return Object.fromEntries(Object.entries(masked).filter(([name]) => Object.hasOwn(fields, name)));
}

function canOpen({ id, secrets }: OwnChannel, open: SecretOpener): boolean {
  try {
    open({ ...secrets }, channelSecretsIn(id, secrets));
    return true;
  } catch (error) {
    if (error instanceof OtherKeyError) return false;
    throw error;
  }
}
