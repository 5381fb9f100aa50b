import { dayMs } from '@upvigil/core/time';
import { readTaggedIds, type TaggedIds, withContent } from '../../../alerts/maintenance/run-store.ts';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { Database } from '../../../storage/database.ts';
import type { MaintenanceRunRow, MaintenanceWindowRow } from '../../../storage/tables/maintenance-tables.ts';
import { type MaintenanceWindow, type RunUpdate, runsOfWindow, type WindowRun } from './maintenance-runs.ts';

/** Day strips go back this far, and run rows exist this far ahead. */
const aroundMs = 31 * dayMs;
/** Completed and later runs that documents list. */
const listed = { completed: 50, later: 100 };
/** Marks are lines on charts, which show a day. */
const marksMs = dayMs;
const mostMarks = 100;

/** A public deployment mark. `at`: milliseconds since the epoch; `website_id`: null for all websites. */
export interface MarkRow {
  id: number;
  label: string;
  website_id: number | null;
  at: number;
}

/** The runs of public windows that documents list, by start. */
export function selectPublicRuns(windows: readonly MaintenanceWindow[], now: number): WindowRun[] {
  const all = windows
    .filter(({ isPublic }) => isPublic)
    .flatMap(runsOfWindow)
    .sort((one, other) => one.starts_at - other.starts_at || one.id - other.id);
  const completed = all.filter(({ ends_at }) => ends_at <= now);
  const later = all.filter(({ ends_at }) => ends_at > now);
  return [...completed.slice(-listed.completed), ...later.slice(0, listed.later)];
}

/** Windows with a run around now. */
export const readWindows = (db: Database, now: number): Promise<MaintenanceWindow[]> =>
  readWindowsBetween(db, now - aroundMs, now + aroundMs);

/** Runs of public windows that begin between two times. */
export async function readRunsBetween(db: Database, from: number, to: number): Promise<WindowRun[]> {
  const windows = await readWindowsBetween(db, from, to);
  return windows
    .filter(({ isPublic }) => isPublic)
    .flatMap(runsOfWindow)
    .filter(({ starts_at }) => starts_at >= from && starts_at < to);
}

/** Windows with a run between two times, in a fixed number of statements. */
async function readWindowsBetween(db: Database, from: number, to: number): Promise<MaintenanceWindow[]> {
  const runs = await db
    .selectFrom('maintenance_runs')
    .selectAll()
    .where('ends_at', '>', from)
    .where('starts_at', '<', to)
    .orderBy('starts_at')
    .execute();
  if (runs.length === 0) return [];
  const updates = await readUpdates(db, (query) => query.where('r.ends_at', '>', from).where('r.starts_at', '<', to));
  const withUpdates = runs.map((run) => ({ ...run, updates: updates.get(run.id) }));
  const byWindow = groupBy(withUpdates, ({ window_id }) => window_id);
  const windows = await db.selectFrom('maintenance_windows').selectAll().orderBy('id').execute();
  const used = windows.filter(({ id }) => byWindow.has(id)).map(withContent);
  const newest = used.map(({ id, tags }) => ({ tags, tagged_ids: byWindow.get(id)?.at(-1)?.tagged_ids ?? null }));
  const taggedIds = await readTaggedIds(db, newest);
  return used.flatMap((window) => toWindows(window, byWindow.get(window.id) ?? [], taggedIds));
}

type ReadRun = MaintenanceRunRow & { updates: readonly RunUpdate[] | undefined };
type ReadWindow = ReturnType<typeof withContent<MaintenanceWindowRow>>;

/** Tags may cover other monitors in each run: one entry for each set of monitors. */
function toWindows(window: ReadWindow, runs: readonly ReadRun[], taggedIds: TaggedIds): MaintenanceWindow[] {
  return [...groupBy(runs, ({ tagged_ids }) => tagged_ids ?? '')].map(([ids, ofSet]) =>
    toWindow(window, ofSet, taggedIds({ tags: window.tags, tagged_ids: ids || null })),
  );
}

/** A public run of any age; null when there is none. */
export async function findPublicRun(db: Database, id: number): Promise<WindowRun | null> {
  const run = await db.selectFrom('maintenance_runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!run) return null;
  const row = await db
    .selectFrom('maintenance_windows')
    .selectAll()
    .where('id', '=', run.window_id)
    .executeTakeFirstOrThrow();
  const updates = await readUpdates(db, (query) => query.where('r.id', '=', id));
  const parsed = withContent(row);
  const tagged = { tags: parsed.tags, tagged_ids: run.tagged_ids };
  const taggedIds = await readTaggedIds(db, [tagged]);
  const window = toWindow(parsed, [{ ...run, updates: updates.get(id) }], taggedIds(tagged));
  return window.isPublic ? { ...run, updates: updates.get(id), window } : null;
}

const selectUpdates = (db: Database) =>
  db
    .selectFrom('maintenance_updates as u')
    .innerJoin('maintenance_runs as r', 'r.id', 'u.run_id')
    .select(['u.id', 'u.run_id', 'u.body', 'u.created_at'])
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc');
type UpdateQuery = ReturnType<typeof selectUpdates>;

/** Written updates of the runs that `choose` leaves, by run. */
async function readUpdates(
  db: Database,
  choose: (query: UpdateQuery) => UpdateQuery,
): Promise<Map<number, RunUpdate[]>> {
  return groupBy(await choose(selectUpdates(db)).execute(), ({ run_id }) => run_id);
}

function toWindow(window: ReadWindow, runs: MaintenanceWindow['runs'], tagged: readonly number[]): MaintenanceWindow {
  const { public: isPublic, title, body, announce_hours, duration_minutes, created_at, updated_at } = window;
  const { website_ids, monitor_ids } = window;
  return {
    isPublic,
    title: isPublic ? title : '',
    body: isPublic ? body : '',
    announce_hours,
    duration_minutes,
    created_at,
    updated_at,
    website_ids: new Set(website_ids),
    monitor_ids: new Set([...monitor_ids, ...tagged]),
    runs: runs.map(({ id, starts_at, ends_at, updates }) => ({ id, starts_at, ends_at, updates })),
  };
}

/** Public marks of the last day, newest first. */
export const readMarks = (db: Database, now: number): Promise<MarkRow[]> =>
  db
    .selectFrom('marks')
    .select(['id', 'label', 'website_id', 'at'])
    .where('at', '>', now - marksMs)
    .where('public', '=', 1)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostMarks)
    .execute();
