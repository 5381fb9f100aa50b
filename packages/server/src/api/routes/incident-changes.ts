import { RequestError } from '@upvigil/core/contract/errors';
import type {
  IncidentChange,
  IncidentInput,
  IncidentUpdateChange,
  IncidentUpdateInput,
} from '@upvigil/core/contract/incidents';
import { limits } from '@upvigil/core/limits';
import {
  emptyUpdateProblem,
  type PlacedUpdate,
  timeProblem,
  updatesProblem,
} from '@upvigil/core/rules/incident-updates';
import { incidentSentences } from '@upvigil/core/texts/incidents';
import {
  insertIncident,
  insertUpdate,
  isGeneral,
  lockIncident,
  type StoredIncident,
  setMonitors,
  settleIncident,
  setWebsites,
} from '../../alerts/incidents/incident-store.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import type { IncidentRow } from '../../storage/tables/incident-tables.ts';

/** Functions here run in the caller's transaction; `now` in milliseconds since the epoch. */

export const unknownIncident = (id: number): RequestError => new RequestError('notFound', `There is no incident ${id}`);

export async function createIncident(trx: DatabaseTransaction, input: IncidentInput, now: number): Promise<number> {
  const { title, impact, state, website_ids, monitor_ids, status, body } = input;
  const display_at = timeIn('display_at', input.display_at, now) ?? now;
  const started_at = timeIn('started_at', input.started_at, now) ?? display_at;
  await requireTargets(trx, { website_ids, monitor_ids });
  refuse(updatesProblem([{ id: 1, status, display_at }]));
  const id = await insertIncident(trx, {
    title,
    impact,
    state,
    origin: 'manual',
    started_at,
    resolved_at: null,
    updated_at: now,
    automatic_website_id: null,
    keeps_impact: 1,
    is_general: isGeneral({ website_ids, monitor_ids }),
  });
  await insertUpdate(trx, id, { status, body }, { origin: 'manual', display_at });
  await setWebsites(trx, id, website_ids);
  await setMonitors(trx, id, monitor_ids);
  await settleIncident(trx, { id, started_at, updated_at: now }, now);
  return id;
}

export async function changeIncident(trx: DatabaseTransaction, id: number, change: IncidentChange, now: number) {
  const incident = await lock(trx, id);
  const started_at = timeIn('started_at', change.started_at, now) ?? incident.started_at;
  const { title = incident.title, impact, website_ids, monitor_ids } = change;
  const targets = {
    website_ids: website_ids ?? incident.website_ids,
    monitor_ids: monitor_ids ?? incident.monitor_ids,
  };
  await requireTargets(trx, targets);
  const chosen = impact === undefined ? {} : { impact, keeps_impact: 1 };
  const named = website_ids || monitor_ids ? { is_general: isGeneral(targets) } : {};
  await trx
    .updateTable('incidents')
    .set({ title, ...chosen, ...named })
    .where('id', '=', id)
    .execute();
  if (website_ids) await setWebsites(trx, id, website_ids);
  if (monitor_ids) await setMonitors(trx, id, monitor_ids);
  await settleIncident(trx, { ...incident, started_at }, now);
}

/** A published incident stays unchanged. */
export async function publishIncident(trx: DatabaseTransaction, id: number, now: number): Promise<void> {
  const incident = await lock(trx, id);
  if (incident.state === 'published') return;
  await trx.updateTable('incidents').set({ state: 'published' }).where('id', '=', id).execute();
  await settleIncident(trx, incident, now);
}

export async function removeIncident(trx: DatabaseTransaction, id: number): Promise<void> {
  const row = await trx.deleteFrom('incidents').where('id', '=', id).returning('id').executeTakeFirst();
  if (!row) throw unknownIncident(id);
}

