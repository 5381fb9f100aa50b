import type { WebsiteHistory } from '@upvigil/core/contract/websites';
import { dayMs, minuteMs } from '@upvigil/core/time';
import type { TimeWindow } from '@upvigil/core/time-ranges';
import { groupBy } from '../../../base/domain/group-by.ts';
import { emptySketch } from '../../../base/domain/latency-sketch.ts';
import type { Database } from '../../../storage/database.ts';
import { inSmallSteps } from '../../../storage/small-steps.ts';
import { addRollups, tableOf } from './latency-history.ts';
import { bucketStart, bucketStarts, bucketWidths } from './rollup.ts';
import { selectRollups } from './rollup-selection.ts';
import { uptimeOf } from './sums.ts';

/** Maximum rows that one statement reads, in some 20 ms. A website with more rows in the range is shown in days. */
const mostRows = 6_000;

/**
 * Uptime and response times of a website in each interval of a range that ends now. Uptime covers all its monitors;
 * times cover its URLs, or its network monitors if it has no URL.
 */
export async function websiteHistory(
  db: Database,
  websiteId: number,
  window: TimeWindow,
  counts: boolean,
): Promise<WebsiteHistory> {
  const monitors = await db.selectFrom('monitors').select(['id', 'kind']).where('website_id', '=', websiteId).execute();
  const urls = monitors.filter(({ kind }) => kind === 'URL');
  const timed = new Set((urls.length > 0 ? urls : monitors).map(({ id }) => id));
  const bucketMs = resolutionOf(window, monitors.length);
  const rows = await readRows(db, { ids: monitors.map(({ id }) => id), timed }, { ...window, bucketMs });
  const figures = (of: typeof rows) => {
    const { checks, failures, slow, percentile, ...sums } = addRollups(of);
    return {
      checks,
      failures,
      slow,
      uptime: uptimeOf({ checks, failures, ...sums }, counts),
      p50_response_time: percentile(50),
      p95_response_time: percentile(95),
    };
  };
  const stretches = groupBy(rows, ({ bucket_start }) => bucketStart(bucket_start, bucketMs));
  return {
    stretch_minutes: bucketMs / minuteMs,
    figures: figures(rows),
    history: [...stretches]
      .sort(([one], [other]) => one - other)
      .map(([start, of]) => ({ time: new Date(start).toISOString(), ...figures(of) })),
  };
}

function resolutionOf({ from, to, bucketMs }: TimeWindow, monitors: number): number {
  const rows = (to - from) / bucketWidths[tableOf(bucketMs)];
  return rows * monitors <= mostRows ? bucketMs : Math.max(bucketMs, dayMs);
}

interface MonitorIds {
  ids: readonly number[];
  /** Monitors whose response times count. */
  timed: ReadonlySet<number>;
}

/** One row a stretch, added up while they are read, or two where a step ends within it. */
async function readRows(db: Database, { ids, timed }: MonitorIds, { from, to, bucketMs }: TimeWindow) {
  const table = tableOf(bucketMs);
  const width = bucketWidths[table];
  const starts = bucketStarts(bucketStart(from, bucketMs) + bucketMs, to + 1, width);
  const own = new Set(ids);
  const atOnce = Math.max(1, Math.floor(mostRows / Math.max(1, ids.length)));
  const readPart = async (first: number, last: number) => {
    const part = await selectRollups(db, { table, from: first, to: last + width }, ids)
      .select(['r.monitor_id', 'r.bucket_start', 'r.checks', 'r.failures', 'r.slow', 'r.sum_us', 'r.sketch'])
      .select(['r.maintenance_checks', 'r.maintenance_failures', 'r.observed_seconds'])
      .execute();
    // For many monitors, the result contains rows of others too.
    return part.filter(({ monitor_id }) => own.has(monitor_id));
  };
  const added: Omit<Awaited<ReturnType<typeof readPart>>[number], 'monitor_id'>[] = [];
  let done = 0;
  await inSmallSteps(async () => {
    const part = starts.slice(done, done + atOnce);
    const [first] = part;
    if (first === undefined) return { isDone: true };
    const rows = await readPart(first, part.at(-1) ?? first);
    const timedOnly = rows.map((row) => (timed.has(row.monitor_id) ? row : { ...row, sketch: emptySketch }));
    for (const [start, of] of groupBy(timedOnly, ({ bucket_start }) => bucketStart(bucket_start, bucketMs))) {
      added.push({ ...addRollups(of), bucket_start: start });
    }
    done += part.length;
    return { isDone: done >= starts.length };
  });
  return added;
}
