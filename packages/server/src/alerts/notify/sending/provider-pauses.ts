import { createHash } from 'node:crypto';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { hourMs } from '@upvigil/core/time';
import type { Database } from '../../../storage/database.ts';

/** A destination as a provider counts it: a channel with all its recipients, or a destination of a built-in channel. */
export interface ProviderDestination {
  channel: DeliveryChannel;
  channel_id: number | null;
  /** The key of the destination. */
  key: string;
}

/** Limit of a provider's requested pause, in milliseconds. */
const longestPause = hourMs;

/** The stored key, hashed: a destination's key may contain the address of a webhook, which authorises posts. */
export function pauseKey({ channel, channel_id, key }: ProviderDestination): string {
  const place = channel_id === null ? `${channel} at ${key}` : `${channel} ${channel_id}`;
  return createHash('sha256').update(place).digest('base64url');
}

/**
 * The end of each provider's pause by `pauseKey`, in milliseconds since the epoch. Destinations without a pause have
 * no entry.
 */
export async function readPauses(
  db: Database,
  places: readonly ProviderDestination[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const keys = [...new Set(places.map(pauseKey))];
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('holds')
    .selectAll()
    .where('place', 'in', keys)
    .where('until', '>', now)
    // A later time was written before a backward clock change.
    .where('until', '<=', now + longestPause)
    .execute();
  return new Map(rows.map(({ place, until }) => [place, until]));
}

/** Pauses a destination until a time, for all processes. `until` and `now` in milliseconds since the epoch. */
export async function pauseDestination(
  trx: Database,
  place: ProviderDestination,
  until: number,
  now: number,
): Promise<void> {
  await trx.deleteFrom('holds').where('until', '<=', now).execute();
  await trx
    .insertInto('holds')
    .values({ place: pauseKey(place), until })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ until }))
    .execute();
}
