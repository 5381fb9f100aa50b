import { hourMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { CoveringRun, RunsAt } from '../../base/domain/maintenance.ts';
import type { Database } from '../../storage/database.ts';
import { readRuns, readTaggedIds, type StoredRun, storeTaggedIds, withContent } from './run-store.ts';
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
  /** Reads them again, and stores which monitors the tags of started ones cover. */
  load(): Promise<LoadedRuns>;
  runsAt: KnownRunsAt;
  /** Whether any maintenance is in progress. */
  anyAt(at: number): boolean;
}

interface LoadedRuns {
  /** Whether the covered monitors of a run were stored. */
  hasStored: boolean;
  /** When the next run starts whose tags must be evaluated then. Milliseconds since the epoch; null without any. */
  nextTagged: number | null;
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

interface CurrentRunsOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  /** Whether this process stores what the tags of started runs cover; true by default. */
  storesTags?: boolean;
}

export function createCurrentRuns({ db, clock, storesTags = true }: CurrentRunsOptions): CurrentRuns {
  let find = findIn([]);
  const read = (now: number): Promise<StoredRun[]> => readRuns(db, { from: now - backMs, to: now + aheadMs });
  return {
    async load() {
      const now = clock.now();
      let runs = await read(now);
      const hasStored = storesTags && (await storeTaggedIds(db, runs, now));
      if (hasStored) runs = await read(now);
      find = findIn(await knownRuns(db, runs));
      const next = runs.find(({ starts_at, content }) => starts_at > now && contentOf(content).tags.length > 0);
      return { hasStored, nextTagged: next?.starts_at ?? null };
    },
    runsAt: (monitor, at) => find.runsAt(monitor, at),
    anyAt: (at) => find.anyAt(at),
  };
}

async function knownRuns(db: Database, runs: readonly StoredRun[]): Promise<KnownRun[]> {
  const parsed = runs.map(withContent);
  const taggedIds = await readTaggedIds(db, parsed);
  return parsed.map((run) => knownRun(run, taggedIds(run)));
}

function knownRun(run: ReturnType<typeof withContent<StoredRun>>, tagged: readonly number[]): KnownRun {
  const { id, starts_at, ends_at, title, public: isPublic, website_ids, monitor_ids } = run;
  return {
    id,
    starts_at,
    ends_at,
    title,
    public: isPublic,
    website_ids: new Set(website_ids),
    monitor_ids: new Set([...monitor_ids, ...tagged]),
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
  return findIn(await knownRuns(db, await readRuns(db, { from: at, to: at + 1 }))).runsAt;
}
