import { RequestError } from '@upvigil/core/contract/errors';
import { hourMs, minuteMs } from '@upvigil/core/time';
import type { FastifyInstance } from 'fastify';
import { nameMarkOnAlerts } from '../../alerts/decide/marks/mark-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { deleteMark, insertMark, listMarks, websiteExists } from './marks-store.ts';

interface MarkRouteDeps {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
}

/** Allowed clock skew of deployment scripts. */
const clockSkewMs = minuteMs;

/** Deployment marks, for charts and for outages that follow. */
export function markRoutes(api: FastifyInstance, { db, clock, changes }: MarkRouteDeps): void {
  serveEndpoints(api, 'marks', {
    list: ({ query }) => listMarks(db, { since: clock.now() - query.hours * hourMs }),
    async create({ body: { label, website_id, url, ...body }, change }) {
      const now = clock.now();
      const at = body.at === undefined ? now : Date.parse(body.at);
      if (at > now + clockSkewMs) throw refused('at', 'The time must not be in the future');
      const added = await change(
        async (trx) => {
          if (website_id !== null && !(await websiteExists(trx, website_id))) {
            throw refused('website_id', `There is no website ${website_id}`);
          }
          const mark = { label, website_id, at, url };
          const id = await insertMark(trx, { ...mark, public: body.public ? 1 : 0, created_at: now });
          await nameMarkOnAlerts(trx, mark);
          const [made] = await listMarks(trx, { id });
          if (!made) throw new Error('The mark was not stored');
          return made;
        },
        ({ id }) => ({ id }),
      );
      changes.publish({ is_structural: true });
      return added;
    },
    async remove({ params: { markId }, change }) {
      await change(async (trx) => {
        if (!(await deleteMark(trx, markId))) throw new RequestError('notFound', `There is no mark ${markId}`);
      });
      changes.publish({ is_structural: true });
      return null;
    },
  });
}

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });
