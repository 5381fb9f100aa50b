import type { MaintenanceInput, MaintenanceRun, MaintenanceUpdate } from '@upvigil/core/contract/maintenance';
import {
  type PlannedRun,
  plannedRuns,
  runState,
  type Schedule,
  verifyingMs,
} from '@upvigil/core/rules/maintenance-runs';
import { hasTagOf } from '@upvigil/core/rules/tag-filter';
import { dayMs } from '@upvigil/core/time';
import type { SelectQueryBuilder } from 'kysely';
import { tagsOf } from '../../base/domain/stored-tags.ts';
import type { Database } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';
import {
  type MaintenanceRunRow,
  type MaintenanceUpdateRow,
  taggedIdsSchema,
} from '../../storage/tables/maintenance-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import { timeOf } from '../../storage/wire-format.ts';
import { placeIn } from './place-times.ts';
import { contentOf, type StoredWindow } from './window-store.ts';

/** Run rows exist this far ahead. */
export const aheadMs = 30 * dayMs;

/** A run with the content of its window. */
export interface StoredRun extends MaintenanceRunRow {
  content: string;
  updated_at: number;
}

/** Runs that end after `from` and start before `to`, by start; milliseconds since the epoch. */
export function readRuns(
  db: Database,
  { from, to, id, window_id }: { from?: number; to?: number; id?: number; window_id?: number },
): Promise<StoredRun[]> {
  return db
    .selectFrom('maintenance_runs as r')
    .innerJoin('maintenance_windows as w', 'w.id', 'r.window_id')
    .selectAll('r')
    .select(['w.content', 'w.updated_at'])
    .$if(from !== undefined, (query) => query.where('r.ends_at', '>', from ?? 0))
    .$if(to !== undefined, (query) => query.where('r.starts_at', '<', to ?? 0))
    .$if(id !== undefined, (query) => query.where('r.id', '=', id ?? 0))
    .$if(window_id !== undefined, (query) => query.where('r.window_id', '=', window_id ?? 0))
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute();
}

/** The monitors that the tags of each run's window cover: as stored at its start, before that as they are tagged now. */
export type TaggedIds = (run: TaggedRun) => readonly number[];
/** `tags`: those of its window. */
type TaggedRun = Pick<MaintenanceInput, 'tags'> & Pick<MaintenanceRunRow, 'tagged_ids'>;

/** A window, or a run of one, with the parsed content. */
export const withContent = <Run extends { content: string }>(run: Run): Run & MaintenanceInput => ({
  ...contentOf(run.content),
  ...run,
});

/** Reads monitors only if a run with tags has not started. */
export async function readTaggedIds(db: Database, runs: readonly TaggedRun[]): Promise<TaggedIds> {
  const isOpen = runs.some(({ tags, tagged_ids }) => tagged_ids === null && tags.length > 0);
  const tagged = isOpen ? await readTaggedMonitors(db) : [];
  return ({ tags, tagged_ids }) => {
    if (tagged_ids !== null) return taggedIdsSchema.parse(JSON.parse(tagged_ids));
    return tagged.filter((monitor) => hasTagOf(tagsOf(monitor.tags), tags)).map(({ id }) => id);
  };
}

const readTaggedMonitors = (db: Database) =>
  db.selectFrom('monitors').select(['id', 'tags']).where('tags', '<>', '').orderBy('id').execute();

/**
 * Stores which monitors the tags of these runs cover, if they have started: later changes of tags leave them as they
 * are. Returns whether any was stored.
 */
export async function storeTaggedIds(db: Database, runs: readonly StoredRun[], now: number): Promise<boolean> {
  const started = runs
    .filter(({ starts_at, tagged_ids }) => starts_at <= now && tagged_ids === null)
    .map(withContent)
    .filter(({ tags }) => tags.length > 0);
  if (started.length === 0) return false;
  const taggedIds = await readTaggedIds(db, started);
  for (const run of started) {
    await db
      .updateTable('maintenance_runs')
      .set({ tagged_ids: JSON.stringify(taggedIds(run)) })
      .where('id', '=', run.id)
      // Another process may have been faster.
      .where('tagged_ids', 'is', null)
      .execute();
  }
  return true;
}

export function runAnswer(
  { id, window_id, starts_at, ends_at, content, tagged_ids }: StoredRun,
  now: number,
): MaintenanceRun {
  const { title, public: isPublic, website_ids, monitor_ids, tags } = contentOf(content);
  const tagged = tagged_ids === null ? [] : taggedIdsSchema.parse(JSON.parse(tagged_ids));
  return {
    id,
    window_id,
    starts_at: timeOf(starts_at),
    ends_at: timeOf(ends_at),
    state: runState({ starts_at, ends_at }, now),
    title,
    public: isPublic,
    website_ids,
    monitor_ids: [...new Set([...monitor_ids, ...tagged])],
    tags,
  };
}

