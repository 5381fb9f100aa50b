import { RequestError } from '@upvigil/core/contract/errors';
import { builtInChannels } from '@upvigil/core/contract/names/channels';
import type { RoutingDocument } from '@upvigil/core/contract/routing';
import type { FastifyInstance } from 'fastify';
import { explain } from '../../alerts/decide/routing/explain.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { ChannelRules } from '../../base/domain/channel-rules.ts';
import type { Database } from '../../storage/database.ts';
import { changeRouting, routingSettings } from '../../storage/settings/routing-store.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

interface RoutingRouteDeps {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  /** One for each kind of channel. */
  channelRules: readonly ChannelRules[];
}

/** The routing document, and the explanation of an alert. */
export function routingRoutes(api: FastifyInstance, { db, clock, changes, channelRules }: RoutingRouteDeps): void {
  serveEndpoints(api, 'routing', {
    get: () => routingSettings.read(db),
    async update({ body, change }) {
      const after = await change(async (trx) => {
        const changed = await changeRouting(trx, async ({ revision }) => {
          if (revision !== body.revision) return null;
          return withKnownChannels(body, await readChannelIds(trx));
        });
        if (changed === null) throw new RequestError('conflict', 'The routing has changed: load it again');
        return changed;
      });
      changes.publish({ is_structural: true });
      return after;
    },
    async explain({ body: { monitor_id, alert_type, at } }) {
      const monitor = await db.selectFrom('monitors').selectAll().where('id', '=', monitor_id).executeTakeFirst();
      if (!monitor) throw new RequestError('notFound', `There is no monitor ${monitor_id}`);
      const now = clock.now();
      return explain(db, channelRules, { monitor, alert_type, at: at === undefined ? now : Date.parse(at), now });
    },
  });
}

async function readChannelIds(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('channels').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Drops references to deleted channels. Deleted websites and monitors stay in their routes: an empty list would match
 * all.
 * @throws RequestError `invalid` when a policy names a channel that does not exist
 */
function withKnownChannels(document: RoutingDocument, ids: ReadonlySet<number>): RoutingDocument {
  for (const [policy, { steps }] of document.policies.entries()) {
    for (const [step, { channels }] of steps.entries()) {
      const at = channels.findIndex((ref) => typeof ref === 'number' && !ids.has(ref));
      if (at < 0) continue;
      const message = `There is no channel ${channels[at]}`;
      const field = `policies.${policy}.steps.${step}.channels.${at}`;
      throw new RequestError('invalid', message, { errors: [{ field, message }] });
    }
  }
  const isKnown = (key: string): boolean => builtInChannels.some((name) => name === key) || ids.has(Number(key));
  const channels = Object.fromEntries(Object.entries(document.channels).filter(([key]) => isKnown(key)));
  return { ...document, channels };
}
