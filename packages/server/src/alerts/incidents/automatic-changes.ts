import { limits } from '@upvigil/core/limits';
import { worseImpact } from '@upvigil/core/rules/automatic-incidents';
import { automaticTexts } from '@upvigil/core/texts/incidents';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import { cutToFit } from '../notify/message/cut-text.ts';
import type { AutomaticAction, LastingOutage } from './decide-automatic.ts';
import {
  insertUpdate,
  lockIncident,
  type StoredIncident,
  setMonitors,
  settleIncident,
  setWebsites,
} from './incident-store.ts';

type ActionOf<Name extends AutomaticAction['do']> = Extract<AutomaticAction, { do: Name }>;

/**
 * Carries out a decision in one transaction; does nothing when another process was faster. Returns whether an
 * incident looks different now. `now`: milliseconds since the epoch.
 */
export function carryOut(db: Database, action: AutomaticAction, now: number): Promise<boolean> {
  return db.transaction().execute((trx) => {
    if (action.do === 'open') return open(trx, action, now);
    return action.do === 'join' ? join(trx, action, now) : resolve(trx, action, now);
  });
}

async function open(trx: DatabaseTransaction, action: ActionOf<'open'>, now: number): Promise<boolean> {
  const { website_id, state, impact, outages } = action;
  const [first = null] = outages;
  if (first === null) return false;
  const title = cutToFit(automaticTexts.title(first.website_name), {
    most: limits.incidentTitle.maxLength,
    unit: 'characters',
  });
  const started_at = Math.min(now, ...outages.map(({ began_at }) => began_at));
  const row = await trx
    .insertInto('incidents')
    .values({
      title,
      impact,
      state,
      origin: 'automatic',
      started_at,
      resolved_at: null,
      updated_at: now,
      automatic_website_id: website_id,
      keeps_impact: 0,
    })
    // One is already open.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  if (!(await takeIn(trx, row.id, outages))) {
    await trx.deleteFrom('incidents').where('id', '=', row.id).execute();
    return false;
  }
  const body = cutToFit(automaticTexts.opened(first.sentence), {
    most: limits.incidentBody.maxLength,
    unit: 'characters',
  });
  const update = { status: 'investigating', body } as const;
  await insertUpdate(trx, row.id, update, { origin: 'automatic', display_at: now });
  await setTargets(trx, row.id, targetsWith({ website_ids: [], monitor_ids: [] }, website_id, outages));
  return true;
}

async function join(trx: DatabaseTransaction, action: ActionOf<'join'>, now: number): Promise<boolean> {
  const { incident_id, website_id, outages } = action;
  const incident = await lockIncident(trx, incident_id);
  if (!incident || incident.resolved_at !== null || !(await takeIn(trx, incident_id, outages))) return false;
  const targets = targetsWith(incident, website_id, outages);
  const impact = incident.keeps_impact === 1 ? incident.impact : worseImpact(incident.impact, action.impact);
  // The same monitor again: nothing visible changes.
  if (targets === incident && impact === incident.impact) return false;
  await trx.updateTable('incidents').set({ impact }).where('id', '=', incident_id).execute();
  await setTargets(trx, incident_id, targets);
  await settleIncident(trx, incident, now);
  return true;
}

async function resolve(trx: DatabaseTransaction, { incident_id }: ActionOf<'resolve'>, now: number): Promise<boolean> {
  const incident = await lockIncident(trx, incident_id);
  if (!incident || incident.resolved_at !== null) return false;
  if (incident.updates.some(({ origin }) => origin === 'manual')) return false;
  // Keeps the update the newest even after a backward clock change.
  const display_at = Math.max(now, ...incident.updates.map((update) => update.display_at));
  const update = { status: 'resolved', body: automaticTexts.resolved } as const;
  await insertUpdate(trx, incident_id, update, { origin: 'automatic', display_at });
  await settleIncident(trx, incident, now);
  return true;
}

/** Assigns these outages to an incident. Returns whether any of them was unassigned. */
async function takeIn(trx: DatabaseTransaction, incident_id: number, outages: readonly LastingOutage[]) {
  let taken = 0;
  for (const chunk of rowChunks(outages)) {
    const rows = await trx
      .insertInto('incident_alerts')
      .values(chunk.map(({ alert_id }) => ({ alert_id, incident_id })))
      .onConflict((conflict) => conflict.column('alert_id').doNothing())
      .returning('alert_id')
      .execute();
    taken += rows.length;
  }
  return taken > 0;
}

type Targets = Pick<StoredIncident, 'website_ids' | 'monitor_ids'>;

/**
 * Adds the monitors that are down, or the whole website when there are too many. Returns the same object when nothing
 * changes.
 */
function targetsWith(targets: Targets, website_id: number, outages: readonly LastingOutage[]): Targets {
  const { website_ids, monitor_ids } = targets;
  const added = outages.map(({ monitor_id }) => monitor_id).filter((id) => !monitor_ids.includes(id));
  if (website_ids.includes(website_id) || added.length === 0) return targets;
  const most = limits.incidentTargets - website_ids.length;
  if (monitor_ids.length + added.length <= most) return { website_ids, monitor_ids: [...monitor_ids, ...added] };
  return { website_ids: [...website_ids, website_id], monitor_ids: monitor_ids.slice(0, most - 1) };
}

async function setTargets(trx: DatabaseTransaction, id: number, { website_ids, monitor_ids }: Targets): Promise<void> {
  await setWebsites(trx, id, website_ids);
  await setMonitors(trx, id, monitor_ids);
}
