import { incidentImpacts, incidentOrigins, incidentStates, incidentStatuses } from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import fc from 'fast-check';
import type { Database } from '../../../storage/database.ts';

/** Rows of incidents and their dependents that a backup accepts. */

const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const flag = fc.constantFrom(0 as const, 1 as const);
const text = (maxLength: number) =>
  fc.string({ unit: 'binary', maxLength }).map((value) => value.replaceAll('\0', '').slice(0, maxLength));

export const anyIncident = fc.record({
  title: text(limits.incidentTitle.maxLength),
  impact: fc.constantFrom(...incidentImpacts),
  state: fc.constantFrom(...incidentStates),
  origin: fc.constantFrom(...incidentOrigins),
  started_at: time,
  resolved_at: fc.option(time, { nil: null }),
  updated_at: time,
  keeps_impact: flag,
  is_general: flag,
});

export const anyIncidentUpdate = fc.record({
  status: fc.constantFrom(...incidentStatuses),
  body: text(60),
  origin: fc.constantFrom(...incidentOrigins),
  display_at: time,
  edited_at: fc.option(time, { nil: null }),
});

interface IncidentStep {
  row: typeof anyIncident extends fc.Arbitrary<infer Row> ? Row : never;
  updates: (typeof anyIncidentUpdate extends fc.Arbitrary<infer Row> ? Row : never)[];
}

/** Stores an incident about the newest alert, its website and its monitor, if there is one. */
export async function applyIncident(db: Database, { row, updates }: IncidentStep): Promise<void> {
  const columns = ['id', 'website_id', 'monitor_id'] as const;
  const alert = await db.selectFrom('alerts').select(columns).orderBy('id', 'desc').executeTakeFirst();
  const stored = await db
    .insertInto('incidents')
    .values({ ...row, automatic_website_id: row.origin === 'automatic' ? (alert?.website_id ?? null) : null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return;
  const incident_id = stored.id;
  for (const update of updates)
    await db
      .insertInto('incident_updates')
      .values({ ...update, incident_id })
      .execute();
  if (!alert) return;
  const { id: alert_id, website_id, monitor_id } = alert;
  await db.insertInto('incident_websites').values({ incident_id, website_id }).execute();
  await db.insertInto('incident_monitors').values({ incident_id, monitor_id }).execute();
  await db
    .insertInto('incident_alerts')
    .values({ alert_id, incident_id: row.keeps_impact ? incident_id : null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
