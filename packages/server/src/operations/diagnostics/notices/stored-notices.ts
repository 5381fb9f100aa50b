import { endNotice, openNotice } from '../../../alerts/notify/notices/notice-store.ts';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import { type WatchedKind, watchedKinds } from './notice-state.ts';

/** The state of one kind of notice in this process. */
export interface NoticeStanding {
  kind: WatchedKind;
  /** Milliseconds since the epoch; null while the condition is normal. */
  beganAt: number | null;
  /** The last finding in one sentence; null when there is none since the start. */
  message: string | null;
}

interface StoredNoticesOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  changes: Pick<ChangeFeed, 'publish'>;
  /** Distinguishes the machines of several processes; empty with one process. */
  machine: string;
}

const topics: Record<WatchedKind, string> = {
  disk_low: 'Disk of the data folder',
  clock_skew: 'System clock',
  checks_late: 'Check schedule',
  folder_apart: 'Shared data folder',
};

export type StoredNotices = ReturnType<typeof createStoredNotices>;

/** This process's notices in the database, which people see. */
export function createStoredNotices({ db, clock, changes, machine: subject }: StoredNoticesOptions) {
  const sentence = (kind: WatchedKind, message: string): string =>
    `${topics[kind]}${subject === '' ? '' : ` on ${subject}`}: ${message}`;
  const read = async (): Promise<{ kind: WatchedKind; beganAt: number }[]> => {
    const rows = await db
      .selectFrom('notices')
      .select(['kind', 'began_at'])
      .where('kind', 'in', watchedKinds)
      .where('subject', '=', subject)
      .where('ended_at', 'is', null)
      .execute();
    return rows.flatMap(({ kind, began_at }) =>
      watchedKinds.filter((watched) => watched === kind).map((watched) => ({ kind: watched, beganAt: began_at })),
    );
  };
  return {
    /** The stored notices that have not ended. */
    read,
    /** Stores new notices and ends those that are over. Leaves those without a sentence unchanged. */
    async keep(standings: readonly NoticeStanding[]): Promise<void> {
      const stored = new Set((await read()).map(({ kind }) => kind));
      const begun = standings.flatMap(({ kind, beganAt, message }) =>
        beganAt === null || message === null || stored.has(kind) ? [] : { kind, beganAt, message },
      );
      const over = standings.filter(({ kind, beganAt }) => beganAt === null && stored.has(kind));
      if (begun.length + over.length === 0) return;
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        for (const { kind, beganAt, message } of begun) {
          await openNotice(trx, { kind, subject, message: sentence(kind, message), now: beganAt });
        }
        for (const { kind } of over) await endNotice(trx, { kind, subject, now });
      });
      changes.publish({ has_deliveries: true });
    },
  };
}
