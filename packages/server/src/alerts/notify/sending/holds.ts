import { createHash } from 'node:crypto';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Database } from '../../../storage/database.ts';

/** Where a message goes, by what a provider counts together: a channel with all its recipients, or a destination of a built-in one. */
export interface CountedPlace {
  channel: DeliveryChannel;
  channel_id: number | null;
  /** Of the destination. */
  key: string;
}

/** No provider is waited for longer, in milliseconds. */
const longestHold = 3_600_000;

/** The place as it is stored: a destination may have the address of a webhook in its key, by which anybody could send. */
export function holdKeyOf({ channel, channel_id, key }: CountedPlace): string {
  const place = channel_id === null ? `${channel} at ${key}` : `${channel} ${channel_id}`;
  return createHash('sha256').update(place).digest('base64url');
}

/** Until when a provider wants nothing more, by `holdKeyOf`, milliseconds since the epoch. Places that are free have no entry. */
export async function readHolds(
  db: Database,
  places: readonly CountedPlace[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const keys = [...new Set(places.map(holdKeyOf))];
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('holds')
    .selectAll()
    .where('place', 'in', keys)
    .where('until', '>', now)
    // One that lies further ahead was written before the clock was set back.
    .where('until', '<=', now + longestHold)
    .execute();
  return new Map(rows.map(({ place, until }) => [place, until]));
}

/** Sends nothing more to a place until a time, from any process. `until` and `now` in milliseconds since the epoch. */
export async function holdPlace(trx: Database, place: CountedPlace, until: number, now: number): Promise<void> {
  await trx.deleteFrom('holds').where('until', '<=', now).execute();
  await trx
    .insertInto('holds')
    .values({ place: holdKeyOf(place), until })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ until }))
    .execute();
}
