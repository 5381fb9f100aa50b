import type { MonitorAfterChecks } from '../../../base/domain/change-feed.ts';
import type { FinishedCheck } from '../../../base/domain/check.ts';
import { leaseTimes } from '../../../base/domain/lease-times.ts';
import { noRuns, type RunsAt } from '../../../base/domain/maintenance.ts';
import { addRecentCheck, recentCheck } from '../../../base/domain/recent-checks.ts';
import type { DatabaseTransaction } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import { compiledForRows } from '../../../storage/statements/compiled-rows.ts';
import type { CheckRow, MonitorRow } from '../../../storage/tables.ts';
import type { KnownMonitor, RecorderMemory } from '../recorder-memory.ts';
import { observedSeconds } from '../rollups/coverage.ts';
import { disabledSinceLastCheck, parsePeriods } from '../rollups/disabled-periods-store.ts';
import { addToRollups, type PlacedCheck } from '../rollups/rollup-store.ts';
import { isLate } from '../rollups/website-rollups.ts';
import { reopenSums } from '../rollups/website-sums-store.ts';
import { idsOfStored } from '../stored-before.ts';
import { writeStates } from './monitor-states.ts';
import { type FollowedOutages, followOutages, storedBeginning } from './outage-beginnings.ts';
import type { ProblemState, RaiseAlerts, RecordedCheck } from './recorded-check.ts';

/** The stored part of a batch. */
export interface RecordedBatch {
  recorded: RecordedCheck[];
  website_ids: number[];
  has_deliveries: boolean;
  /** The monitors as the batch wrote them; null if an earlier attempt wrote a part of it. */
  monitors: readonly MonitorAfterChecks[] | null;
  /** The current monitors, to be remembered after the commit. */
  written: ReadonlyMap<number, KnownMonitor>;
}

/**
 * Stores checks with all consequences: rows, alerts and deliveries, monitor states, roll-ups. Leaves out checks of
 * monitors that were deleted or edited. Writes monitors before roll-ups: this fails if the memory of either is stale,
 * and locks both against other processes until the commit. `now`: milliseconds since the epoch. `isRepeated`: an
 * earlier attempt failed, possibly after its commit.
 */
export async function recordBatch(
  trx: DatabaseTransaction,
  checks: readonly FinishedCheck[],
  raiseAlerts: RaiseAlerts,
  memory: RecorderMemory,
  { now, isRepeated, runsAt = noRuns }: { now: number; isRepeated: boolean; runsAt?: RunsAt },
): Promise<RecordedBatch> {
  const known = await knownMonitors(trx, checks, memory);
  const current = checks.filter((check) => isOf(check, known.get(check.monitor_id)));
  const storedIds = isRepeated ? await idsOfStored(trx, current) : new Map<FinishedCheck, number>();
  const stored = await describe(trx, [...storedIds], known, new Set());
  const fresh = current.filter((check) => !storedIds.has(check));
  const batch = await recordFresh(trx, fresh, known, { raiseAlerts, now, runsAt });
  const recorded = [...stored, ...batch.recorded];
  return {
    recorded,
    website_ids: [...new Set(recorded.map(({ monitor }) => monitor.website_id))],
    // Deliveries that an earlier attempt committed were not published yet.
    has_deliveries: batch.has_deliveries || stored.length > 0,
    monitors: stored.length > 0 ? null : batch.monitors,
    written: batch.written,
  };
}

async function recordFresh(
  trx: DatabaseTransaction,
  checks: readonly FinishedCheck[],
  known: ReadonlyMap<number, KnownMonitor>,
  { raiseAlerts, now, runsAt }: { raiseAlerts: RaiseAlerts; now: number; runsAt: RunsAt },
): Promise<Omit<RecordedBatch, 'website_ids'>> {
  if (checks.length === 0) return { recorded: [], has_deliveries: false, monitors: [], written: new Map() };
  const monitorOf = (id: number): MonitorRow | undefined => known.get(id)?.monitor;
  const outages = followOutages(checks, monitorOf, runsAt, (check, monitor) => isOvertaken({ check, monitor }, now));
  const ids = await insertChecks(trx, checks, outages);
  const recorded = await describe(trx, pairs(checks, ids), known, outages.inMaintenance);
  const overtaken = new Set(recorded.filter((one) => isOvertaken(one, now)));
  const raised = await raiseAlerts(
    trx,
    recorded.filter((one) => !overtaken.has(one)),
  );
  const after = monitorsAfter(recorded, raised.states, overtaken, outages);
  await writeStates(
    trx,
    [...after.values()].map((monitor) => ({ before: known.get(monitor.id)?.monitor ?? monitor, after: monitor })),
  );
  const written = new Map(
    [...after].map(([id, monitor]) => [id, { monitor, rollups: { ...known.get(id)?.rollups } }] as const),
  );
  await addToRollups(trx, placeChecks(recorded, known, overtaken), written);
  await reopenSums(trx, lateByWebsite(recorded, now));
  const monitors = [...after.values()].map(({ id, outage_alert_id }) => ({ id, outage_alert_id }));
  return { recorded, has_deliveries: raised.has_deliveries, monitors, written };
}