/** The runs of a schedule within a time range; see `plannedRuns`. */
export async function runsOf(
  schedule: Schedule & { time_zone: string },
  range: { from: number; to: number; most?: number },
): Promise<PlannedRun[]> {
  return plannedRuns(schedule, await placeIn(schedule.time_zone), range);
}

/** Creates the future runs of a window for the next 30 days. Runs that have started stay unchanged. */
export async function makeRuns(trx: Database, window: Pick<StoredWindow, 'id' | 'input'>, now: number): Promise<void> {
  const kept = await readRuns(trx, { window_id: window.id });
  const begun = kept.filter(({ starts_at }) => starts_at <= now);
  const lastEnd = Math.max(0, ...begun.map(({ ends_at }) => ends_at));
  const planned = (await runsOf(window.input, { from: now, to: now + aheadMs })).filter(
    ({ starts_at }) => starts_at > now && starts_at >= lastEnd,
  );
  const isKept = new Set(planned.map(keyOf));
  const gone = kept.filter((run) => run.starts_at > now && !isKept.has(keyOf(run))).map(({ id }) => id);
  for (const ids of rowChunks(gone)) await trx.deleteFrom('maintenance_runs').where('id', 'in', ids).execute();
  await insertRuns(trx, window.id, planned);
}

const keyOf = ({ starts_at, ends_at }: PlannedRun): string => `${starts_at} ${ends_at}`;

/** Existing runs stay. */
export async function insertRuns(db: Database, window_id: number, runs: readonly PlannedRun[]): Promise<void> {
  for (const chunk of rowChunks(runs)) {
    await db
      .insertInto('maintenance_runs')
      .values(chunk.map((run) => ({ ...run, window_id })))
      .onConflict((conflict) => conflict.columns(['window_id', 'starts_at']).doNothing())
      .execute();
  }
}

export async function setEnd(db: Database, id: number, ends_at: number): Promise<void> {
  await db.updateTable('maintenance_runs').set({ ends_at }).where('id', '=', id).execute();
}

/** Re-evaluates now the deferred alerts of targets that the window no longer covers, as if there were no maintenance. */
export async function releaseAlerts(
  db: Database,
  { id, input }: Pick<StoredWindow, 'id' | 'input'>,
  now: number,
): Promise<void> {
  const runs = (await readRuns(db, { window_id: id, from: now - verifyingMs, to: now + 1 })).map(withContent);
  const taggedIds = await readTaggedIds(db, runs);
  for (const run of runs) {
    const released = db
      .selectFrom('alerts')
      .select('alerts.id')
      .where('maintenance_run_id', '=', run.id)
      .where('ended_at', 'is', null)
      // An empty list is invalid SQL; ids are positive, so 0 matches nothing.
      .where('website_id', 'not in', [0, ...input.website_ids])
      .where('monitor_id', 'not in', [0, ...input.monitor_ids, ...taggedIds(run)]);
    await advanceReevaluation(db, released, now);
    await db.updateTable('alerts').set({ maintenance_run_id: null }).where('id', 'in', released).execute();
  }
}

/** Has the tags of a window evaluated anew for its run in progress, because the window got other tags. */
export async function reevaluateTags(db: Database, window_id: number, now: number): Promise<void> {
  await db
    .updateTable('maintenance_runs')
    .set({ tagged_ids: null })
    .where('window_id', '=', window_id)
    .where('ends_at', '>', now)
    .execute();
  await storeTaggedIds(db, await readRuns(db, { window_id, from: now, to: now + 1 }), now);
}

/** Re-evaluates the deferred alerts of a run after its new end. */
export async function reevaluateAfterRun(
  db: Database,
  { id, ends_at }: Pick<MaintenanceRunRow, 'id' | 'ends_at'>,
): Promise<void> {
  const alerts = db.selectFrom('alerts').select('alerts.id').where('maintenance_run_id', '=', id);
  await advanceReevaluation(db, alerts, ends_at + verifyingMs);
}

/** Moves the re-evaluation of these deferred alerts forward to a time. */
async function advanceReevaluation(
  db: Database,
  alerts: SelectQueryBuilder<Tables, 'alerts', { id: number }>,
  at: number,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_attempt_at: at })
    .where('status', '=', 'suppressed')
    .where('next_attempt_at', '>', at)
    .where('reason', 'like', 'maintenance until %')
    .where('alert_id', 'in', alerts)
    .execute();
}

/** Adds a written update. */
export async function insertRunUpdate(
  db: Database,
  update: Omit<MaintenanceUpdateRow, 'id'>,
): Promise<MaintenanceUpdateRow> {
  return db.insertInto('maintenance_updates').values(update).returningAll().executeTakeFirstOrThrow();
}

export async function countRunUpdates(db: Database, run_id: number): Promise<number> {
  const row = await db
    .selectFrom('maintenance_updates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export const runUpdateAnswer = ({ id, run_id, body, created_at }: MaintenanceUpdateRow): MaintenanceUpdate => ({
  id,
  run_id,
  body,
  created_at: timeOf(created_at),
});
