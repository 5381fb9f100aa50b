import { type Incident, incidentEndpoints } from '@upvigil/core/contract/incidents';
import type { FastifyInstance } from 'fastify';
import { bodyHtml } from '../../alerts/incidents/body-html.ts';
import { findIncident, readIncidents, wireIncident } from '../../alerts/incidents/incident-store.ts';
import { monthSpan } from '../../alerts/incidents/month-span.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { incidentTemplates } from '../../storage/settings/templates/incident-templates-store.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import {
  addUpdate,
  changeIncident,
  changeUpdate,
  createIncident,
  publishIncident,
  removeIncident,
  removeUpdate,
  unknownIncident,
} from './incident-changes.ts';

export interface IncidentsRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

/** What people are told of outages, as those who write it see it. */
export function incidentRoutes(api: FastifyInstance, { db, clock, changes }: IncidentsRouteDeps): void {
  async function change<Answer>(work: (trx: DatabaseTransaction, now: number) => Promise<Answer>): Promise<Answer> {
    const answer = await db.transaction().execute((trx) => work(trx, clock.now()));
    changes.publish({ is_structural: true });
    return answer;
  }
  const get = async (id: number): Promise<Incident> => {
    const incident = await findIncident(db, id);
    if (!incident) throw unknownIncident(id);
    return wireIncident(incident);
  };

  serveEndpoints(api, incidentEndpoints, {
    async list({ query: { state, month, limit } }) {
      const span = month === undefined ? null : monthSpan(month);
      const incidents = await readIncidents(db, (query) =>
        query
          .limit(limit)
          .$if(state !== undefined, (one) => one.where('state', '=', state ?? 'draft'))
          .$if(span !== null, (one) =>
            one.where('started_at', '>=', span?.start ?? 0).where('started_at', '<', span?.end ?? 0),
          ),
      );
      return incidents.map(wireIncident);
    },
    create: async ({ body }) => get(await change((trx, now) => createIncident(trx, body, now))),
    get: ({ params }) => get(params.incidentId),
    async update({ params: { incidentId }, body }) {
      await change((trx, now) => changeIncident(trx, incidentId, body, now));
      return get(incidentId);
    },
    async remove({ params: { incidentId } }) {
      await change((trx) => removeIncident(trx, incidentId));
      return null;
    },
    async publish({ params: { incidentId } }) {
      await change((trx, now) => publishIncident(trx, incidentId, now));
      return get(incidentId);
    },
    async addUpdate({ params: { incidentId }, body }) {
      await change((trx, now) => addUpdate(trx, incidentId, body, now));
      return get(incidentId);
    },
    async changeUpdate({ params, body }) {
      await change((trx, now) => changeUpdate(trx, params, body, now));
      return get(params.incidentId);
    },
    async removeUpdate({ params }) {
      await change((trx, now) => removeUpdate(trx, params, now));
      return null;
    },
    preview: async ({ body }) => ({ html: bodyHtml(body.body) }),
    getTemplates: () => incidentTemplates.read(db),
    async updateTemplates({ body }) {
      await incidentTemplates.save(db, body);
      return body;
    },
  });
}
