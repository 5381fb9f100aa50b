import type { NoticeKind } from '@upvigil/core/contract/notices';
import type { Clock } from '../../../base/clock.ts';
import type { Finding } from '../diagnostic.ts';
import { noticeTimes } from '../thresholds.ts';
import { type OpenSince, readOpenNotices, writeOpenNotices } from './notice-file.ts';
import { type OpenNotice, stepNotice, type WatchedKind, watchedKinds } from './notice-state.ts';
import type { NoticeStanding, StoredNotices } from './stored-notices.ts';

type LogLine = (fields: object, message: string) => void;

interface NoticesOptions {
  dataDir: string;
  clock: Clock;
  log: { info: LogLine; warn: LogLine; error: LogLine };
  /** The check of each condition. Conditions unknown to this process are absent. */
  looks: Partial<Record<WatchedKind, () => Promise<Finding>>>;
  /** The notices in the database, which people see. */
  stored: StoredNotices;
}

export type Notices = ReturnType<typeof createNotices>;

/** Checks conditions periodically. Logs and notifies once when a condition begins and once when it ends. */
export function createNotices(options: NoticesOptions) {
  const { dataDir, clock, log, looks, stored } = options;
  const state = createOpenNotices(options);
  let cancel: (() => void) | null = null;
  let looking: Promise<void> = Promise.resolve();
  let nextClockLook = 0;
  let isStoredKnown = false;

  const isDue = (kind: WatchedKind): boolean => kind !== 'clock_skew' || clock.monotonic() >= nextClockLook;
  const lookAround = async (): Promise<void> => {
    const due = watchedKinds.filter(isDue);
    if (due.includes('clock_skew')) nextClockLook = clock.monotonic() + noticeTimes.clockInterval;
    for (const kind of due) {
      try {
        const finding = await looks[kind]?.();
        if (finding && cancel !== null) state.take(kind, finding);
      } catch (error) {
        log.error({ err: error, notice: kind }, 'a condition could not be checked');
      }
    }
  };
  /** Compares states instead of applying changes, so that the next run stores what failed to be stored. */
  const store = async (): Promise<void> => {
    if (cancel === null) return;
    try {
      // A notice that this process does not know, for example because its folder was lost, ends normally and is not
      // sent again.
      if (!isStoredKnown) for (const { kind, beganAt } of await stored.read()) state.remember(kind, beganAt);
      isStoredKnown = true;
      await stored.keep(watchedKinds.filter((kind) => kind in looks).map(state.standing));
    } catch (error) {
      log.error({ err: error }, 'notices could not be stored: they are stored as soon as the database answers');
    }
  };
  const lookAgain = (): void => {
    cancel = clock.after(noticeTimes.look, () => {
      looking = lookAround()
        .then(store)
        .finally(() => cancel && lookAgain());
    });
  };

  return {
    start(): void {
      for (const [kind, beganAt] of Object.entries(readOpenNotices(dataDir)))
        state.remember(kind as WatchedKind, beganAt);
      lookAgain();
    },
    /** Resolves when no check is under way any more. */
    stop(): Promise<void> {
      cancel?.();
      cancel = null;
      return looking;
    },
    /** Whether a notice is open here; null when this process does not check the condition. */
    isOpen(kind: NoticeKind): boolean | null {
      const watched = watchedKinds.find((one) => one === kind && one in looks);
      return watched === undefined ? null : state.standing(watched).beganAt !== null;
    },
  };
}

/** Open notices, kept in a file and logged. */
function createOpenNotices({ dataDir, clock, log }: Pick<NoticesOptions, 'dataDir' | 'clock' | 'log'>) {
  const open = new Map<WatchedKind, OpenNotice>();
  /** The last finding of each open notice. */
  const sentences = new Map<WatchedKind, string>();
  const keep = (): void => {
    const since: OpenSince = Object.fromEntries([...open].map(([kind, { beganAt }]) => [kind, beganAt]));
    try {
      writeOpenNotices(dataDir, since);
    } catch (error) {
      log.warn({ err: error }, 'open notices could not be stored: a restart logs them again');
    }
  };
  return {
    /** Adds a notice that began before this process. */
    remember(kind: WatchedKind, beganAt: number): void {
      if (!open.has(kind)) open.set(kind, { beganAt, calmSince: null });
    },
    take(kind: WatchedKind, { status, message, remedy }: Finding): void {
      const was = open.get(kind) ?? null;
      if (status === 'warn' || status === 'fail') sentences.set(kind, message);
      const step = stepNotice(was, status, { now: clock.now(), monotonic: clock.monotonic() });
      if (step.open === null) open.delete(kind);
      else open.set(kind, step.open);
      if (step.change === null) return;
      // Logged before it is stored: a process killed in between logs it twice rather than never.
      if (step.change === 'began') log.warn({ notice: kind, remedy }, message);
      else log.info({ notice: kind, began_at: new Date(was?.beganAt ?? 0).toISOString() }, `Resolved: ${message}`);
      keep();
    },
    standing: (kind: WatchedKind): NoticeStanding => ({
      kind,
      beganAt: open.get(kind)?.beganAt ?? null,
      message: sentences.get(kind) ?? null,
    }),
  };
}
