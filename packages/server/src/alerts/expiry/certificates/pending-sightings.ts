import type { Cancel, Clock } from '../../../base/clock.ts';
import type { RecordedCheck } from '../../../checks/record/recording/recorded-check.ts';
import type { Sighting } from './certificate-store.ts';

interface PendingSightingsOptions {
  clock: Pick<Clock, 'after'>;
  log: { error(fields: object, message: string): void };
  store(sightings: readonly Sighting[]): Promise<void>;
}

/** Sightings within this time are stored together and share one alert: several monitors may have one certificate. */
const gatheredMs = 5_000;
const triedAgainAfter = 30_000;
const storedAtOnce = 100;
/** Limit while the database is unavailable; a dropped sighting comes again within a day. */
const mostPending = 10_000;

/** Sightings that wait to be stored, the newest of each monitor and certificate. */
export function createPendingSightings({ clock, log, store }: PendingSightingsOptions) {
  const pending = new Map<string, Sighting>();
  let storing: Promise<void> = Promise.resolve();
  let cancel: Cancel | null = null;
  let isStopped = false;

  const storeSome = async (some: readonly [string, Sighting][]): Promise<boolean> => {
    try {
      await store(some.map(([, sighting]) => sighting));
      return true;
    } catch (error) {
      log.error({ err: error }, 'certificates could not be stored; retrying later');
      for (const [key, sighting] of some) if (!pending.has(key)) pending.set(key, sighting);
      return false;
    }
  };
  const storePending = async (): Promise<void> => {
    cancel = null;
    while (pending.size > 0) {
      const some = [...pending].slice(0, storedAtOnce);
      for (const [key] of some) pending.delete(key);
      if (!(await storeSome(some))) return storeIn(triedAgainAfter);
    }
  };
  const storeIn = (milliseconds: number): void => {
    if (isStopped) return;
    cancel ??= clock.after(milliseconds, () => {
      storing = storing.then(storePending);
    });
  };

  return {
    /** Never throws, never waits. */
    add(recorded: readonly Pick<RecordedCheck, 'check'>[]): void {
      for (const { check } of recorded) {
        const { monitor_id, certificates = [] } = check;
        for (const certificate of certificates)
          pending.set(`${monitor_id} ${certificate.fingerprint}`, { monitor_id, certificate });
      }
      for (const key of [...pending.keys()].slice(0, Math.max(0, pending.size - mostPending))) pending.delete(key);
      if (pending.size > 0) storeIn(gatheredMs);
    },
    drop: (): void => pending.clear(),
    /** Resolves when nothing is being stored. */
    settled: (): Promise<void> => storing,
    /** Stores what is left, and nothing more. */
    async stop(): Promise<void> {
      isStopped = true;
      cancel?.();
      storing = storing.then(storePending);
      await storing;
    },
  };
}
