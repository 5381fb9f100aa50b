import { parseTagTerms, type TagTerm } from '@upvigil/core/contract/fields/tags';
import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { urlKind } from '@upvigil/core/contract/monitor-kinds/url';
import type { ListedMonitor, ListedMonitors, MonitorFilter, MonitorOrder } from '@upvigil/core/contract/monitors';
import { type ListedState, listedStates } from '@upvigil/core/contract/names/states';
import { orderMonitors } from '@upvigil/core/rules/monitor-order';
import { listedState } from '@upvigil/core/status/listed-state';
import { isSlow } from '@upvigil/core/status/url-state';
import { type SqlBool, sql } from 'kysely';
import { listedName, monitorAddress, type NamedMonitor } from '../../base/domain/monitor-name.ts';
import { decodeRecentChecks } from '../../base/domain/recent-checks.ts';
import { tagsOf } from '../../base/domain/stored-tags.ts';
import { readLastDay } from '../../checks/record/result-store.ts';
import type { Database } from '../../storage/database.ts';
import { idChunks } from '../../storage/row-chunks.ts';
import { countsMaintenance } from '../../storage/settings/general-settings-store.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { timeOf } from '../../storage/wire-format.ts';
import { refuse } from './changed-url.ts';
import type { RouteDeps } from './route-deps.ts';
import { readNotChecked, stateReading } from './state-reading.ts';
import { recentChecksAnswer } from './wire-checks.ts';

type ReadDeps = Pick<RouteDeps, 'db' | 'current'>;
type NotCheckedMonitors = Awaited<ReturnType<typeof readNotChecked>>;

interface FoundMonitor {
  id: number;
  state: ListedState;
  /** Of the last check, in seconds; null unless it succeeded. */
  response_time: number | null;
}

interface ListQuery extends MonitorFilter {
  limit: number;
  sort: MonitorOrder;
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
  const ordered = orderMonitors(matching, sort);
  const isAll = Object.values(filter).every((value) => value === undefined);
  const later = before === undefined ? ordered : await listedAfter(db, ordered, { before, sort, notChecked });
  return {
    monitors: await listedAnswers(deps, later.slice(0, limit), notChecked, now),
    total: matching.length,
    all: isAll ? found.length : await countMonitors(db),
    states: countStates(found),
  };
}

/** The ids of the monitors that match a filter, in ascending order. `among`: only of these; by default all. */
export async function matchingIds(
  { db, current }: ReadDeps,
  { state, ...filter }: MonitorFilter,
  now: number,
  among?: readonly number[],
): Promise<number[]> {
  const notChecked = await readNotChecked(db, now, current?.presentSince?.());
  const found: FoundMonitor[] = [];
  for (const ids of among === undefined ? [undefined] : idChunks(among))
    found.push(...(await findMonitors(db, filter, notChecked, ids)));
  const matching = found.filter((each) => state === undefined || each.state === state);
  return matching.map(({ id }) => id).sort((a, b) => a - b);
}

