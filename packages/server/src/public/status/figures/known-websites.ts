import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaults } from '@upvigil/core/defaults';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { MonitorAfterChecks } from '../../../base/domain/monitor-after-checks.ts';
import { readUnchecked } from '../../../checks/record/faults/unchecked-store.ts';
import { bucketStart, day, quarterHour } from '../../../checks/record/rollups/rollup.ts';
import type { Sums } from '../../../checks/record/rollups/sums.ts';
import type { Database } from '../../../storage/database.ts';
import { feedLimits } from '../documents/feeds.ts';
import { knowWork } from '../maintenance/know-work.ts';
import { websitesOf } from '../told/told-incident.ts';
import { readTold } from '../told/told-store.ts';
import { applyChecks } from './apply-checks.ts';
import type { KnownWebsite } from './describe-website.ts';
import { openOutage } from './figures.ts';
import {
  type FiguresById,
  readFigures,
  readNewBuckets,
  readNewFigures,
  readOutages,
  readWeeks,
  weeksBeforeToday,
} from './figures-store.ts';
import { incidentsFromAlerts } from './incidents.ts';
import type { KnownWebsites } from './known.ts';
import { readMonitors, readNewestAlertId, readProblems, readRecentAlerts, readWebsites } from './website-store.ts';

/** What is to be brought up to date. */
export interface Outdated {
  /** What checks came to that were recorded in this process. */
  monitors: readonly MonitorAfterChecks[];
  /** Checks of these were recorded, and what they came to must be read. */
  website_ids: ReadonlySet<number>;
  /** Websites, monitors, alerts or settings were changed. */
  is_structural: boolean;
  /** Time has passed, so that windows begin later. */
  has_slid: boolean;
}

/** Websites that may show something new. */
export interface Refreshed {
  /** In their figures or otherwise. */
  website_ids: ReadonlySet<number>;
  /** Those of them in which more than figures may be new. */
  news_ids: ReadonlySet<number>;
}

/** Monitors whose figures are read in one turn of the event loop: about 10 ms. */
const monitorsPerTurn = 64;
/** Each time that windows slide, one in this many monitors is read anew, so that whatever was missed is repaired. */
const repairFraction = 20;

/** Brings what is known up to date: by what checks came to in this process, and for the rest by reading. */
export async function refreshKnown(
  known: KnownWebsites,
  db: Database,
  { monitors, website_ids, is_structural, has_slid }: Outdated,
  now: number,
  presentSince = Number.POSITIVE_INFINITY,
): Promise<Refreshed> {
  const applied = applyChecks(known, monitors, now);
  const hasMoved = await moveOn(known, db, now);
  const lateMonitors = [...applied.late_monitor_ids];
  await readWeeks(db, lateMonitors, known.figures, now);

  const unread = [...new Set([...website_ids, ...applied.unread_ids])];
  const readsAll = is_structural || unread.some((id) => !known.websites.has(id));
  const added = readsAll ? await readStructure(known, db) : [];
  if (!readsAll) await readStates(known, db, unread);

  const changedMonitors = monitorIds(known, unread).filter((id) => known.figures.has(id));
  if (is_structural) await readAnew(known, db, changedMonitors, now);
  else await readNew(known, db, changedMonitors, now);
  await readAnew(known, db, added, now);
  const touched = [...new Set([...applied.website_ids, ...unread])];
  await readChangedOutages(known, db, is_structural ? [...known.websites.keys()] : touched, is_structural, now);
  if (has_slid) await repair(known, db, now);
  if (readsAll || has_slid) await readIncidentsTold(known, db, now);
  await knowWork(known, db, now, readsAll);
  await observe(known, db, readsAll || has_slid, { now, presentSince });

  const all = readsAll || has_slid || hasMoved;
  const changed = all ? [...known.websites.keys()] : touched;
  const hasNewAlerts = await readAlerts(known, db, changed, all, now);
  const read = all ? changed : [...unread, ...lateMonitors.flatMap((id) => known.monitors.get(id)?.website_id ?? [])];
  for (const id of read) known.totals.delete(id);
  const news = hasNewAlerts ? changed : [...read, ...applied.toggled_ids];
  return { website_ids: new Set(changed), news_ids: new Set(news) };
}

/**
 * Lets windows end now. Nothing is read while the quarter of an hour stays the same. When the next one begins, what changes
 * with it is read; after any other jump of the clock all is. Returns whether it is another quarter.
 */
async function moveOn(known: KnownWebsites, db: Database, now: number): Promise<boolean> {
  const before = bucketStart(known.now, quarterHour);
  const after = bucketStart(now, quarterHour);
  if (after === before) {
    known.now = now;
    return false;
  }
  const ids = [...known.figures.keys()];
  if (after === before + quarterHour) await beginQuarter(known, db, ids, now);
  else known.figures = await readAll(db, ids, now);
  known.now = now;
  known.totals.clear();
  return true;
}

/** All weeks change in one moment, so that no document is made of a week before today and a today of yesterday. */
async function beginQuarter(known: KnownWebsites, db: Database, ids: readonly number[], now: number): Promise<void> {
  const weeks: [number, Sums][] = [];
  for (const chunk of chunksOf(ids)) {
    await readNewBuckets(db, chunk, known.figures, now);
    weeks.push(...(await weeksBeforeToday(db, chunk, now)));
    await nextTurn();
  }
  for (const [id, week] of weeks) {
    const figures = known.figures.get(id);
    if (figures) figures.week_before_today = week;
  }
}