const pairs = (checks: readonly FinishedCheck[], ids: readonly number[]): [FinishedCheck, number][] =>
  checks.flatMap((check, at) => {
    const id = ids[at];
    return id === undefined ? [] : [[check, id]];
  });

/** Whether the check belongs to the current monitor, not to one before an edit or before a restore reused its id. */
const isOf = (check: FinishedCheck, known: KnownMonitor | undefined): known is KnownMonitor =>
  known?.monitor.revision === check.revision && known.monitor.created_at === check.monitor_created_at;

/** The checks' monitors from memory. Missing ones, and those with another revision, are read. */
async function knownMonitors(
  trx: DatabaseTransaction,
  checks: readonly FinishedCheck[],
  memory: RecorderMemory,
): Promise<Map<number, KnownMonitor>> {
  const known = new Map<number, KnownMonitor>();
  const unknown = new Set<number>();
  for (const check of checks) {
    const remembered = memory.get(check.monitor_id);
    if (isOf(check, remembered)) known.set(check.monitor_id, remembered);
    else unknown.add(check.monitor_id);
  }
  for (const [id, read] of await readMonitors(trx, [...unknown])) known.set(id, read);
  return known;
}

/** The monitors with these ids, without their roll-ups. */
export async function readMonitors(
  trx: DatabaseTransaction,
  monitorIds: readonly number[],
): Promise<Map<number, KnownMonitor>> {
  const found = new Map<number, KnownMonitor>();
  for (const ids of rowChunks(monitorIds)) {
    const rows = await trx
      .selectFrom('monitors as m')
      .selectAll('m')
      .select(disabledSinceLastCheck.as('disabled_periods'))
      .where('m.id', 'in', ids)
      .execute();
    for (const { disabled_periods, ...monitor } of rows) {
      found.set(monitor.id, { monitor, rollups: {}, unobserved: parsePeriods(disabled_periods) });
    }
  }
  return found;
}

/** Checks with their ids and their monitors. */
async function describe(
  trx: DatabaseTransaction,
  checks: readonly (readonly [FinishedCheck, number])[],
  known: ReadonlyMap<number, KnownMonitor>,
  inMaintenance: ReadonlySet<FinishedCheck>,
): Promise<RecordedCheck[]> {
  const monitors = checks.map(([check]) => known.get(check.monitor_id)?.monitor);
  const names = await websiteNames(trx, monitors);
  return checks.flatMap(([check, check_id], at) => {
    const monitor = monitors[at];
    if (!monitor) return [];
    const website_name = names.get(monitor.website_id) ?? '';
    return [{ check_id, check, monitor, website_name, in_maintenance: inMaintenance.has(check) }];
  });
}

const insertRows = compiledForRows(
  // `checkRow` builds all rows, so their columns have the same order.
  (row: Omit<CheckRow, 'id'>) => Object.values(row),
  (db, rows) => db.insertInto('checks').values(rows).returning('id'),
);

/** Returns the new ids in the order of the checks: a single statement assigns them row by row. */
async function insertChecks(
  trx: DatabaseTransaction,
  checks: readonly FinishedCheck[],
  { inMaintenance }: FollowedOutages,
): Promise<number[]> {
  const ids: number[] = [];
  for (const chunk of rowChunks(checks.map((check) => checkRow(check, inMaintenance.has(check))))) {
    const { rows } = await insertRows(trx, chunk);
    ids.push(...rows.map((row) => row.id).sort((a, b) => a - b));
  }
  return ids;
}

const selectNames = compiledForRows(
  (id: number) => [id],
  (db, ids) => db.selectFrom('websites').select(['id', 'name']).where('id', 'in', ids),
);

