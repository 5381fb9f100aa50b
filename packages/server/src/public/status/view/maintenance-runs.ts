import type { RunState } from '@upvigil/core/contract/names/states';
import type { PublicMaintenance, ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { type PlannedRun, runState, verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import { hourMs, minuteMs } from '@upvigil/core/time';
import { beganAt } from '../../../alerts/maintenance/shown-maintenance.ts';
import { coveringRun } from '../../../base/domain/maintenance.ts';
import { timeOf } from '../../../storage/wire-format.ts';
import { type AffectedNames, affectedNames, type PublicTargets, type Targeted } from './public-targets.ts';

/** A maintenance window. Private windows have no title and no text here. Times in milliseconds since the epoch. */
export interface MaintenanceWindow {
  isPublic: boolean;
  title: string;
  body: string;
  announce_hours: number;
  duration_minutes: number;
  created_at: number;
  updated_at: number;
  website_ids: ReadonlySet<number>;
  monitor_ids: ReadonlySet<number>;
  /** By their start. */
  runs: readonly StoredRun[];
}

/** What somebody wrote about a run. `created_at`: milliseconds since the epoch. */
export interface RunUpdate {
  id: number;
  body: string;
  created_at: number;
}

interface StoredRun extends PlannedRun {
  id: number;
  /** Newest first; missing without any. */
  updates?: readonly RunUpdate[] | undefined;
}

export interface WindowRun extends StoredRun {
  window: MaintenanceWindow;
}

/** A run of public maintenance for documents. Times in milliseconds since the epoch. */
export interface PublicRun extends Required<Omit<StoredRun, 'updates'>> {
  /** Newest first. */
  updates: readonly RunUpdate[];
  title: string;
  body: string;
  state: RunState;
  /** The end by its window. A run that was ended early or extended ends at another time. */
  planned_ends_at: number;
  /** When it was planned. */
  created_at: number;
  /** When pages and feeds start to list it. Never changes. */
  announced_at: number;
  /** Changes with each edit and each state. */
  updated_at: number;
  /** Public websites only. */
  website_ids: readonly number[];
  monitor_ids: readonly number[];
  affected: AffectedNames;
}

export const runsOfWindow = (window: MaintenanceWindow): WindowRun[] => window.runs.map((run) => ({ ...run, window }));

const announcedAt = ({ starts_at, window }: WindowRun): number =>
  Math.max(window.created_at, starts_at - window.announce_hours * hourMs);

/** What counts as news of public maintenance: the listed runs and their states. */
export const maintenanceNews = (windows: readonly MaintenanceWindow[], now: number): unknown[] =>
  windows
    .filter(({ isPublic }) => isPublic)
    .flatMap(runsOfWindow)
    .filter((run) => announcedAt(run) <= now && now < run.ends_at + verifyingMs)
    .map((run) => [run.id, run.ends_at, run.window.updated_at, runState(run, now), run.updates?.length]);

/** When a run changes without an edit: announced, started, ended, completed. */
const edgesOf = (run: WindowRun): number[] => [
  ...(run.window.isPublic ? [announcedAt(run)] : []),
  run.starts_at,
  run.ends_at,
  run.ends_at + verifyingMs,
];

/** The first of these changes after `now`; infinite when there is none. */
export function nextEdge(windows: readonly MaintenanceWindow[], now: number): number {
  const edges = windows.flatMap((window) => runsOfWindow(window).flatMap(edgesOf)).filter((edge) => edge > now);
  return edges.reduce((next, edge) => Math.min(next, edge), Number.POSITIVE_INFINITY);
}

export function describeRun(run: WindowRun, now: number, targets: PublicTargets): PublicRun {
  const { id, starts_at, ends_at, window } = run;
  const targeted: Targeted = {
    website_ids: [...window.website_ids].filter((website) => targets.websites.has(website)),
    monitor_ids: [...window.monitor_ids].filter((monitor) => targets.monitors.has(monitor)),
  };
  return {
    id,
    starts_at,
    ends_at,
    planned_ends_at: starts_at + window.duration_minutes * minuteMs,
    title: window.title,
    body: window.body,
    updates: run.updates ?? [],
    ...targeted,
    affected: affectedNames(targeted, targets),
    state: runState(run, now),
    created_at: window.created_at,
    announced_at: announcedAt(run),
    updated_at: Math.max(
      window.updated_at,
      ...edgesOf(run).filter((edge) => edge <= now),
      run.updates?.[0]?.created_at ?? 0,
    ),
  };
}

/** Whether pages and feeds list it by now. */
export const isAnnounced = ({ announced_at }: Pick<PublicRun, 'announced_at'>, now: number): boolean =>
  announced_at <= now;

/** Current and announced public maintenance, by start. */
export const listedRuns = ({ runs, now }: { runs: readonly PublicRun[]; now: number }): PublicRun[] =>
  runs.filter((run) => run.state !== 'completed' && isAnnounced(run, now));

/** The same for one website. */
export const listedRunsOf = (
  view: { runs: readonly PublicRun[]; now: number },
  { id, monitors }: { id: number; monitors: readonly { id: number }[] },
): PublicRun[] =>
  listedRuns(view).filter(
    ({ website_ids, monitor_ids }) =>
      website_ids.includes(id) || monitors.some((monitor) => monitor_ids.includes(monitor.id)),
  );

/** The run in its API form. */
export const toPublicMaintenance = (run: PublicRun): PublicMaintenance => ({
  id: run.id,
  title: run.title,
  body: run.body,
  state: run.state,
  starts_at: timeOf(run.starts_at),
  ends_at: timeOf(run.ends_at),
  website_ids: [...run.website_ids],
  monitor_ids: [...run.monitor_ids],
  affected: namesOf(run.affected),
  ...(run.updates.length === 0
    ? {}
    : { updates: run.updates.map(({ body, created_at }) => ({ body, created_at: timeOf(created_at) })) }),
});

export const namesOf = ({ websites, services }: AffectedNames): string[] => [
  ...websites.map(({ name }) => name),
  ...services,
];

interface MonitorState {
  id: number;
  website_id: number;
  is_up: 0 | 1 | null;
  outage_began_at: number | null;
}

/** The maintenance of a monitor: a run covers it, and an outage, if any, began during the run. Null without. */
export function maintenanceOf(
  windows: readonly MaintenanceWindow[],
  monitor: MonitorState,
  now: number,
): ShownMaintenance | null {
  if (windows.length === 0) return null;
  const current = windowsOf(windows, monitor)
    .flatMap(runsOfWindow)
    .filter(({ starts_at, ends_at }) => starts_at <= now && now < ends_at);
  const run = coveringRun(current, beganAt(monitor, now));
  const window = current.find(({ id }) => id === run?.id)?.window;
  return run && window ? { title: window.isPublic ? window.title : null, until: timeOf(run.ends_at) } : null;
}

/** The windows that cover a monitor, directly or by its website. */
export const windowsOf = (
  windows: readonly MaintenanceWindow[],
  { id, website_id }: { id: number; website_id: number },
): MaintenanceWindow[] =>
  windows.filter(({ website_ids, monitor_ids }) => website_ids.has(website_id) || monitor_ids.has(id));

/** Seconds of maintenance between two times; `to` is not in the future. */
export function maintenanceSeconds(windows: readonly MaintenanceWindow[], from: number, to: number): number {
  const spans = windows
    .flatMap(({ runs }) => runs)
    .map(({ starts_at, ends_at }) => [Math.max(starts_at, from), Math.min(ends_at, to)] as const)
    .filter(([start, end]) => start < end)
    .sort(([one], [other]) => one - other);
  let sum = 0;
  let until = from;
  for (const [start, end] of spans) {
    sum += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return Math.round(sum / 1000);
}