async function readAll(db: Database, ids: readonly number[], now: number): Promise<FiguresById> {
  const figures: FiguresById = new Map();
  for (const chunk of chunksOf(ids)) {
    for (const [id, read] of await readFigures(db, chunk, now)) figures.set(id, read);
    await nextTurn();
  }
  return figures;
}

/** Reads all websites and monitors, and forgets those that are gone. Returns the ids of monitors that are new. */
async function readStructure(known: KnownWebsites, db: Database): Promise<number[]> {
  const rows = await readWebsites(db);
  const monitors = await readMonitors(db, 'all');
  const byWebsite = groupBy(monitors, (monitor) => monitor.website_id);
  known.websites = new Map(
    rows.map((website) => {
      const alerts = known.websites.get(website.id)?.alerts ?? [];
      return [
        website.id,
        { website, monitors: byWebsite.get(website.id) ?? [], alerts, told: [], windows: [], marks: [] },
      ];
    }),
  );
  known.monitors = new Map(monitors.map((monitor) => [monitor.id, monitor]));
  for (const id of known.figures.keys()) if (!known.monitors.has(id)) known.figures.delete(id);
  return [...known.monitors.keys()].filter((id) => !known.figures.has(id));
}

async function readStates(known: KnownWebsites, db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await readMonitors(db, ids);
  const byWebsite = groupBy(rows, (monitor) => monitor.website_id);
  for (const id of monitorIds(known, ids)) known.monitors.delete(id);
  for (const row of rows) known.monitors.set(row.id, row);
  for (const id of ids) setOf(known, id, { monitors: byWebsite.get(id) ?? [] });
}

/** Returns whether alerts were read, because there is a new one or `isDue` says so. */
async function readAlerts(
  known: KnownWebsites,
  db: Database,
  ids: readonly number[],
  isDue: boolean,
  now: number,
): Promise<boolean> {
  const newest = await readNewestAlertId(db);
  if (newest === known.newest_alert_id && !isDue) return false;
  known.newest_alert_id = newest;
  const alerts = await readRecentAlerts(db, ids, { since: now - defaults.recentIncidents.days * day, now });
  const byWebsite = groupBy(alerts, (alert) => alert.website_id);
  for (const id of ids) setOf(known, id, { alerts: byWebsite.get(id) ?? [] });
  const since = now - feedLimits.days * day;
  const problems = await readProblems(db, { since, now, limit: feedLimits.entries });
  known.incidents = incidentsFromAlerts(problems);
  return true;
}

/** What people were told, and to each website what is said of it: what is open, and what ended in the last days. */
async function readIncidentsTold(known: KnownWebsites, db: Database, now: number): Promise<void> {
  known.told = await readTold(db, known);
  const since = now - defaults.recentIncidents.days * day;
  const recent = known.told.filter(({ resolved_at }) => resolved_at === null || resolved_at >= since);
  for (const id of known.websites.keys()) {
    setOf(known, id, { told: recent.filter((told) => told.is_general || websitesOf(told, known).includes(id)) });
  }
}

/** Marks the monitors of which nothing was observed lately. One that was checked since is observed again. */
async function observe(
  known: KnownWebsites,
  db: Database,
  isDue: boolean,
  { now, presentSince }: { now: number; presentSince: number },
): Promise<void> {
  if (isDue && presentSince < Number.POSITIVE_INFINITY) {
    const unchecked = await readUnchecked(db, now, presentSince);
    known.unobserved = new Map(unchecked.map(({ id, last_check_time }) => [id, last_check_time]));
  }
  for (const monitor of known.monitors.values()) {
    monitor.is_unobserved = known.unobserved.get(monitor.id) === monitor.last_check_time;
  }
}

/** Reads a part of the figures anew. */
async function repair(known: KnownWebsites, db: Database, now: number): Promise<void> {
  known.slides += 1;
  const repaired = [...known.figures.keys()].filter((id) => id % repairFraction === known.slides % repairFraction);
  await readAnew(known, db, repaired, now);
}

async function readAnew(known: KnownWebsites, db: Database, ids: readonly number[], now: number): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    for (const [id, read] of await readFigures(db, chunk, now)) known.figures.set(id, read);
    await nextTurn();
  }
}

async function readNew(known: KnownWebsites, db: Database, ids: readonly number[], now: number): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    await readNewFigures(db, chunk, known.figures, now);
    await nextTurn();
  }
}

/**
 * Reads the outages of monitors of some websites: of those that are in another one than is known, or of all, as after
 * alerts were deleted.
 */
async function readChangedOutages(
  { websites, figures }: KnownWebsites,
  db: Database,
  ids: readonly number[],
  ofAll: boolean,
  now: number,
): Promise<void> {
  const changed = ids.flatMap((id) =>
    (websites.get(id)?.monitors ?? []).flatMap((monitor) => {
      const known = figures.get(monitor.id);
      return known && (ofAll || openOutage(known) !== monitor.outage_alert_id) ? [monitor.id] : [];
    }),
  );
  for (const part of chunksOf(changed)) {
    await readOutages(db, part, figures, now);
    await nextTurn();
  }
}

function setOf(known: KnownWebsites, id: number, change: Partial<KnownWebsite>): void {
  const website = known.websites.get(id);
  if (website) known.websites.set(id, { ...website, ...change });
}

const monitorIds = ({ websites }: KnownWebsites, ids: readonly number[]): number[] =>
  ids.flatMap((id) => websites.get(id)?.monitors.map((monitor) => monitor.id) ?? []);

const chunksOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / monitorsPerTurn) }, (_, at) =>
    ids.slice(at * monitorsPerTurn, (at + 1) * monitorsPerTurn),
  );
