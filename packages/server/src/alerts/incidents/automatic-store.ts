import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import type { Database } from '../../storage/database.ts';
import { generalSettings } from '../../storage/settings/general-settings-store.ts';
import { type PublicAlertFacts, publicSentence } from '../decide/alert-sentences.ts';
import type { AutomaticFacts, LastingOutage, OpenAutomatic } from './decide-automatic.ts';

/** The facts for the decision; null when no incident can open automatically and none is open. */
export async function readAutomaticFacts(db: Database): Promise<AutomaticFacts | null> {
  const settings = await generalSettings.read(db);
  const open = await readOpenAutomatic(db);
  if (settings.automatic_incidents === 'off' && open.length === 0 && !(await hasOwnMode(db))) return null;
  const outages = await readLastingOutages(db);
  return { settings, open, outages, monitors: outages.length === 0 ? new Map() : await countMonitors(db) };
}

async function hasOwnMode(db: Database): Promise<boolean> {
  const query = db.selectFrom('websites').select('id').where('automatic_incidents', 'in', ['draft', 'publish']);
  return (await query.executeTakeFirst()) !== undefined;
}

async function readOpenAutomatic(db: Database): Promise<OpenAutomatic[]> {
  const rows = await db
    .selectFrom('incidents as i')
    .leftJoin('incident_alerts as t', 't.incident_id', 'i.id')
    .leftJoin('alerts as a', 'a.id', 't.alert_id')
    .select(['i.id', 'i.automatic_website_id as website_id', 'i.started_at'])
    .select(({ fn }) => fn.max('a.ended_at').as('ended_at'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('incident_updates as u')
          .select('u.id')
          .whereRef('u.incident_id', '=', 'i.id')
          .where('u.origin', '=', 'manual'),
      ).as('isTakenOver'),
    )
    .where('i.origin', '=', 'automatic')
    .where('i.resolved_at', 'is', null)
    .groupBy(['i.id', 'i.automatic_website_id', 'i.started_at'])
    .orderBy('i.id')
    .execute();
  return rows.map(({ id, website_id, started_at, ended_at, isTakenOver }) => ({
    id,
    website_id,
    isTakenOver: Boolean(isTakenOver),
    quiet_since: Math.max(started_at, ended_at ?? 0),
  }));
}

/** Outages of enabled monitors. One whose alert was deleted stays open, but is not published any more. */
async function readLastingOutages(db: Database): Promise<LastingOutage[]> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .leftJoin('alerts as a', 'a.id', 'm.outage_alert_id')
    .leftJoin('incident_alerts as t', 't.alert_id', 'm.outage_alert_id')
    .leftJoin('maintenance_runs as r', 'r.id', 'a.maintenance_run_id')
    .select(['m.id as monitor_id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.outage_alert_id'])
    .select(['w.name as website_name', 'w.automatic_incidents as mode', 't.alert_id as published_id', 'r.ends_at'])
    .select(['a.alert_type', 'a.cause', 'a.public_message', 'a.created_at', 'a.began_at'])
    .where('m.enabled', '=', 1)
    .where('m.outage_alert_id', 'is not', null)
    .orderBy('a.created_at')
    .orderBy('m.id')
    .execute();
  return rows.map((row) => {
    const { website_id, website_name, monitor_id, mode, alert_type, created_at, cause, public_message } = row;
    const began_at = row.began_at ?? created_at ?? 0;
    const isDeleted = alert_type === null || created_at === null;
    const facts = { ...row, alert_type, created_at, cause, public_message };
    return {
      alert_id: row.outage_alert_id ?? 0,
      website_id,
      website_name,
      monitor_id,
      mode,
      began_at,
      publishable_from: row.ends_at === null ? began_at : Math.max(began_at, row.ends_at + verifyingMs),
      sentence: isDeleted ? '' : sentenceOf({ ...facts, alert_type, created_at }),
      isPublished: isDeleted || row.published_id !== null,
    };
  });
}

type OutageFacts = Omit<PublicAlertFacts, 'alert_type' | 'problem' | 'problem_since'> & { alert_type: AlertType };

const sentenceOf = ({ alert_type, ...facts }: OutageFacts): string =>
  publicSentence({
    ...facts,
    alert_type: alert_type === 'ERROR' ? 'ERROR' : 'DOWN',
    problem: 'outage',
    problem_since: null,
  });

/** The number of enabled and checked monitors of each website. */
async function countMonitors(db: Database): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('monitors')
    .select(['website_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('enabled', '=', 1)
    .where('is_up', 'is not', null)
    .groupBy('website_id')
    .execute();
  return new Map(rows.map(({ website_id, count }) => [website_id, Number(count)]));
}
