import { RequestError } from '@upvigil/core/contract/errors';
import { limits } from '@upvigil/core/limits';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import {
  deleteSilence,
  insertSilence,
  listSilences,
  reevaluateMuted,
  removeEnded,
  requireEnd,
  targetExists,
  tooManySilences,
} from './silences-store.ts';

interface SilenceRouteDeps {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
}

/** Silences do not affect public pages or uptime. */
export function silenceRoutes(api: FastifyInstance, { db, clock, changes }: SilenceRouteDeps): void {
  serveEndpoints(api, 'silences', {
    list: () => listSilences(db, clock.now()),
    async create({ body: { website_id, monitor_id, reason, ...body }, change }) {
      const now = clock.now();
      const until = requireEnd(body.until, 'until', now);
      const added = await change(
        async (trx) => {
          if (!(await targetExists(trx, { website_id, monitor_id }))) {
            const [field, what] = website_id === null ? ['monitor_id', 'monitor'] : ['website_id', 'website'];
            throw refused(field ?? '', `There is no ${what} ${website_id ?? monitor_id}`);
          }
          if ((await removeEnded(trx, now)) >= limits.silences) {
            throw new RequestError('conflict', tooManySilences);
          }
          const id = await insertSilence(trx, { website_id, monitor_id, until, reason, created_at: now });
          const [made] = await listSilences(trx, now, id);
          if (!made) throw new Error('The silence was not stored');
          return made;
        },
        ({ id }) => ({ id }),
      );
      changes.publish({ is_structural: true });
      return added;
    },
    async remove({ params: { silenceId }, change }) {
      await change(async (trx) => {
        const silence = await deleteSilence(trx, silenceId);
        if (!silence) throw new RequestError('notFound', `There is no silence ${silenceId}`);
        await reevaluateMuted(trx, silence, clock.now());
      });
      changes.publish({ is_structural: true, has_deliveries: true });
      return null;
    },
  });
}

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });
