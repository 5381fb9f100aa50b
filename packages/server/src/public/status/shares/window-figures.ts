import type { SharedHistory, SharedWebsite } from '@upvigil/core/contract/shares';
import { defaults } from '@upvigil/core/defaults';
import { dayMs } from '@upvigil/core/time';
import {
  emptySketch,
  type LatencySketch,
  mergeSketches,
  sketchPercentile,
} from '../../../base/domain/latency-sketch.ts';
import { bucketStart, bucketStarts, bucketWidths } from '../../../checks/record/rollups/rollup.ts';
import { selectRollups } from '../../../checks/record/rollups/rollup-selection.ts';
import { addSums, noSums, type Sums, secondsOf, uptimeOf } from '../../../checks/record/rollups/sums.ts';
import { bucketsOfStatement } from '../../../checks/record/rollups/website-buckets.ts';
import type { Database } from '../../../storage/database.ts';
import { inSmallSteps } from '../../../storage/small-steps.ts';
import type { PublicMonitor } from '../view/public-view.ts';

/** Figures of a website over some days. */
export interface WindowFigures extends Pick<SharedWebsite, 'figures' | 'history'> {
  /** By monitor id; leaves out monitors without checks. */
  monitors: ReadonlyMap<number, FigureSet>;
}

type FigureSet = Omit<SharedHistory[number], 'time'>;

interface Window {
  days: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether checks during maintenance count in uptime. */
  counts: boolean;
}

interface Collected {
  sums: Sums;
  sketch: LatencySketch;
  /** Sketches to merge after each statement. */
  added: LatencySketch[];
}

const nothing = (): Collected => ({ sums: noSums, sketch: emptySketch, added: [] });

/**
 * Reads the roll-ups of these monitors: hourly for a week, daily for longer windows. Many monitors take many
 * statements, between which other work runs.
 */
export async function readWindow(
  db: Database,
  website: { id: number; monitors: readonly Pick<PublicMonitor, 'id' | 'kind'>[] },
  { days, now, counts }: Window,
): Promise<WindowFigures> {
  const table = days <= defaults.shareHourlyDays ? 'rollups_hourly' : 'rollups_daily';
  const width = bucketWidths[table];
  const starts = bucketStarts(bucketStart(now - days * dayMs, width) + width, now + 1, width);
  const ids = website.monitors.map(({ id }) => id);
  const collected = collect(website.monitors);
  const atOnce = bucketsOfStatement({ id: website.id, monitors: ids.length });
  let done = 0;
  await inSmallSteps(async () => {
    const [from, ...rest] = starts.slice(done, done + atOnce);
    if (from === undefined) return { isDone: true };
    const to = (rest.at(-1) ?? from) + width;
    const rows = await selectRollups(db, { table, from, to }, ids)
      .select(['r.monitor_id', 'r.bucket_start', 'r.checks', 'r.failures', 'r.sum_us', 'r.sketch'])
      .select(['r.maintenance_checks', 'r.maintenance_failures', 'r.observed_seconds'])
      .execute();
    for (const row of rows) collected.add(row);
    collected.merge();
    done += atOnce;
    return { isDone: done >= starts.length };
  });
  return collected.figures(counts);
}

type Row = Sums & { monitor_id: number; bucket_start: number; sketch: LatencySketch };

/**
 * Sums rows by monitor and by time span. For spans, URLs and services are separate, because their response times
 * differ.
 */
function collect(monitors: readonly Pick<PublicMonitor, 'id' | 'kind'>[]) {
  const ofMonitors = new Map(monitors.map(({ id }) => [id, nothing()]));
  const pages = new Set(monitors.flatMap(({ id, kind }) => (kind === 'URL' ? [id] : [])));
  const ofTimes = {
    all: new Map<number, Collected>(),
    pages: new Map<number, Collected>(),
    services: new Map<number, Collected>(),
  };
  const put = (into: Collected, row: Row, hasTimes: boolean): void => {
    into.sums = addSums(into.sums, row);
    if (hasTimes) into.added.push(row.sketch);
  };
  const at = (times: Map<number, Collected>, start: number): Collected => {
    const known = times.get(start) ?? nothing();
    times.set(start, known);
    return known;
  };
  return {
    add(row: Row): void {
      const own = ofMonitors.get(row.monitor_id);
      // For many monitors the query also returns rows of others.
      if (!own) return;
      put(own, row, true);
      put(at(ofTimes.all, row.bucket_start), row, false);
      put(at(pages.has(row.monitor_id) ? ofTimes.pages : ofTimes.services, row.bucket_start), row, true);
    },
    merge(): void {
      for (const all of [ofMonitors, ofTimes.pages, ofTimes.services]) {
        for (const one of all.values()) {
          if (one.added.length === 0) continue;
          one.sketch = mergeSketches([one.sketch, ...one.added]);
          one.added = [];
        }
      }
    },
    figures(counts: boolean): WindowFigures {
      const timed = ofTimes.pages.size > 0 ? ofTimes.pages : ofTimes.services;
      const sketch = mergeSketches([...timed.values()].map((one) => one.sketch));
      const sums = [...ofTimes.all.values()].reduce((sum, one) => addSums(sum, one.sums), noSums);
      return {
        figures: { ...figureSet(sums, sketch, counts), p99_response_time: percentile(sketch, 99) },
        history: [...ofTimes.all]
          .sort(([one], [other]) => one - other)
          .map(([start, one]) => ({
            time: new Date(start).toISOString(),
            ...figureSet(one.sums, timed.get(start)?.sketch ?? emptySketch, counts),
          })),
        monitors: new Map([...ofMonitors].map(([id, one]) => [id, figureSet(one.sums, one.sketch, counts)])),
      };
    },
  };
}

const figureSet = (sums: Sums, sketch: LatencySketch, counts: boolean): FigureSet => ({
  checks: sums.checks,
  uptime: uptimeOf(sums, counts),
  p50_response_time: percentile(sketch, 50),
  p95_response_time: percentile(sketch, 95),
});

function percentile(sketch: LatencySketch, percent: number): number | null {
  const microseconds = sketchPercentile(sketch, percent);
  return microseconds === null ? null : secondsOf(microseconds);
}

/** For a monitor without checks. */
export const noFigures: FigureSet = { checks: 0, uptime: null, p50_response_time: null, p95_response_time: null };
