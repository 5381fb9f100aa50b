import { noticeTimes } from '@upvigil/core/diagnostics/thresholds';
import type { Clock } from '../../clock.ts';
import type { Finding } from '../diagnostic.ts';
import { type OpenSince, readOpenNotices, writeOpenNotices } from './notice-file.ts';
import { type NoticeKind, noticeKinds, type OpenNotice, stepNotice } from './notice-state.ts';

type LogLine = (fields: object, message: string) => void;

export interface NoticesOptions {
  dataDir: string;
  clock: Clock;
  log: { info: LogLine; warn: LogLine; error: LogLine };
  /** How each condition is looked at. Those that this process cannot know are absent. */
  looks: Partial<Record<NoticeKind, () => Promise<Finding>>>;
}

/** Looks at conditions from time to time, and says in the log when one begins and when it is over: once each. */
export interface Notices {
  start(): void;
  /** Resolves when no look is under way any more. */
  stop(): Promise<void>;
  /** Whether each kind is open. */
  isOpen(kind: NoticeKind): boolean;
}

export function createNotices({ dataDir, clock, log, looks }: NoticesOptions): Notices {
  const open = new Map<NoticeKind, OpenNotice>();
  let cancel: (() => void) | null = null;
  let looking: Promise<void> = Promise.resolve();
  let nextClockLook = 0;

  const keep = (): void => {
    const since: OpenSince = Object.fromEntries([...open].map(([kind, { beganAt }]) => [kind, beganAt]));
    try {
      writeOpenNotices(dataDir, since);
    } catch (error) {
      log.warn({ err: error }, 'open notices could not be kept: a start tells them again');
    }
  };
  const take = (kind: NoticeKind, { status, message, remedy }: Finding): void => {
    const was = open.get(kind) ?? null;
    const step = stepNotice(was, status, { now: clock.now(), monotonic: clock.monotonic() });
    if (step.open === null) open.delete(kind);
    else open.set(kind, step.open);
    if (step.change === null) return;
    // Told before it is kept: killed in between, a process tells it twice rather than never.
    if (step.change === 'began') log.warn({ notice: kind, remedy }, message);
    else log.info({ notice: kind, began_at: new Date(was?.beganAt ?? 0).toISOString() }, `Over: ${message}`);
    keep();
  };
  const isDue = (kind: NoticeKind): boolean => kind !== 'clock_skew' || clock.monotonic() >= nextClockLook;
  const lookAround = async (): Promise<void> => {
    const due = noticeKinds.filter(isDue);
    if (due.includes('clock_skew')) nextClockLook = clock.monotonic() + noticeTimes.clockLook;
    for (const kind of due) {
      try {
        const finding = await looks[kind]?.();
        if (finding && cancel !== null) take(kind, finding);
      } catch (error) {
        log.error({ err: error, notice: kind }, 'a condition could not be looked at');
      }
    }
  };
  const lookAgain = (): void => {
    cancel = clock.after(noticeTimes.look, () => {
      looking = lookAround().finally(() => cancel && lookAgain());
    });
  };

  return {
    start() {
      for (const [kind, beganAt] of Object.entries(readOpenNotices(dataDir)))
        open.set(kind as NoticeKind, { beganAt, calmSince: null });
      lookAgain();
    },
    stop() {
      cancel?.();
      cancel = null;
      return looking;
    },
    isOpen: (kind) => open.has(kind),
  };
}
