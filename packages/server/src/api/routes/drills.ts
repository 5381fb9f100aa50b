import { RequestError } from '@upvigil/core/contract/errors';
import { builtInChannels, type ChannelRef, channelNames } from '@upvigil/core/contract/names/channels';
import type { FastifyInstance } from 'fastify';
import { describePlaces, readDrillRecords, startDrills } from '../../alerts/notify/drills/drill-store.ts';
import { type ChannelsByKind, listPlaces, type Place } from '../../alerts/notify/places.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

export interface DrillsRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  channels: ChannelsByKind;
  changes: Pick<ChangeFeed, 'publish'>;
}

/** The destinations of messages with their last results, and drills on demand. */
export function drillRoutes(api: FastifyInstance, { db, clock, channels, changes }: DrillsRouteDeps): void {
  serveEndpoints(api, 'drills', {
    list: async () => describePlaces(await listPlaces(db, channels), await readDrillRecords(db)),
    async start({ body: { ref }, change }) {
      const { drills } = await change(
        async (trx) => {
          const places = placesMeant(await listPlaces(trx, channels), ref);
          const [id = null] = await startDrills(trx, places, clock.now());
          return { id, drills: describePlaces(places, await readDrillRecords(trx)) };
        },
        ({ id }) => ({ id }),
      );
      changes.publish({ has_deliveries: true });
      return drills;
    },
  });
}

/** Those of one channel, or all that can receive a message. */
function placesMeant(places: readonly Place[], ref: ChannelRef | null): Place[] {
  if (ref === null) return places.filter(({ offReason }) => offReason === null);
  const meant = places.filter((place) => place.ref === ref);
  const [first] = meant;
  if (first && first.offReason === null) return meant;
  const builtIn = builtInChannels.find((word) => word === ref);
  if (builtIn) throw new RequestError('conflict', `No drill: ${channelNames[builtIn]} is not set up`);
  if (!first) throw new RequestError('notFound', `There is no channel ${ref}`);
  throw new RequestError('conflict', `No drill of "${first.name}": ${first.offReason}`);
}