/** The monitors after one that may not match the filter any more. */
async function listedAfter(
  db: Database,
  ordered: readonly FoundMonitor[],
  { before, sort, notChecked }: { before: number; sort: MonitorOrder; notChecked: NotCheckedMonitors },
): Promise<readonly FoundMonitor[]> {
  const at = ordered.findIndex(({ id }) => id === before);
  if (at >= 0) return ordered.slice(at + 1);
  const all = orderMonitors(await findMonitors(db, {}, notChecked), sort).map(({ id }) => id);
  if (!all.includes(before)) refuse([{ field: 'before', message: `There is no monitor ${before}` }]);
  const later = new Set(all.slice(all.indexOf(before) + 1));
  return ordered.filter(({ id }) => later.has(id));
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

/**
 * The columns that decide the state, in one text: as values of their own they take the driver half as long again, and a
 * list of 10,000 monitors may take 50 ms. The last part is the code of the last check, which has no blank.
 */
const stateColumns = sql<string>`m.id || ' ' || m.enabled || ' ' || coalesce(m.is_up, -1) || ' '
  || case when m.kind = ${sql.lit(heartbeatKind.type)} then 1 else 0 end || ' ' || m.response_time_threshold_seconds
  || ' ' || coalesce(substr(m.recent_checks, length(m.recent_checks) - 2), '')`;

/** By name. Any filter but the state, which SQL does not know. */
async function findMonitors(
  db: Database,
  { q = '', tag = '', kind, website_id, check_interval }: Omit<MonitorFilter, 'state'>,
  notChecked: NotCheckedMonitors,
  ids?: readonly number[],
): Promise<FoundMonitor[]> {
  const matching = db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .select(stateColumns.as('state'))
    .$if(ids !== undefined, (query) => query.where('m.id', 'in', ids ?? []))
    .$if(kind !== undefined, (query) => query.where('m.kind', '=', kind ?? 'URL'))
    .$if(website_id !== undefined, (query) => query.where('m.website_id', '=', website_id ?? 0))
    .$if(check_interval !== undefined, (query) => query.where('m.check_interval_seconds', '=', check_interval ?? 0))
    .where((eb) => eb.and(parseTagTerms(tag).map(matchesTerm)))
    .orderBy(sql`lower(coalesce(m.name, m.target))`)
    .orderBy('m.id');
  const running = await readRunning(db);
  const found = ({ state }: { state: string }): FoundMonitor => foundMonitor(state, running, notChecked);
  if (q === '') return (await matching.execute()).map(found);
  const text = q.toLowerCase();
  const rows = await matching
    .select(['m.kind', 'm.name', 'm.target', 'm.port', 'w.name as website_name'])
    .$if(/^[ -~]*$/.test(text), (query) => query.where(mayContain(text)))
    .execute();
  return rows.filter((row) => containsText(row, text)).map(found);
}

/** Tags are stored between blanks, so that a pattern finds whole tags. */
function matchesTerm({ filter, isWithout }: TagTerm) {
  const pattern = `% ${escaped(filter)}${filter.endsWith(':') ? '%' : ' %'}`;
  return isWithout
    ? sql<SqlBool>`m.tags not like ${pattern} escape '!'`
    : sql<SqlBool>`m.tags like ${pattern} escape '!'`;
}

const escaped = (text: string): string => text.replace(/[!%_]/g, '!$&');

/** A first selection by SQL, whose lower() knows only ASCII on SQLite. Addresses of other kinds are shown with a port. */
function mayContain(text: string) {
  const pattern = `%${escaped(text)}%`;
  const columns = ['m.name', 'm.target', 'w.name'].map(
    (column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '!'`,
  );
  return sql<SqlBool>`(m.kind <> ${sql.lit(urlKind.type)} or ${sql.join(columns, sql` or `)})`;
}

/** The address is compared as it is shown, so that a search cannot find out a secret. */
const containsText = (row: NamedMonitor & { website_name: string }, text: string): boolean =>
  [row.website_name, row.name ?? '', monitorAddress(row)].some((shown) => shown.toLowerCase().includes(text));

/** Heartbeats with a started run, which count as up until the first ends. */
async function readRunning(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('heartbeats').select('monitor_id').where('deadline_at', 'is not', null).execute();
  return new Set(rows.map(({ monitor_id }) => monitor_id));
}

/** @param columns `stateColumns` of a row */
function foundMonitor(columns: string, running: ReadonlySet<number>, notChecked: NotCheckedMonitors): FoundMonitor {
  const [idText, enabled, is_up, heartbeat, threshold, code = ''] = columns.split(' ');
  const id = Number(idText);
  const [last] = decodeRecentChecks(code);
  const isHeartbeat = heartbeat === '1';
  const isUp = is_up === '-1' ? (isHeartbeat && running.has(id) ? true : null) : is_up === '1';
  const response_time = isUp && typeof last?.ms === 'number' ? last.ms / 1000 : null;
  const is_slow = isHeartbeat ? last?.state === 'slow' : isSlow(response_time, Number(threshold));
  const state = listedState({ enabled: enabled === '1', is_up: isUp, is_slow, is_outdated: notChecked.has(id) });
  return { id, state, response_time };
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
  const lastDay = await readLastDay(db, ids, now);
  const counts = await countsMaintenance(db);
  const { maintained } = stateReading(current, now);
  return page.flatMap(({ id, state, response_time }) => {
    const row = rows.get(id);
    if (!row) return [];
    const unchecked = notChecked.get(id);
    return [
      {
        id,
        kind: row.kind,
        name: listedName(row),
        target: monitorAddress(row),
        website_id: row.website_id,
        website_name: row.website_name,
        enabled: row.enabled === 1,
        state,
        tags: tagsOf(row.tags),
        parent_id: row.parent_id,
        check_interval: row.check_interval_seconds,
        response_time,
        ...lastDay(row, counts),
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
