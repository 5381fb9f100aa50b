import { RequestError } from '@upvigil/core/contract/errors';
import { builtInChannels, type ChannelRef, channelNames } from '@upvigil/core/contract/names/channels';
import type { FastifyInstance } from 'fastify';
import {
  type ChannelRecipient,
  type ChannelsByKind,
  listChannelRecipients,
} from '../../alerts/notify/channel-recipients.ts';
import { describeRecipients, readDrillRecords, startDrills } from '../../alerts/notify/drills/drill-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

interface DrillsRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  channels: ChannelsByKind;
  changes: Pick<ChangeFeed, 'publish'>;
}

/** The destinations of messages with their last results, and drills on demand. */
export function drillRoutes(api: FastifyInstance, { db, clock, channels, changes }: DrillsRouteDeps): void {
  serveEndpoints(api, 'drills', {
    list: async () => describeRecipients(await listChannelRecipients(db, channels), await readDrillRecords(db)),
    async start({ body: { ref }, change }) {
      const { drills } = await change(
        async (trx) => {
          const recipients = selectRecipients(await listChannelRecipients(trx, channels), ref);
          const [id = null] = await startDrills(trx, recipients, clock.now());
          return { id, drills: describeRecipients(recipients, await readDrillRecords(trx)) };
        },
        ({ id }) => ({ id }),
      );
      changes.publish({ has_deliveries: true });
      return drills;
    },
  });
}

/** Those of one channel, or all that can receive a message. */
function selectRecipients(recipients: readonly ChannelRecipient[], ref: ChannelRef | null): ChannelRecipient[] {
  if (ref === null) return recipients.filter(({ offReason }) => offReason === null);
  const meant = recipients.filter((destination) => destination.ref === ref);
  const [first] = meant;
  if (first && first.offReason === null) return meant;
  const builtIn = builtInChannels.find((word) => word === ref);
  if (builtIn) throw new RequestError('conflict', `No drill: ${channelNames[builtIn]} is not set up`);
  if (!first) throw new RequestError('notFound', `There is no channel ${ref}`);
  throw new RequestError('conflict', `No drill of "${first.name}": ${first.offReason}`);
}