async function websiteNames(
  trx: DatabaseTransaction,
  monitors: readonly (MonitorRow | undefined)[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const websiteIds = new Set(monitors.flatMap((monitor) => monitor?.website_id ?? []));
  for (const ids of rowChunks([...websiteIds])) {
    const { rows } = await selectNames(trx, ids);
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

/** The row of a check. Its screenshot, if any, is added later. */
export const checkRow = (check: FinishedCheck, isInMaintenance = false): Omit<CheckRow, 'id'> => ({
  monitor_id: check.monitor_id,
  checked_at: check.checked_at,
  is_up: check.is_up ? 1 : 0,
  response_time_us: check.response_time_us,
  status_code: check.status_code,
  packet_loss: check.packet_loss,
  metadata_found: check.metadata_found === null ? null : check.metadata_found ? 1 : 0,
  error_message: check.error_message,
  screenshot: null,
  phases: check.phases,
  in_maintenance: isInMaintenance ? 1 : null,
});

/** Checks as roll-ups count them, with the time that each adds to the observed one. */
function placeChecks(
  recorded: readonly RecordedCheck[],
  known: ReadonlyMap<number, KnownMonitor>,
  overtaken: ReadonlySet<RecordedCheck>,
): PlacedCheck[] {
  const last = new Map<number, number>();
  return recorded.map((one) => {
    const { check, monitor, in_maintenance } = one;
    const from = last.get(monitor.id) ?? monitor.last_check_time ?? monitor.created_at;
    if (!overtaken.has(one)) last.set(monitor.id, check.checked_at);
    return {
      monitor_id: check.monitor_id,
      checked_at: check.checked_at,
      is_up: check.is_up,
      is_slow: check.is_slow,
      response_time_us: check.response_time_us,
      status: countedStatus(monitor, check.status_code),
      in_maintenance: in_maintenance === true,
      observed_seconds: observedSeconds(monitor, { from, to: check.checked_at }, known.get(monitor.id)?.unobserved),
    };
  });
}

function countedStatus(monitor: MonitorRow, statusCode: number | null): string | null {
  if (monitor.kind !== 'URL' || statusCode === 200) return null;
  return statusCode === null ? 'timeout' : String(statusCode);
}

/**
 * Whether another process made a newer check while this one waited to be stored (because this process stalled, say).
 * Then it is stored as history, but does not change the monitor's state. A check younger than `trustMilliseconds` is
 * never overtaken: only this process could check the monitor then, so an older time means that a clock was set back.
 */
const isOvertaken = ({ check, monitor }: Pick<RecordedCheck, 'check' | 'monitor'>, now: number): boolean =>
  now - check.checked_at > leaseTimes.trustMilliseconds && check.checked_at < (monitor.last_check_time ?? 0);

/** The time of the earliest late check of each website, milliseconds since the epoch. */
function lateByWebsite(recorded: readonly RecordedCheck[], now: number): Map<number, number> {
  const earliest = new Map<number, number>();
  for (const { check, monitor } of recorded) {
    if (!isLate(check.checked_at, now)) continue;
    const known = earliest.get(monitor.website_id) ?? check.checked_at;
    earliest.set(monitor.website_id, Math.min(known, check.checked_at));
  }
  return earliest;
}

/** Each monitor after its last check of the batch. */
function monitorsAfter(
  recorded: readonly RecordedCheck[],
  states: ReadonlyMap<number, ProblemState>,
  overtaken: ReadonlySet<RecordedCheck>,
  { began }: FollowedOutages,
): Map<number, MonitorRow> {
  const after = new Map<number, MonitorRow>();
  for (const one of recorded) {
    const { check, check_id, monitor } = one;
    const { id } = monitor;
    if (overtaken.has(one)) {
      // The only sign for other processes that the roll-ups have changed.
      after.set(id, { ...(after.get(id) ?? monitor), last_check_id: check_id });
      continue;
    }
    after.set(id, {
      ...monitor,
      ...states.get(id),
      is_up: check.is_up ? 1 : 0,
      outage_began_at: storedBeginning(began.get(id)),
      last_check_id: check_id,
      last_check_time: check.checked_at,
      next_due_at: check.next_due_at ?? after.get(id)?.next_due_at ?? null,
      recent_checks: addRecentCheck((after.get(id) ?? monitor).recent_checks, recentCheck(check)),
    });
  }
  return after;
}
