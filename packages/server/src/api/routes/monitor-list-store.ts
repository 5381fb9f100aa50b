import { parseTagTerms, type TagTerm } from '@upvigil/core/contract/fields/tags';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import type { ListedMonitor, ListedMonitors, MonitorFilter, MonitorOrder } from '@upvigil/core/contract/monitors';
import { type ListedState, listedStates } from '@upvigil/core/contract/names/states';
import { monitorComparisons, type OrderedMonitor } from '@upvigil/core/rules/monitor-order';
import { listedState } from '@upvigil/core/status/listed-state';
import { isSlowCheck } from '@upvigil/core/status/url-state';
import { type SqlBool, sql } from 'kysely';
import { listedName, monitorAddress } from '../../base/domain/monitor-name.ts';
import { decodeRecentChecks } from '../../base/domain/recent-checks.ts';
import { tagsOf } from '../../base/domain/stored-tags.ts';
import { windowSumsByMonitor } from '../../checks/record/result-store.ts';
import { noSums, uptimeOf } from '../../checks/record/rollups/sums.ts';
import { lastHours } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { idChunks } from '../../storage/row-chunks.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf, truthOrNull } from '../../storage/wire-format.ts';
import { refuse } from './changed-url.ts';
import type { RouteDeps } from './route-deps.ts';
import { readNotChecked, stateReading } from './state-reading.ts';
import { recentChecksAnswer } from './wire-checks.ts';

type ReadDeps = Pick<RouteDeps, 'db' | 'current'>;
type NotCheckedMonitors = Awaited<ReturnType<typeof readNotChecked>>;

/** The columns of each monitor that decide whether and where it is listed. */
interface FoundMonitor extends OrderedMonitor, Pick<MonitorRow, 'kind' | 'website_id'> {
  name: string;
}

interface ListQuery extends MonitorFilter {
  limit: number;
  sort: MonitorOrder;
  /** @see monitorEndpoints */
  before?: number | undefined;
}

/** @throws RequestError `invalid` when there is no monitor `before` */
export async function listAllMonitors(
  deps: ReadDeps,
  { limit, sort, before, state, ...filter }: ListQuery,
  now: number,
): Promise<ListedMonitors> {
  const { db, current } = deps;
  const notChecked = await readNotChecked(db, now, current?.presentSince?.());
  const found = await findMonitors(db, filter, notChecked);
  const matching = found.filter((each) => state === undefined || each.state === state);
  const compare = monitorComparisons[sort];
  const start = before === undefined ? null : await findStart(db, before, notChecked);
  const page = matching
    .filter((each) => start === null || compare(each, start) > 0)
    .sort(compare)
    .slice(0, limit);
  const isAll = Object.values(filter).every((value) => value === undefined);
  return {
    monitors: await listedAnswers(deps, page, notChecked, now),
    total: matching.length,
    all: isAll ? found.length : await countMonitors(db),
    states: countStates(found),
  };
}

async function findStart(db: Database, id: number, notChecked: NotCheckedMonitors): Promise<FoundMonitor> {
  const [start] = await findMonitors(db, { id }, notChecked);
  if (!start) refuse([{ field: 'before', message: `There is no monitor ${id}` }]);
  return start as FoundMonitor;
}

const countStates = (found: readonly FoundMonitor[]): Record<ListedState, number> => {
  const counts = Object.fromEntries(listedStates.map((state) => [state, 0])) as Record<ListedState, number>;
  for (const { state } of found) counts[state] += 1;
  return counts;
};

