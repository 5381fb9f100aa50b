import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaults } from '@upvigil/core/defaults';
import { day } from '../../results/rollups/rollup.ts';
import type { Database } from '../../storage/database.ts';
import { feedLimits } from '../documents/feeds.ts';
import type { KnownWebsite } from './describe-website.ts';
import { openOutage } from './figures.ts';
import { type FiguresById, readFigures, readNewFigures, readOutages, readWeek } from './figures-store.ts';
import { incidentsFromAlerts, type PublicIncident } from './incidents.ts';
import {
  type PublicMonitorRow,
  readMonitors,
  readNewestAlertId,
  readProblems,
  readRecentAlerts,
  readWebsites,
} from './website-store.ts';

/** What must be read again. */
export interface Outdated {
  /** Checks of these were recorded. */
  website_ids: ReadonlySet<number>;
  /** Websites, monitors, alerts or settings were changed. */
  is_structural: boolean;
  /** Time has passed, so that windows begin later. */
  has_slid: boolean;
}

/** All that the public state is made from. Kept in memory, and read again where it is outdated. */
export interface KnownWebsites {
  /** By id. */
  websites: Map<number, KnownWebsite>;
  figures: FiguresById;
  incidents: PublicIncident[];
  /** No alert is newer than this. */
  newest_alert_id: number;
  /** How many times windows slid. */
  slides: number;
}

/** Monitors whose figures are read in one turn of the event loop: about 10 ms. */
const monitorsPerTurn = 64;
/** Each time that windows slide, one in this many monitors is read anew, so that whatever was missed is repaired. */
const repairFraction = 20;

export const nothingKnown = (): KnownWebsites => ({
  websites: new Map(),
  figures: new Map(),
  incidents: [],
  newest_alert_id: -1,
  slides: 0,
});

/** Reads what is outdated. Returns the ids of the websites that may show something new. */
export async function refreshKnown(
  known: KnownWebsites,
  db: Database,
  { website_ids, is_structural, has_slid }: Outdated,
  now: number,
): Promise<ReadonlySet<number>> {
  const isUnknown = [...website_ids].some((id) => !known.websites.has(id));
  const readsAll = is_structural || isUnknown;
  const touched = [...website_ids];
  const added = readsAll ? await readStructure(known, db) : [];
  if (!readsAll) await readStates(known, db, touched);

  const changedMonitors = monitorIds(known, touched).filter((id) => known.figures.has(id));
  if (is_structural) await readAnew(known, db, changedMonitors, now);
  else await readNew(known, db, changedMonitors, now);
  await readAnew(known, db, added, now);
  await readChangedOutages(known, db, is_structural ? [...known.websites.keys()] : touched, is_structural, now);
  if (has_slid) await slide(known, db, now);

  const changed = readsAll || has_slid ? [...known.websites.keys()] : touched;
  await readAlerts(known, db, changed, readsAll || has_slid, now);
  return new Set(changed);
}

/** Reads all websites and monitors, and forgets those that are gone. Returns the ids of monitors that are new. */
async function readStructure(known: KnownWebsites, db: Database): Promise<number[]> {
  const rows = await readWebsites(db);
  const monitors = await readMonitors(db, 'all');
  const byWebsite = groupBy(monitors, (monitor) => monitor.website_id);
  known.websites = new Map(
    rows.map((website) => {
      const alerts = known.websites.get(website.id)?.alerts ?? [];
      return [website.id, { website, monitors: byWebsite.get(website.id) ?? [], alerts }];
    }),
  );
  const ids = new Set(monitors.map(({ id }) => id));
  for (const id of known.figures.keys()) if (!ids.has(id)) known.figures.delete(id);
  return [...ids].filter((id) => !known.figures.has(id));
}

async function readStates(known: KnownWebsites, db: Database, ids: readonly number[]): Promise<void> {
  const byWebsite = groupBy<PublicMonitorRow>(await readMonitors(db, ids), (monitor) => monitor.website_id);
  for (const id of ids) setOf(known, id, { monitors: byWebsite.get(id) ?? [] });
}

async function readAlerts(
  known: KnownWebsites,
  db: Database,
  ids: readonly number[],
  isDue: boolean,
  now: number,
): Promise<void> {
  const newest = await readNewestAlertId(db);
  if (newest === known.newest_alert_id && !isDue) return;
  known.newest_alert_id = newest;
  const alerts = await readRecentAlerts(db, ids, now - defaults.recentIncidents.days * day);
  const byWebsite = groupBy(alerts, (alert) => alert.website_id);
  for (const id of ids) setOf(known, id, { alerts: byWebsite.get(id) ?? [] });
  const problems = await readProblems(db, now - feedLimits.days * day, feedLimits.entries);
  known.incidents = incidentsFromAlerts(problems);
}

/** Reads again what changes as time passes, and repairs a part of the figures. */
async function slide(known: KnownWebsites, db: Database, now: number): Promise<void> {
  known.slides += 1;
  for (const chunk of chunksOf([...known.figures.keys()])) {
    await readWeek(db, chunk, known.figures, now);
    await nextTurn();
  }
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

function groupBy<Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
