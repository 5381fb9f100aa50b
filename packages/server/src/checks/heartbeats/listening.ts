import { dayMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { type ListeningPast, type ListeningPeriod, listeningPast, recordMs } from './listening-gaps.ts';
import type { Gap } from './run-rules.ts';

/** A clock that moves by more between two ticks has jumped, or the process stood still. */
const jumpMs = 5_000;
/** Longer than any grace period or runtime, both of which are at most 31 days. */
const keptMs = 70 * dayMs;

interface ListeningOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  /** Distinguishes the processes on one database. */
  processId: string;
  /** Whether this process accepts pings. */
  accepts: boolean;
}

/** Records when this process accepts pings, so that its absence is nobody's failure. */
export function createListening({ db, clock, processId, accepts }: ListeningOptions) {
  let own: ListeningPeriod | null = null;
  let count = 0;
  let ticked = 0;
  let earlierGaps: readonly Gap[] = [];

  const record = async (period: ListeningPeriod): Promise<void> => {
    await db
      .insertInto('listening_periods')
      .values(period)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ until_at: period.until_at }))
      .execute();
  };
  /** Ends the period at the last tick, and begins another one. */
  const begin = async (): Promise<void> => {
    const now = clock.now();
    if (own !== null) await record({ ...own, until_at: Math.max(own.from_at, ticked) });
    count += 1;
    ticked = now;
    own = { id: `${processId}/${count}`, from_at: now, until_at: now };
    await record(own);
    await db
      .deleteFrom('listening_periods')
      .where('until_at', '<', now - keptMs)
      .execute();
    ({ gaps: earlierGaps } = await past(db, now));
  };
  const past = async (trx: Database, now: number): Promise<ListeningPast> => {
    const periods = await trx.selectFrom('listening_periods').selectAll().execute();
    return listeningPast(periods, own, now);
  };
  return {
    async start(): Promise<void> {
      if (accepts) await begin();
    },
    /** Called every second. */
    async tick(): Promise<void> {
      if (own === null) return;
      const now = clock.now();
      const moved = now - ticked;
      if (moved > jumpMs || moved < 0) return begin();
      ticked = now;
      if (now - own.until_at < recordMs) return;
      own = { ...own, until_at: now };
      await record(own);
    },
    /** Begins anew after all data was replaced: what was restored did not listen. */
    async restart(): Promise<void> {
      own = null;
      if (accepts) await begin();
    },
    async stop(): Promise<void> {
      const period = own;
      own = null;
      if (period !== null) await record({ ...period, until_at: Math.max(period.from_at, clock.now()) });
    },
    past,
    /** The gaps before the last beginning, as of then. */
    earlierGaps: (): readonly Gap[] => earlierGaps,
  };
}