async function countMonitors(db: Database): Promise<number> {
  const row = await db
    .selectFrom('monitors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The code of the last check in `recent_checks`. */
const lastCheck = sql<string | null>`substr(m.recent_checks, length(m.recent_checks) - 2)`;

type Selection = Omit<MonitorFilter, 'state'> & { id?: number };

/** By any filter except the state, which SQL does not know. */
async function findMonitors(
  db: Database,
  { id, q = '', tag = '', kind, website_id }: Selection,
  notChecked: NotCheckedMonitors,
): Promise<FoundMonitor[]> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .select(['m.id', 'm.website_id', 'm.kind', 'm.name', 'm.target', 'm.port', 'm.enabled', 'm.is_up'])
    .select(['m.response_time_threshold_seconds', 'w.name as website_name', lastCheck.as('recent_checks')])
    .$if(id !== undefined, (query) => query.where('m.id', '=', id ?? 0))
    .$if(kind !== undefined, (query) => query.where('m.kind', '=', kind ?? 'URL'))
    .$if(website_id !== undefined, (query) => query.where('m.website_id', '=', website_id ?? 0))
    .where((eb) => eb.and(parseTagTerms(tag).map(matchesTerm)))
    .execute();
  const running = await readRunning(db);
  const wanted = q.toLowerCase();
  return rows
    .filter((row) => wanted === '' || containsText(row, wanted))
    .map((row) => foundMonitor(row, { isRunning: running.has(row.id), isOutdated: notChecked.has(row.id) }));
}

/** Tags are stored between blanks, so that a pattern finds whole tags. */
function matchesTerm({ filter, isWithout }: TagTerm) {
  const text = filter.replace(/[!%_]/g, '!$&');
  const pattern = filter.endsWith(':') ? `% ${text}%` : `% ${text} %`;
  return isWithout
    ? sql<SqlBool>`m.tags not like ${pattern} escape '!'`
    : sql<SqlBool>`m.tags like ${pattern} escape '!'`;
}

/** Heartbeats with a started run, which count as up until the first ends. */
async function readRunning(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('heartbeats').select('monitor_id').where('deadline_at', 'is not', null).execute();
  return new Set(rows.map(({ monitor_id }) => monitor_id));
}

type NarrowRow = Pick<
  MonitorRow,
  | 'id'
  | 'website_id'
  | 'kind'
  | 'name'
  | 'target'
  | 'port'
  | 'enabled'
  | 'is_up'
  | 'response_time_threshold_seconds'
  | 'recent_checks'
> & { website_name: string };

/** The address is compared as it is shown, so that a search cannot find out a secret. */
const containsText = (row: NarrowRow, text: string): boolean =>
  row.website_name.toLowerCase().includes(text) ||
  row.name?.toLowerCase().includes(text) ||
  monitorAddress(row).toLowerCase().includes(text);

function foundMonitor(row: NarrowRow, { isRunning, isOutdated }: { isRunning: boolean; isOutdated: boolean }) {
  const [last = null] = decodeRecentChecks(row.recent_checks);
  const isHeartbeat = row.kind === heartbeatKind.type;
  const is_up = isHeartbeat && isRunning && row.is_up === null ? true : truthOrNull(row.is_up);
  const response_time = last === null || last.ms === null || !is_up ? null : last.ms / 1000;
  const isSlow = isHeartbeat
    ? last?.state === 'slow'
    : isSlowCheck({ is_up: is_up === true, response_time }, row.response_time_threshold_seconds);
  const name = listedName(row);
  return {
    id: row.id,
    kind: row.kind,
    website_id: row.website_id,
    name,
    sortName: name.toLowerCase(),
    state: listedState({ enabled: row.enabled === 1, is_up, is_slow: isSlow, is_outdated: isOutdated }),
    response_time,
  };
}

/** In the order of the page. */
async function listedAnswers(
  { db, current }: ReadDeps,
  page: readonly FoundMonitor[],
  notChecked: NotCheckedMonitors,
  now: number,
): Promise<ListedMonitor[]> {
  const ids = page.map(({ id }) => id);
  const rows = await readPage(db, ids);
  const sums = await windowSumsByMonitor(db, ids, lastHours(24, now));
  const counts = await countsMaintenance(db);
  const { maintained } = stateReading(current, now);
  return page.flatMap(({ id, name, state, response_time }) => {
    const row = rows.get(id);
    if (!row) return [];
    const unchecked = notChecked.get(id);
    return [
      {
        id,
        kind: row.kind,
        name,
        target: monitorAddress(row),
        website_id: row.website_id,
        website_name: row.website_name,
        enabled: row.enabled === 1,
        state,
        tags: tagsOf(row.tags),
        parent_id: row.parent_id,
        check_interval: row.check_interval_seconds,
        response_time,
        uptime_24h: uptimeOf(sums.get(id) ?? noSums, counts),
        recent_checks: recentChecksAnswer(row),
        ...(unchecked ? { not_checked: { since: timeOf(unchecked.since), reason: unchecked.reason } } : {}),
        ...maintained(row),
      },
    ];
  });
}

async function readPage(db: Database, ids: readonly number[]) {
  const found: (MonitorRow & { website_name: string })[] = [];
  for (const chunk of idChunks(ids)) {
    const rows = await db
      .selectFrom('monitors as m')
      .innerJoin('websites as w', 'w.id', 'm.website_id')
      .selectAll('m')
      .select('w.name as website_name')
      .where('m.id', 'in', chunk)
      .execute();
    found.push(...rows);
  }
  return new Map(found.map((row) => [row.id, row]));
}

/** All tags by name, with the number of their monitors. */
export async function listTags(db: Database): Promise<{ tag: string; monitor_count: number }[]> {
  const rows = await db
    .selectFrom('monitors')
    .select(['tags', ({ fn }) => fn.countAll<number>().as('count')])
    .where('tags', '<>', '')
    .groupBy('tags')
    .execute();
  const counts = new Map<string, number>();
  for (const { tags, count } of rows) {
    for (const tag of tagsOf(tags)) counts.set(tag, (counts.get(tag) ?? 0) + Number(count));
  }
  return [...counts].map(([tag, monitor_count]) => ({ tag, monitor_count })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
