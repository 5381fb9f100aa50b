import type { Incident } from '@upvigil/core/contract/incidents';
import type { FastifyInstance } from 'fastify';
import { bodyHtml } from '../../alerts/incidents/body-html.ts';
import { findIncident, readIncidents, wireIncident } from '../../alerts/incidents/incident-store.ts';
import { monthSpan } from '../../alerts/incidents/month-span.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
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

interface IncidentsRouteDeps {
  db: Database;
  clock: Pick<Clock, 'now'>;
  changes: Pick<ChangeFeed, 'publish'>;
}

export function incidentRoutes(api: FastifyInstance, { db, clock, changes }: IncidentsRouteDeps): void {
  const publish = (): void => changes.publish({ is_structural: true });
  const get = async (id: number): Promise<Incident> => {
    const incident = await findIncident(db, id);
    if (!incident) throw unknownIncident(id);
    return wireIncident(incident);
  };

  serveEndpoints(api, 'incidents', {
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
    async create({ body, change }) {
      const id = await change(
        (trx) => createIncident(trx, body, clock.now()),
        (made) => ({ id: made }),
      );
      publish();
      return get(id);
    },
    get: ({ params }) => get(params.incidentId),
    async update({ params: { incidentId }, body, change }) {
      await change((trx) => changeIncident(trx, incidentId, body, clock.now()));
      publish();
      return get(incidentId);
    },
    async remove({ params: { incidentId }, change }) {
      await change((trx) => removeIncident(trx, incidentId));
      publish();
      return null;
    },
    async publish({ params: { incidentId }, change }) {
      await change((trx) => publishIncident(trx, incidentId, clock.now()));
      publish();
      return get(incidentId);
    },
    async addUpdate({ params: { incidentId }, body, change }) {
      await change(
        (trx) => addUpdate(trx, incidentId, body, clock.now()),
        (id) => ({ id }),
      );
      publish();
      return get(incidentId);
    },
    async changeUpdate({ params, body, change }) {
      await change((trx) => changeUpdate(trx, params, body, clock.now()));
      publish();
      return get(params.incidentId);
    },
    async removeUpdate({ params, change }) {
      await change((trx) => removeUpdate(trx, params, clock.now()));
      publish();
      return null;
    },
    preview: async ({ body }) => ({ html: bodyHtml(body.body) }),
    getTemplates: () => incidentTemplates.read(db),
    async updateTemplates({ body, change }) {
      await change((trx) => incidentTemplates.save(trx, body));
      return body;
    },
  });
}
