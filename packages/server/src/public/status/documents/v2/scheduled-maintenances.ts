import { type RunState, verifyingMs } from '@upvigil/core/maintenance/runs';
import type { PublicState } from '../../figures/public-state.ts';
import type { ToldRun } from '../../maintenance/public-runs.ts';
import { runPagePath } from '../../maintenance/run-pages.ts';
import { affectedComponents, type Component } from './component.ts';

interface OfPage {
  base_url: string;
  page_id: string;
  components: readonly Component[];
}

const iso = (time: number): string => new Date(time).toISOString();

/** Public maintenance in the shape of the status API; of some states, or all. */
export const scheduledMaintenances = (
  { runs }: Pick<PublicState, 'runs'>,
  page: OfPage,
  states?: readonly RunState[],
): ReturnType<typeof maintenanceOf>[] =>
  runs.filter(({ state }) => states?.includes(state) ?? true).map((run) => maintenanceOf(run, page));

/** What is planned is listed by its start, the others too: the order of `runs`. */
function maintenanceOf(run: ToldRun, { base_url, page_id, components }: OfPage) {
  const id = `mnt${run.id}`;
  const affected = affectedComponents(components, run);
  const isOver = run.state === 'completed';
  return {
    id,
    name: run.title,
    status: run.state,
    impact: 'maintenance',
    created_at: iso(run.created_at),
    updated_at: iso(run.updated_at),
    started_at: iso(run.starts_at),
    monitoring_at: null,
    resolved_at: isOver ? iso(run.ends_at + verifyingMs) : null,
    shortlink: base_url + runPagePath(run.id),
    page_id,
    scheduled_for: iso(run.starts_at),
    scheduled_until: iso(run.ends_at),
    incident_updates: updatesOf(run, id, affected),
    components: affected,
  };
}

/** What it has come to, newest first: that it was planned, with its text, and that it began and ended. */
function updatesOf(run: ToldRun, incident_id: string, affected: readonly Component[]) {
  const reached: [state: RunState, at: number][] = [
    ['scheduled', run.created_at],
    ['in_progress', run.starts_at],
    ['verifying', run.ends_at],
    ['completed', run.ends_at + verifyingMs],
  ];
  const last = reached.findIndex(([state]) => state === run.state);
  return reached
    .slice(0, last + 1)
    .map(([status, at]) => ({
      id: `${incident_id}-${status}`,
      status,
      body: status === 'scheduled' ? run.body : '',
      incident_id,
      created_at: iso(at),
      updated_at: iso(at),
      display_at: iso(at),
      affected_components: affected.map(({ id, name, status: now }) => ({
        ...{ code: id, name, old_status: now, new_status: now },
      })),
      deliver_notifications: true,
      custom_tweet: null,
      tweet_id: null,
    }))
    .reverse();
}
