import { findIncident, readIncidents } from '../../../alerts/incidents/incident-store.ts';
import { monthSpan } from '../../../alerts/incidents/month-span.ts';
import type { Database } from '../../../storage/database.ts';
import { type Shownness, type ToldIncident, toldIncident } from './told-incident.ts';

/** Incidents that are kept in memory beside the open ones. */
const keptIncidents = 50;

/** Published incidents that are open, and the newest, the one that started last first. */
export async function readTold(db: Database, shown: Shownness): Promise<ToldIncident[]> {
  const newest = db
    .selectFrom('incidents')
    .select('id')
    .where('state', '=', 'published')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keptIncidents);
  const stored = await readIncidents(db, (query) =>
    query
      .where('state', '=', 'published')
      .where((eb) =>
        eb.or([eb('resolved_at', 'is', null), eb('id', 'in', eb.selectFrom(newest.as('n')).select('n.id'))]),
      ),
  );
  return stored.map((incident) => toldIncident(incident, shown));
}

/** Published incidents that started in a month of UTC, newest first. */
export async function readMonth(db: Database, month: string, shown: Shownness): Promise<ToldIncident[]> {
  const { start, end } = monthSpan(month);
  const stored = await readIncidents(db, (query) =>
    query.where('state', '=', 'published').where('started_at', '>=', start).where('started_at', '<', end),
  );
  return stored.map((incident) => toldIncident(incident, shown));
}

/** A published incident, also an old one; null where there is none. */
export async function findTold(db: Database, id: number, shown: Shownness): Promise<ToldIncident | null> {
  const stored = await findIncident(db, id);
  return stored?.state === 'published' ? toldIncident(stored, shown) : null;
}
