import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { hourMs } from '@upvigil/core/time';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import { type RawBuilder, sql } from 'kysely';
import type { AlertSubject } from '../../base/domain/problems.ts';
import { bucketStart, bucketStarts } from '../../checks/record/rollups/rollup.ts';
import { selectRollups } from '../../checks/record/rollups/rollup-selection.ts';
import { averageSecondsOf, noSums, type Sums, subtractSums } from '../../checks/record/rollups/sums.ts';
import { segmentsOfWindow, type WindowSegment } from '../../checks/record/rollups/window.ts';
import type { Database } from '../../storage/database.ts';
import { timeOf } from '../../storage/wire-format.ts';

/** The same for every window, because load varies with the time of day. */
const issueHours = 24;

export type Past = Required<Pick<DashboardStats, 'previous' | 'hourly_issues'>>;

/** The successful checks of a window, summed over all monitors. */
export interface WindowTotals {
  urls: Sums;
  services: Sums;
}

export interface PastFigures {
  shown: WindowTotals;
  totalsOf(window: readonly WindowSegment[]): Promise<WindowTotals>;
}

/** Earlier figures of the dashboard for comparison, from roll-ups and alerts only. */
export async function dashboardPast(
  db: Database,
  { from, to }: Pick<TimeWindow, 'from' | 'to'>,
  now: number,
  { shown, totalsOf }: PastFigures,
): Promise<Past> {
  const issues = await issuesAt(db, from);
  const both = await totalsOf(segmentsOfWindow({ from: from - (to - from), to }, now));
  const previous = {
    ...issues,
    average_response_time: averageSecondsOf(subtractSums(both.urls, shown.urls)),
    average_network_response_time: averageSecondsOf(subtractSums(both.services, shown.services)),
  };
  return { previous, hourly_issues: await hourlyIssues(db, to < now ? to - 1 : now) };
}

/**
 * Monitors whose problem was confirmed and open at `then`, by the alerts that are still kept. Down takes precedence
 * over slow.
 */
async function issuesAt(db: Database, then: number) {
  const lasting = db
    .selectFrom('monitors as m')
    .innerJoin('alerts as a', (join) =>
      join.on(({ eb, ref, or }) =>
        or([eb('a.id', '=', ref('m.outage_alert_id')), eb('a.id', '=', ref('m.slow_alert_id'))]),
      ),
    )
    .select(['m.id', 'm.kind', 'a.problem'])
    .where('a.created_at', '<=', then);
  const endedSince = db
    .selectFrom('alerts as end')
    .innerJoin('alerts as a', 'a.id', 'end.ends_alert_id')
    .innerJoin('monitors as m', 'm.id', 'a.monitor_id')
    .select(['m.id', 'm.kind', 'a.problem'])
    .where('end.created_at', '>', then)
    .where('a.created_at', '<=', then);
  return countIssues(await lasting.unionAll(endedSince).execute());
}

function countIssues(lasting: readonly { id: number; kind: MonitorKind; problem: AlertSubject }[]) {
  const down = new Map(lasting.filter(({ problem }) => problem === 'outage').map((each) => [each.id, each]));
  const slow = new Map(
    lasting.filter(({ id, problem }) => problem === 'slow' && !down.has(id)).map((each) => [each.id, each]),
  );
  const urls = (monitors: typeof down) => [...monitors.values()].filter(({ kind }) => kind === 'URL').length;
  return {
    urls_down: urls(down),
    urls_slow: urls(slow),
    network_monitors_down: down.size - urls(down),
  };
}

const isUrl = sql`m.kind = 'URL'`;
const isService = sql`m.kind <> 'URL'`;
/** Sums a value over the matching rows. Grouping by kind instead would sort all rows. */
const sumWhere = (condition: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${condition} then ${value} else 0 end), 0)`;
const countWhere = (condition: RawBuilder<unknown>) => sumWhere(condition, sql`1`);
const sumsWhere = (condition: RawBuilder<unknown>) => ({
  checks: sumWhere(condition, sql`r.checks`),
  failures: sumWhere(condition, sql`r.failures`),
  sum_us: sumWhere(condition, sql`r.sum_us`),
});

/**
 * One entry for each of the clock hours before a time, its own last: monitors with failed or slow checks, and page
 * speed.
 */
async function hourlyIssues(db: Database, at: number): Promise<Past['hourly_issues']> {
  const from = bucketStart(at, hourMs) - (issueHours - 1) * hourMs;
  const urls = sumsWhere(isUrl);
  const rows = await selectRollups(db, { table: 'rollups_hourly', from, to: at + 1 }, 'all')
    .innerJoin('monitors as m', 'm.id', 'r.monitor_id')
    .select('r.bucket_start')
    .select([
      countWhere(sql`${isUrl} and r.failures > 0`).as('urls_down'),
      countWhere(sql`${isUrl} and r.failures = 0 and r.slow > 0`).as('urls_slow'),
      countWhere(sql`${isService} and r.failures > 0`).as('network_monitors_down'),
    ])
    .select([urls.checks.as('checks'), urls.failures.as('failures'), urls.sum_us.as('sum_us')])
    .groupBy('r.bucket_start')
    .execute();
  const byHour = new Map(rows.map((row) => [row.bucket_start, row]));
  return bucketStarts(from, at + 1, hourMs).map((start) => {
    const inHour = byHour.get(start);
    return {
      hour: timeOf(start),
      urls_down: inHour?.urls_down ?? 0,
      urls_slow: inHour?.urls_slow ?? 0,
      network_monitors_down: inHour?.network_monitors_down ?? 0,
      average_response_time: averageSecondsOf(inHour ?? noSums),
    };
  });
}
