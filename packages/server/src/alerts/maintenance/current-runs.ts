import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { CoveringRun, RunsAt } from '../../base/domain/maintenance.ts';
import type { Database } from '../../storage/database.ts';
import { readRuns, type StoredRun } from './run-store.ts';
import { contentOf } from './window-store.ts';

/** A run with its websites and monitors. */
export interface KnownRun extends CoveringRun {
  title: string;
  public: boolean;
  website_ids: ReadonlySet<number>;
  monitor_ids: ReadonlySet<number>;
}

/** The runs around now, in memory, because each check needs those that cover it. */
export interface CurrentRuns {
  /** Reads them again. */
  load(): Promise<void>;
  runsAt: KnownRunsAt;
  /** Whether any maintenance is in progress. */
  anyAt(at: number): boolean;
}

/** As `RunsAt`, with all known fields of each run. */
type KnownRunsAt = (...asked: Parameters<RunsAt>) => readonly KnownRun[];

/** Runs, prepared for many lookups of single times. */
interface FoundRuns {
  runsAt: KnownRunsAt;
  anyAt(at: number): boolean;
}

/** Results may wait this long for the database, and belong to the run at the time of their check. */
const backMs = 24 * hourMs;
/** The runs are read again before this time. */
const aheadMs = 2 * hourMs;

export function createCurrentRuns({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }): CurrentRuns {
  let find = findIn([]);
  return {
    async load() {
      const now = clock.now();
      find = findIn((await readRuns(db, { from: now - backMs, to: now + aheadMs })).map(knownRun));
    },
    runsAt: (monitor, at) => find.runsAt(monitor, at),
    anyAt: (at) => find.anyAt(at),
  };
}

function knownRun({ id, starts_at, ends_at, content }: StoredRun): KnownRun {
  const { title, public: isPublic, website_ids, monitor_ids } = contentOf(content);
  return {
    id,
    starts_at,
    ends_at,
    title,
    public: isPublic,
    website_ids: new Set(website_ids),
    monitor_ids: new Set(monitor_ids),
  };
}

const none: readonly KnownRun[] = [];

/**
 * Runs begin and end rarely, and checks arrive in time order. So the covering runs are computed once between two
 * edges; nearly always there are none.
 */
export function findIn(runs: readonly KnownRun[]): FoundRuns {
  const edges = runs.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let active: readonly KnownRun[] = [];
  const moveTo = (at: number): void => {
    if (at >= from && at < until) return;
    from = Math.max(Number.NEGATIVE_INFINITY, ...edges.filter((edge) => edge <= at));
    until = Math.min(Number.POSITIVE_INFINITY, ...edges.filter((edge) => edge > at));
    active = runs.filter(({ starts_at, ends_at }) => starts_at <= at && at < ends_at);
  };
  return {
    runsAt(monitor, at) {
      moveTo(at);
      if (active.length === 0) return none;
      return active.filter((run) => run.website_ids.has(monitor.website_id) || run.monitor_ids.has(monitor.id));
    },
    anyAt(at) {
      moveTo(at);
      return active.length > 0;
    },
  };
}

/** The same for one time, read from the database. */
export async function readRunsAt(db: Database, at: number): Promise<RunsAt> {
  return findIn((await readRuns(db, { from: at, to: at + 1 })).map(knownRun)).runsAt;
}
