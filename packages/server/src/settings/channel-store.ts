import type { AnyConfig } from '@upvigil/core/channel-kinds/config-fields';
import type { OwnChannel } from '../domain/channel-rules.ts';
import type { Database } from '../storage/database.ts';
import type { ChannelRow } from '../storage/tables.ts';
import { type NamedSecrets, sealedSecrets } from './secrets/monitor-secrets.ts';
import type { SecretsIn } from './secrets/secrets.ts';

/** Which of a channel's secrets are sealed, and for where: all of them, for this channel and this place. */
export const channelSecretsIn = (id: number, named: NamedSecrets): SecretsIn<NamedSecrets> => ({
  fields: Object.keys(named),
  place: `channel/${id}`,
});

/** The channels with these ids, by id. One that is gone has no entry. */
export async function readOwnChannels(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, OwnChannel>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, ownChannelOf(row)]));
}

export const ownChannelOf = ({ id, kind, name, enabled, config, ...row }: ChannelRow): OwnChannel => ({
  ...{ id, kind, name, enabled: enabled === 1 },
  // Parsed when it was saved or restored.
  config: JSON.parse(config) as AnyConfig,
  secrets: sealedSecrets(row),
});
