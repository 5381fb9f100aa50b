import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { Insertable } from 'kysely';
import type { OwnChannel } from '../../base/domain/channel-rules.ts';
import type { Database } from '../database.ts';
import type { ChannelRow, Tables } from '../tables.ts';
import { type NamedSecrets, sealedSecrets } from './secrets/monitor-secrets.ts';
import type { SecretsIn } from './secrets/secrets.ts';

/** All secrets of a channel, encrypted for this channel and this storage key. */
export const channelSecretsIn = (id: number, named: NamedSecrets): SecretsIn<NamedSecrets> => ({
  fields: Object.keys(named),
  place: `channel/${id}`,
});

export const listChannels = (db: Database): Promise<ChannelRow[]> =>
  db.selectFrom('channels').selectAll().orderBy('id').execute();

export const findChannel = (db: Database, id: number): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();

export const readChannelNames = (db: Database): Promise<Pick<ChannelRow, 'id' | 'name'>[]> =>
  db.selectFrom('channels').select(['id', 'name']).execute();

export const insertChannel = (trx: Database, row: Insertable<Tables['channels']>): Promise<ChannelRow> =>
  trx.insertInto('channels').values(row).returningAll().executeTakeFirstOrThrow();

type ChannelChange = Partial<Omit<ChannelRow, 'id' | 'created_at'>>;

export const changeChannel = (trx: Database, id: number, change: ChannelChange): Promise<ChannelRow> =>
  trx.updateTable('channels').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Returns the channel's name; null if it was already off or does not exist. */
export async function switchChannelOff(trx: Database, id: number): Promise<string | null> {
  const row = await trx
    .updateTable('channels')
    .set({ enabled: 0 })
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function deleteChannel(trx: Database, id: number): Promise<void> {
  await trx.deleteFrom('channels').where('id', '=', id).execute();
}

/** Deleted channels are missing from the map. */
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
  id,
  kind,
  name,
  enabled: enabled === 1,
  // It was parsed when it was saved or restored.
  config: JSON.parse(config) as AnyConfig,
  secrets: sealedSecrets(row),
});