/** Returns the id of the update. */
export async function addUpdate(
  trx: DatabaseTransaction,
  id: number,
  input: IncidentUpdateInput,
  now: number,
): Promise<number> {
  const incident = await lock(trx, id);
  const display_at = timeIn('display_at', input.display_at, now) ?? now;
  const empty = emptyUpdateProblem({ ...input, display_at }, incident.updates);
  if (empty !== null) throw invalid('body', empty);
  refuse(updatesProblem([...incident.updates, { id: newer(incident.updates), status: input.status, display_at }]));
  const updateId = await insertUpdate(trx, id, input, { origin: 'manual', display_at });
  await settleIncident(trx, incident, now);
  return updateId;
}

/** An update and its incident, by their ids. */
interface UpdateIds {
  incidentId: number;
  updateId: number;
}

export async function changeUpdate(
  trx: DatabaseTransaction,
  { incidentId, updateId }: UpdateIds,
  change: IncidentUpdateChange,
  now: number,
): Promise<void> {
  const incident = await lock(trx, incidentId);
  const before = requireUpdate(incident, updateId);
  const display_at = timeIn('display_at', change.display_at, now) ?? before.display_at;
  const { status = before.status, body = before.body } = change;
  refuse(updatesProblem(incident.updates.map((one) => (one.id === updateId ? { ...one, status, display_at } : one))));
  await trx
    .updateTable('incident_updates')
    .set({ status, body, display_at, edited_at: now, origin: 'manual' })
    .where('id', '=', updateId)
    .execute();
  await settleIncident(trx, incident, now);
}

export async function removeUpdate(trx: DatabaseTransaction, { incidentId, updateId }: UpdateIds, now: number) {
  const incident = await lock(trx, incidentId);
  const { id } = requireUpdate(incident, updateId);
  refuse(updatesProblem(incident.updates.filter((one) => one.id !== id)));
  await trx.deleteFrom('incident_updates').where('id', '=', id).execute();
  await settleIncident(trx, incident, now);
}

async function lock(trx: DatabaseTransaction, id: number): Promise<StoredIncident> {
  const incident = await lockIncident(trx, id);
  if (!incident) throw unknownIncident(id);
  return incident;
}

function requireUpdate({ updates, id: incidentId }: StoredIncident, id: number): PlacedUpdate & { body: string } {
  const update = updates.find((one) => one.id === id);
  if (!update) throw new RequestError('notFound', `There is no update ${id} of the incident ${incidentId}`);
  return update;
}

/** An id for an update that is not stored yet. */
const newer = (updates: readonly PlacedUpdate[]): number => Math.max(...updates.map(({ id }) => id)) + 1;

function refuse(problem: string | null): void {
  if (problem !== null) throw new RequestError('conflict', problem);
}

const invalid = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });

/**
 * A time of a body in milliseconds; undefined when absent. @throws RequestError when nothing can have happened at
 * that time
 */
function timeIn(field: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  const problem = timeProblem(time, now);
  if (problem !== null) throw invalid(field, problem);
  return time;
}

type Targets = Pick<StoredIncident, 'website_ids' | 'monitor_ids'>;

async function requireTargets(trx: Database, { website_ids, monitor_ids }: Targets): Promise<void> {
  if (website_ids.length + monitor_ids.length > limits.incidentTargets) {
    throw invalid('monitor_ids', incidentSentences.tooManyTargets);
  }
  for (const what of ['website', 'monitor'] as const) {
    const wanted = what === 'website' ? website_ids : monitor_ids;
    const found = await idsOf(trx, `${what}s`, wanted);
    const missing = wanted.find((id) => !found.has(id));
    if (missing !== undefined) throw invalid(`${what}_ids`, incidentSentences.unknown(what, missing));
  }
}

async function idsOf(
  db: Database,
  table: 'websites' | 'monitors',
  ids: readonly number[],
): Promise<Set<IncidentRow['id']>> {
  const found = new Set<number>();
  for (const chunk of rowChunks(ids)) {
    const rows = await db.selectFrom(table).select('id').where('id', 'in', chunk).execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}
