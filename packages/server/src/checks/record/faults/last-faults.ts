import type { Cancel, Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { FaultReason } from '../../../base/domain/check.ts';
import { encodeLastFault } from '../../../base/domain/last-fault.ts';
import type { Database } from '../../../storage/database.ts';
import { inSmallSteps } from '../../../storage/small-steps.ts';

/** A monitor that cannot be checked is retried every few seconds; its card needs fewer updates. */
const storedEveryMs = 60_000;
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
  const pending = new Map<number, string>();
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
      pending.set(monitorId, encodeLastFault(reason, message, clock.now()));
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
async function storeFaults(db: Database, faults: readonly (readonly [id: number, last_fault: string])[]) {
  const websiteIds = new Set<number>();
  let stored = 0;
  await inSmallSteps(async () => {
    const some = faults.slice(stored, stored + storedAtOnce);
    stored += some.length;
    if (some.length > 0) {
      await db.transaction().execute(async (trx) => {
        for (const [id, last_fault] of some) {
          const row = await trx
            .updateTable('stored_monitors')
            .set({ last_fault })
            .where('id', '=', id)
            .returning('website_id')
            .executeTakeFirst();
          if (row) websiteIds.add(row.website_id);
        }
      });
    }
    return { isDone: stored >= faults.length };
  });
  return [...websiteIds];
}
