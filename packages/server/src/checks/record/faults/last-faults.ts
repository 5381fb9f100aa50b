import { minuteMs } from '@upvigil/core/time';
import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { FaultReason } from '../../../base/domain/check.ts';
import { encodeNextFault, type Fault } from '../../../base/domain/last-fault.ts';
import type { Database } from '../../../storage/database.ts';
import { inSmallSteps } from '../../../storage/small-steps.ts';

/** A monitor that cannot be checked is retried every few seconds; its card needs fewer updates. */
const storedEveryMs = minuteMs;
/** A network fault affects many monitors at once, so their faults are stored together. */
const gatheredMs = 1_000;
const storedAtOnce = 100;

interface LastFaultsOptions {
  db: Database;
  clock: Clock;
  log: { error(fields: object, message: string): void };
  changes: Pick<ChangeFeed, 'publish'>;
}

export type LastFaults = ReturnType<typeof createLastFaults>;

/** Stores the newest fault of each monitor for its card, at most once a minute. */
export function createLastFaults({ db, clock, log, changes }: LastFaultsOptions) {
  /** Time of the last write for each monitor, in milliseconds of the monotonic clock. */
  const storedAt = new Map<number, number>();
  const pending = new Map<number, Fault>();
  let storing: Promise<void> = Promise.resolve();
  let cancel: Cancel | null = null;

  const storePending = async (): Promise<void> => {
    cancel = null;
    const faults = [...pending];
    pending.clear();
    try {
      const website_ids = await storeFaults(db, faults);
      // Empty `monitors`: no check was recorded, so no statistics have changed.
      if (website_ids.length > 0) changes.publish({ website_ids, monitors: [] });
    } catch (error) {
      log.error({ err: error }, 'why monitors cannot be checked could not be stored');
    }
  };
  const store = (): void => {
    storing = storing.then(storePending);
  };
  return {
    note(monitorId: number, reason: FaultReason, message: string): void {
      const now = clock.monotonic();
      if (now - (storedAt.get(monitorId) ?? Number.NEGATIVE_INFINITY) < storedEveryMs) return;
      storedAt.set(monitorId, now);
      pending.set(monitorId, { reason, message, at: clock.now() });
      cancel ??= clock.after(gatheredMs, store);
    },
    /** Drops unsaved faults, because a restore is about to replace the monitors. */
    drop(): void {
      pending.clear();
      storedAt.clear();
    },
    /** Stores unsaved faults. */
    async stop(): Promise<void> {
      cancel?.();
      store();
      await storing;
    },
  };
}

/** Returns the websites of the monitors that still exist. */
async function storeFaults(db: Database, faults: readonly (readonly [id: number, fault: Fault])[]) {
  const websiteIds = new Set<number>();
  let stored = 0;
  await inSmallSteps(async () => {
    const some = new Map(faults.slice(stored, stored + storedAtOnce));
    stored += some.size;
    const changed = some.size > 0 ? await db.transaction().execute((trx) => storeSome(trx, some)) : [];
    for (const id of changed) websiteIds.add(id);
    return { isDone: stored >= faults.length };
  });
  return [...websiteIds];
}

async function storeSome(trx: Database, faults: ReadonlyMap<number, Fault>): Promise<number[]> {
  const rows = await trx
    .selectFrom('monitors')
    .select(['id', 'website_id', 'revision', 'check_interval_seconds', 'last_check_time', 'last_fault'])
    .where('id', 'in', [...faults.keys()])
    .execute();
  for (const row of rows) {
    const fault = faults.get(row.id);
    if (!fault) continue;
    await trx
      .updateTable('stored_monitors')
      .set({ last_fault: encodeNextFault(row, fault) })
      .where('id', '=', row.id)
      // An edit since the read may have changed the target.
      .where('revision', '=', row.revision)
      .execute();
  }
  return rows.map(({ website_id }) => website_id);
}
