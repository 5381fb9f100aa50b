import { type NoticeKind, noticeKinds } from '@upvigil/core/contract/notices';
import { readOpenNotices } from '../alerts/notify/notices/notice-store.ts';
import type { CheckCounts } from '../api/metrics/check-counts.ts';
import { countMonitors, countPendingDeliveries, readHeartbeatFigures } from '../api/metrics/metrics-store.ts';
import type { CheckCount, MeasuredWebsite, MonitorSources } from '../api/metrics/monitor-metrics.ts';
import type { MetricsSources } from '../api/metrics/prometheus-text.ts';
import type { Role } from '../base/config/config.ts';
import { listBackups } from '../operations/backup/backup-files.ts';
import type { PublicSnapshot } from '../public/status/snapshot.ts';
import type { Checking } from './checking.ts';
import type { Diagnosing } from './diagnosing.ts';
import type { Shared } from './process-context.ts';

export function metricsSources(
  shared: Shared,
  checking: Checking,
  diagnosing: Pick<Diagnosing, 'notices'>,
  snapshot: Pick<PublicSnapshot, 'websites'>,
): MetricsSources {
  const { config, storage, clock, presence } = shared;
  const { engine, recorder, faults } = checking;
  return {
    engineStats: () => engine.stats(),
    recorderStats: () => recorder.stats(),
    faults,
    countMonitors: () => countMonitors(storage.db, clock.now(), presence.since()),
    countPendingDeliveries: () => countPendingDeliveries(storage.db),
    heartbeats: () => readHeartbeatFigures(storage.db),
    async backupAgeSeconds() {
      // An unreadable folder must not hide the other metrics.
      const [newest] = await listBackups(config.dataDir).catch(() => []);
      return newest ? Math.max(0, (clock.now() - Date.parse(newest.created)) / 1000) : null;
    },
    async notices() {
      // Findings of this process need no database.
      const stored = await readOpenNotices(storage.db);
      const isStored = (kind: NoticeKind): boolean => stored.some((notice) => notice.kind === kind);
      return Object.fromEntries(noticeKinds.map((kind) => [kind, diagnosing.notices.isOpen(kind) ?? isStored(kind)]));
    },
    monitors: checking.counts && monitorSources(config.role, { ...checking, counts: checking.counts, snapshot }),
    hasKumaNames: config.hasKumaMetrics,
  };
}

interface MonitorParts {
  counts: CheckCounts;
  isMine(monitorId: number): boolean;
  snapshot: { websites(): readonly MeasuredWebsite[] };
}

/** Counts of deleted monitors that may stay in memory, some 300 bytes each. */
const mostForgotten = 1_000;
const none: CheckCount = { checks: 0, failures: 0 };

/**
 * A process with pages has the state of all monitors. Its counters include only its own checks, so that those of
 * several processes can be summed.
 */
export function monitorSources(role: Role, { counts, isMine, snapshot }: MonitorParts): MonitorSources {
  const countOf = (monitorId: number): CheckCount | null => counts.of(monitorId) ?? (isMine(monitorId) ? none : null);
  if (role === 'worker') {
    return {
      countOf,
      websites() {
        counts.keepOnly(isMine);
        return counts.websites();
      },
    };
  }
  return {
    countOf,
    websites() {
      const websites = snapshot.websites();
      forgetDeleted(counts, websites);
      return websites;
    },
  };
}

/**
 * Runs only above a limit, because a new monitor is checked before the snapshot has it and its count must not be lost.
 * A count without its monitor is not exported.
 */
function forgetDeleted(counts: CheckCounts, websites: readonly MeasuredWebsite[]): void {
  const known = websites.reduce((sum, { monitors }) => sum + monitors.length, 0);
  if (counts.size() <= mostForgotten + 2 * known) return;
  const ids = new Set(websites.flatMap(({ monitors }) => monitors.map(({ id }) => id)));
  counts.keepOnly((id) => ids.has(id));
}
