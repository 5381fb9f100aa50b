import type { PublicMaintenance, ShownMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { type PlannedRun, type RunState, runState, verifyingMs } from '@upvigil/core/maintenance/runs';
import { hourMs } from '@upvigil/core/time';
import { beganAt } from '../../../alerts/maintenance/shown-now.ts';
import { coveringRun } from '../../../base/domain/maintenance.ts';
import { timeOf } from '../../../storage/wire-format.ts';

/** Work as the public side knows it. Of a private window only when, and of what: it has no words. Times in milliseconds since the epoch. */
export interface PublicWindow {
  isPublic: boolean;
  title: string;
  body: string;
  announce_hours: number;
  created_at: number;
  updated_at: number;
  website_ids: ReadonlySet<number>;
  monitor_ids: ReadonlySet<number>;
  /** By their start. */
  runs: readonly WindowRun[];
}

interface WindowRun extends PlannedRun {
  id: number;
}

/** A run with the window that it is of. */
export interface PublicRun extends WindowRun {
  window: PublicWindow;
}

/** A run of public maintenance as documents tell it. Times in milliseconds since the epoch. */
export interface ToldRun extends WindowRun {
  title: string;
  body: string;
  state: RunState;
  /** Since when it is planned. */
  created_at: number;
  /** Since when pages and feeds tell of it. It stays. */
  announced_at: number;
  /** Moves with each edit and each state. */
  updated_at: number;
  /** Those that everybody may see. */
  website_ids: readonly number[];
  monitor_ids: readonly number[];
  /** By the names that everybody reads. */
  affected(): { websites: readonly { id: number; name: string }[]; services: readonly string[] };
}

/** From when on pages and feeds tell of a run. */
const announcedAt = ({ starts_at, window }: PublicRun): number =>
  Math.max(window.created_at, starts_at - window.announce_hours * hourMs);

/** What is news of public work: runs that pages show, and how they stand. */
export const newsOfWork = (windows: readonly PublicWindow[], now: number): unknown[] =>
  windows
    .filter(({ isPublic }) => isPublic)
    .flatMap((window) => window.runs.map((run): PublicRun => ({ ...run, window })))
    .filter((run) => announcedAt(run) <= now && now < run.ends_at + verifyingMs)
    .map((run) => [run.id, run.ends_at, run.window.updated_at, runState(run, now)]);

/** What changes as time goes by, in order: that it is announced, begins, ends, and was watched for a while. */
const edgesOf = (run: PublicRun): number[] => [
  ...(run.window.isPublic ? [announcedAt(run)] : []),
  ...[run.starts_at, run.ends_at, run.ends_at + verifyingMs],
];

/** When something of these changes next, after `now`; infinite where nothing does. */
export function nextEdge(windows: readonly PublicWindow[], now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const window of windows) {
    for (const run of window.runs) {
      if (run.ends_at + verifyingMs <= now || run.starts_at - window.announce_hours * hourMs >= next) continue;
      for (const edge of edgesOf({ ...run, window })) if (edge > now && edge < next) next = edge;
    }
  }
  return next;
}

export function toldRun(
  run: PublicRun,
  now: number,
  shown: Pick<ToldRun, 'website_ids' | 'monitor_ids' | 'affected'>,
): ToldRun {
  const { id, starts_at, ends_at, window } = run;
  return {
    ...{ id, starts_at, ends_at, title: window.title, body: window.body, ...shown },
    state: runState(run, now),
    ...{ created_at: window.created_at, announced_at: announcedAt(run) },
    updated_at: Math.max(window.updated_at, ...edgesOf(run).filter((edge) => edge <= now)),
  };
}

/** Whether pages and feeds tell of it by now. */
export const isAnnounced = ({ announced_at }: Pick<ToldRun, 'announced_at'>, now: number): boolean =>
  announced_at <= now;

/** What pages show: what goes on or is announced. */
export const isListed = (run: Pick<ToldRun, 'announced_at' | 'state'>, now: number): boolean =>
  run.state !== 'completed' && isAnnounced(run, now);

/** The run as everybody may read it. */
export function publishedRun({ affected, ...run }: ToldRun): PublicMaintenance {
  const { websites, services } = affected();
  return {
    ...{ id: run.id, title: run.title, body: run.body, state: run.state },
    ...{ starts_at: timeOf(run.starts_at), ends_at: timeOf(run.ends_at) },
    ...{ website_ids: [...run.website_ids], monitor_ids: [...run.monitor_ids] },
    affected: [...websites.map(({ name }) => name), ...services],
  };
}

/** What a monitor must say to be shown in maintenance. */
interface Watched {
  id: number;
  website_id: number;
  is_up: 0 | 1 | null;
  outage_began_at: number | null;
}

/** That a monitor is in maintenance now: a run covers it, and its outage, if there is one, is not older. Null where it is in none. */
export function maintenanceOf(
  windows: readonly PublicWindow[],
  monitor: Watched,
  now: number,
): ShownMaintenance | null {
  if (windows.length === 0) return null;
  const going = windowsOf(windows, monitor).flatMap((window) =>
    window.runs
      .filter(({ starts_at, ends_at }) => starts_at <= now && now < ends_at)
      .map((run): PublicRun => ({ ...run, window })),
  );
  const run = coveringRun(going, beganAt(monitor, now));
  const window = going.find(({ id }) => id === run?.id)?.window;
  return run && window ? { title: window.isPublic ? window.title : null, until: timeOf(run.ends_at) } : null;
}

/** Those that cover a monitor, by itself or with its website. */
export const windowsOf = (
  windows: readonly PublicWindow[],
  { id, website_id }: { id: number; website_id: number },
): PublicWindow[] =>
  windows.filter(({ website_ids, monitor_ids }) => website_ids.has(website_id) || monitor_ids.has(id));

/** How long work took place in a stretch of time, in seconds; `to` is no later than now. */
export function workedSeconds(windows: readonly PublicWindow[], from: number, to: number): number {
  const spans = windows
    .flatMap(({ runs }) => runs)
    .map(({ starts_at, ends_at }) => [Math.max(starts_at, from), Math.min(ends_at, to)] as const)
    .filter(([start, end]) => start < end)
    .sort(([one], [other]) => one - other);
  let worked = 0;
  let until = from;
  for (const [start, end] of spans) {
    worked += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return Math.round(worked / 1000);
}
