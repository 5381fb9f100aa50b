import type { RunState } from '@upvigil/core/contract/names/states';
import { runState, verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import { type AlertIncident, isOutage, lastChanged, stateSentence } from '../view/alert-incidents.ts';
import type { IncidentReport } from '../view/incident-reports.ts';
import type { PublicRun } from '../view/maintenance-runs.ts';
import type { Targeted } from '../view/public-targets.ts';
import { incidentPagePath, runPagePath } from './report-paths.ts';

/** Component statuses of Atlassian Statuspage's status API, version 2. */
export type ComponentStatus =
  | 'operational'
  | 'degraded_performance'
  | 'partial_outage'
  | 'major_outage'
  | 'under_maintenance';

/** A website, which is a group, or a monitor in it. */
export interface Component {
  id: string;
  name: string;
  status: ComponentStatus;
  description: string | null;
  position: number;
  showcase: boolean;
  start_date: string;
  created_at: string;
  updated_at: string;
  group_id: string | null;
  page_id: string;
  group: boolean;
  only_show_if_degraded: boolean;
  components?: string[];
}

/** The page that lists an incident, with its components. */
interface Page {
  base_url: string;
  page_id: string;
  components: readonly Component[];
}

const iso = (time: number): string => new Date(time).toISOString();
const isoOrNull = (time: number | null | undefined): string | null => (time == null ? null : iso(time));

/** An incident or a maintenance. Times in milliseconds since the epoch. */
interface Listed {
  id: string;
  name: string;
  status: string;
  impact: string;
  created_at: number;
  updated_at: number;
  started_at: number;
  monitoring_at?: number | undefined;
  resolved_at: number | null;
  path: string;
  affected: Component[];
  /** Newest first. */
  updates: readonly ListedUpdate[];
}

interface ListedUpdate {
  id: string;
  status: string;
  body: string;
  created_at: number;
  /** `created_at` unless given. */
  updated_at?: number | null;
  /** The status of the affected components before and after; absent: as they are now. */
  change?: readonly [before: ComponentStatus, after: ComponentStatus];
}

/** The form of the status API. `times`: further fields, before the updates. */
const toIncident = <Times extends object>(listed: Listed, { base_url, page_id }: Page, times: Times) => ({
  id: listed.id,
  name: listed.name,
  status: listed.status,
  impact: listed.impact,
  created_at: iso(listed.created_at),
  updated_at: iso(listed.updated_at),
  started_at: iso(listed.started_at),
  monitoring_at: isoOrNull(listed.monitoring_at),
  resolved_at: isoOrNull(listed.resolved_at),
  shortlink: base_url + listed.path,
  page_id,
  ...times,
  incident_updates: listed.updates.map((update) => toUpdate(update, listed)),
  components: listed.affected,
});

const toUpdate = (update: ListedUpdate, { id, affected }: Listed) => ({
  id: update.id,
  status: update.status,
  body: update.body,
  incident_id: id,
  created_at: iso(update.created_at),
  updated_at: iso(update.updated_at ?? update.created_at),
  display_at: iso(update.created_at),
  affected_components: affected.map(({ id: code, name, status }) => {
    const [old_status, new_status] = update.change ?? [status, status];
    return { code, name, old_status, new_status };
  }),
  deliver_notifications: true,
  custom_tweet: null,
  tweet_id: null,
});

/** A published incident. It changes no component: their states come from checks. */
export const reportIncident = (report: IncidentReport, page: Page) =>
  toIncident(
    {
      id: `inc${report.id}`,
      name: report.title,
      status: report.status,
      impact: report.impact,
      created_at: report.started_at,
      updated_at: report.updated_at,
      started_at: report.started_at,
      monitoring_at: report.updates.find(({ status }) => status === 'monitoring')?.display_at,
      resolved_at: report.resolved_at,
      path: incidentPagePath(report.id),
      affected: targetedComponents(page, report),
      updates: report.updates.map(({ id, status, body, display_at, edited_at }) => ({
        id: `upd${id}`,
        status,
        body,
        created_at: display_at,
        updated_at: edited_at,
      })),
    },
    page,
    {},
  );

/** A problem found by checks. */
export function alertIncident(incident: AlertIncident, page: Page) {
  const { started_at, ended_at, monitor_id, website_id, title } = incident;
  const id = `i${incident.id}`;
  const problem: ComponentStatus = isOutage(incident) ? 'major_outage' : 'degraded_performance';
  const opening: ListedUpdate = {
    id: `${id}-investigating`,
    status: 'investigating',
    body: title,
    created_at: started_at,
    change: ['operational', problem],
  };
  const end = (at: number): ListedUpdate => ({
    id: `${id}-resolved`,
    status: 'resolved',
    body: stateSentence(incident),
    created_at: at,
    change: [problem, 'operational'],
  });
  const listed: Listed = {
    id,
    name: title,
    status: ended_at === null ? 'investigating' : 'resolved',
    impact: isOutage(incident) ? 'major' : 'minor',
    created_at: started_at,
    updated_at: lastChanged(incident),
    started_at,
    resolved_at: ended_at,
    path: `/status/${website_id}`,
    affected: targetedComponents(page, { website_ids: [], monitor_ids: [monitor_id] }),
    updates: ended_at === null ? [opening] : [end(ended_at), opening],
  };
  return toIncident(listed, page, {});
}

/** A run of public maintenance. Its updates: planned (with its text), started, completed. */
export function scheduledMaintenance(run: PublicRun, page: Page) {
  const id = `mnt${run.id}`;
  const states: [state: RunState, at: number][] = [
    ['scheduled', run.created_at],
    ['in_progress', run.starts_at],
    ['verifying', run.ends_at],
    ['completed', run.ends_at + verifyingMs],
  ];
  const last = states.findIndex(([state]) => state === run.state);
  const updates = states.slice(0, last + 1).map(([status, created_at]) => ({
    id: `${id}-${status}`,
    status,
    body: status === 'scheduled' ? run.body : '',
    created_at,
  }));
  const written = run.updates.map(({ id: updateId, body, created_at }) => ({
    id: `${id}-u${updateId}`,
    status: runState(run, created_at),
    body,
    created_at,
  }));
  const listed: Listed = {
    id,
    name: run.title,
    status: run.state,
    impact: 'maintenance',
    created_at: run.created_at,
    updated_at: run.updated_at,
    started_at: run.starts_at,
    resolved_at: run.state === 'completed' ? run.ends_at + verifyingMs : null,
    path: runPagePath(run.id),
    affected: targetedComponents(page, run),
    updates: [...updates, ...written].sort((one, other) => other.created_at - one.created_at),
  };
  return toIncident(listed, page, { scheduled_for: iso(run.starts_at), scheduled_until: iso(run.ends_at) });
}

/** The monitors that an incident names, directly or by their website. Groups are never affected themselves. */
const targetedComponents = ({ components }: Page, { website_ids, monitor_ids }: Targeted): Component[] =>
  components.filter(
    ({ id, group_id }) =>
      group_id !== null && (website_ids.includes(numberIn(group_id)) || monitor_ids.includes(numberIn(id))),
  );

/** The number in 'w3', 'u7' or 'n7'. */
const numberIn = (id: string): number => Number(id.slice(1));
