import { listedName, monitorAddress } from '../../base/domain/monitor-name.ts';
import type { RecordedCheck } from '../../checks/record/recording/recorded-check.ts';
import type { CheckCount, MeasuredMonitor, MeasuredWebsite } from './monitor-metrics.ts';

interface Counted extends CheckCount {
  /** Distinguishes a monitor from one with the same id before a restore. Milliseconds since the epoch. */
  created_at: number;
  website: Pick<MeasuredWebsite, 'id' | 'name'>;
  monitor: MeasuredMonitor;
}

export type CheckCounts = ReturnType<typeof createCheckCounts>;

/** Counts the checks that this process recorded for each monitor since its start. */
export function createCheckCounts() {
  const counts = new Map<number, Counted>();
  return {
    /** Adds stored checks. Never throws, never waits. */
    add(recorded: readonly RecordedCheck[]): void {
      for (const one of recorded) {
        const { id, created_at } = one.monitor;
        const known = counts.get(id);
        counts.set(id, countedWith(known?.created_at === created_at ? known : { checks: 0, failures: 0 }, one));
      }
    },
    of: (monitorId: number): CheckCount | null => counts.get(monitorId) ?? null,
    /** The number of counted monitors. */
    size: (): number => counts.size,
    /** Drops deleted monitors and those that other processes check now. */
    keepOnly(isKept: (monitorId: number) => boolean): void {
      for (const id of counts.keys()) if (!isKept(id)) counts.delete(id);
    },
    /** Counters for metrics. The state of a monitor comes from a process that reads all monitors. */
    websites(): MeasuredWebsite[] {
      const websites = new Map<number, MeasuredWebsite & { monitors: MeasuredMonitor[] }>();
      for (const { website, monitor } of counts.values()) {
        const known = websites.get(website.id) ?? { ...website, ...noUptime, monitors: [] };
        known.monitors.push(monitor);
        websites.set(website.id, known);
      }
      return [...websites.values()];
    },
  };
}

const noUptime = { uptime_24h: null, uptime_7d: null, uptime_30d: null };

const countedWith = (before: CheckCount, { check, monitor, website_name }: RecordedCheck): Counted => ({
  checks: before.checks + 1,
  failures: before.failures + (check.is_up ? 0 : 1),
  created_at: monitor.created_at,
  website: { id: monitor.website_id, name: website_name },
  monitor: {
    id: monitor.id,
    kind: monitor.kind,
    name: listedName(monitor),
    target: monitor.kind === 'URL' ? monitorAddress(monitor) : monitor.target,
    port: monitor.port,
    is_up: null,
    last_response_time_seconds: null,
  },
});
