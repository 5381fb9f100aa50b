import type { PublicMark } from '@upvigil/core/contract/shown-maintenance';
import { dayMs } from '@upvigil/core/time';
import { contentOf } from '../../../alerts/maintenance/window-store.ts';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { Database } from '../../../storage/database.ts';
import { timeOf } from '../../../storage/wire-format.ts';
import type { PublicRun, PublicWindow } from './public-runs.ts';

/** Day strips go back so far, and runs are rows for as long ahead. */
const aroundMs = 31 * dayMs;
/** Runs that are over, and runs to come, that documents list. */
const listed = { over: 50, toCome: 100 };
/** Changes that everybody may know of are lines on charts, which show a day. */
const marksMs = dayMs;
const mostMarks = 100;

/** A change that everybody may know of. `at`: milliseconds since the epoch. */
export interface KnownMark {
  id: number;
  label: string;
  website_id: number | null;
  at: number;
}

/** What is worked on, and what was changed. */
export interface KnownWork {
  /** Those with a run around now. */
  windows: readonly PublicWindow[];
  /** Public runs that documents tell of, by their start. */
  runs: readonly PublicRun[];
  /** Newest first. */
  marks: readonly KnownMark[];
  /** Milliseconds since the epoch. */
  read_at: number;
}

export const noWork: KnownWork = { windows: [], runs: [], marks: [], read_at: Number.NEGATIVE_INFINITY };

export async function readWork(db: Database, now: number): Promise<KnownWork> {
  const windows = await readPublicWindows(db, { from: now - aroundMs, to: now + aroundMs });
  return { windows, runs: listedRuns(windows, now), marks: await readMarks(db, now), read_at: now };
}

function listedRuns(windows: readonly PublicWindow[], now: number): PublicRun[] {
  const all = windows
    .filter(({ isPublic }) => isPublic)
    .flatMap((window) => window.runs.map((run): PublicRun => ({ ...run, window })))
    .sort((one, other) => one.starts_at - other.starts_at || one.id - other.id);
  const over = all.filter(({ ends_at }) => ends_at <= now);
  const toCome = all.filter(({ ends_at }) => ends_at > now);
  return [...over.slice(-listed.over), ...toCome.slice(0, listed.toCome)];
}

/** Windows with their runs in a stretch of time, in two statements. A window is parsed once, however many runs it has. */
async function readPublicWindows(db: Database, { from, to }: { from: number; to: number }): Promise<PublicWindow[]> {
  const runs = await db
    .selectFrom('maintenance_runs')
    .selectAll()
    .where('ends_at', '>', from)
    .where('starts_at', '<', to)
    .orderBy('starts_at')
    .execute();
  if (runs.length === 0) return [];
  const byWindow = groupBy(runs, ({ window_id }) => window_id);
  const windows = await db.selectFrom('maintenance_windows').selectAll().orderBy('id').execute();
  return windows.flatMap((window) => {
    const ofWindow = byWindow.get(window.id);
    return ofWindow ? [publicWindow(window, ofWindow)] : [];
  });
}

/** A public run by its id, also an old one; null where there is none. */
export async function findPublicRun(db: Database, id: number): Promise<PublicRun | null> {
  const run = await db.selectFrom('maintenance_runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!run) return null;
  const row = await db
    .selectFrom('maintenance_windows')
    .selectAll()
    .where('id', '=', run.window_id)
    .executeTakeFirstOrThrow();
  const window = publicWindow(row, [run]);
  return window.isPublic ? { ...run, window } : null;
}

function publicWindow(
  { content, created_at, updated_at }: { content: string; created_at: number; updated_at: number },
  runs: PublicWindow['runs'],
): PublicWindow {
  const { public: isPublic, title, body, announce_hours, website_ids, monitor_ids } = contentOf(content);
  return {
    // What nobody may read is not even known here.
    ...(isPublic ? { isPublic, title, body } : { isPublic, title: '', body: '' }),
    ...{ announce_hours, created_at, updated_at },
    ...{ website_ids: new Set(website_ids), monitor_ids: new Set(monitor_ids) },
    runs: runs.map(({ id, starts_at, ends_at }) => ({ id, starts_at, ends_at })),
  };
}

const readMarks = (db: Database, now: number): Promise<KnownMark[]> =>
  db
    .selectFrom('marks')
    .select(['id', 'label', 'website_id', 'at'])
    .where('at', '>', now - marksMs)
    .where('public', '=', 1)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostMarks)
    .execute();

/** Those that charts show, as everybody may read them. */
export const marksAt = (marks: readonly KnownMark[], now: number): PublicMark[] =>
  marks.filter(({ at }) => at > now - marksMs && at <= now).map(({ label, at }) => ({ label, at: timeOf(at) }));
