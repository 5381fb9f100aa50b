import type { PostgresTimes } from './postgres-times.ts';

/** A statement was not answered in time, so its connection was ended. */
export class SilentConnectionError extends Error {
  override readonly name = 'SilentConnectionError';
}

/** The used part of the driver's client. The socket is read each time, because TLS replaces it. */
export interface WatchedClient {
  readonly connection: { readonly stream: { destroy(error?: Error): unknown } };
}

export interface QuestionOptions {
  /** Answer timeout. */
  milliseconds: number;
  /** Whether a missing answer proves a network failure, as opposed to a slow server. */
  isEvidence?: boolean;
}

interface Question {
  client: WatchedClient;
  askedAt: number;
  endsAt: number;
  isEvidence: boolean;
  hasMoreTime: boolean;
  timer?: NodeJS.Timeout;
}

/** A timer delayed by more than this means that this process stalled; it says nothing about the database. */
const stoodStillMilliseconds = 250;

export type SilenceWatch = ReturnType<typeof createSilenceWatch>;

/** Detects and ends silent connections, so that all statements on them fail at once. */
export function createSilenceWatch(monotonic: () => number, times: PostgresTimes) {
  const open = new Set<Question>();
  const heardAt = new WeakMap<WatchedClient, number>();
  let distrustedBefore = Number.NEGATIVE_INFINITY;
  let stopsAt: number | null = null;

  const endBy = (question: Question, moment: number): void => {
    if (question.endsAt <= moment) return;
    question.endsAt = moment;
    clearTimeout(question.timer);
    question.timer = setTimeout(() => giveUp(question), Math.max(0, moment - monotonic()));
  };

  const giveUp = (question: Question): void => {
    if (!open.has(question)) return;
    const now = monotonic();
    // After a stall, timers fire before the answers that arrived meanwhile are read, so wait once more.
    if (now - question.endsAt > stoodStillMilliseconds && !question.hasMoreTime) {
      Object.assign(question, { endsAt: Number.POSITIVE_INFINITY, hasMoreTime: true });
      endBy(question, latest(now, times.proofMilliseconds));
      return;
    }
    open.delete(question);
    const seconds = Math.round((monotonic() - question.askedAt) / 100) / 10;
    const error = new SilentConnectionError(`PostgreSQL did not answer for ${seconds} s; the connection is given up`);
    question.client.connection.stream.destroy(error);
    if (question.isEvidence) distrust(question.askedAt, times.proofMilliseconds);
  };

  const isDistrusted = (client: WatchedClient): boolean =>
    (heardAt.get(client) ?? Number.NEGATIVE_INFINITY) < distrustedBefore;

  const distrust = (before: number, proofMilliseconds: number): void => {
    distrustedBefore = Math.max(distrustedBefore, before);
    for (const question of open) {
      if (!isDistrusted(question.client)) continue;
      question.isEvidence = false;
      endBy(question, monotonic() + proofMilliseconds);
    }
  };

  const latest = (now: number, milliseconds: number): number =>
    stopsAt === null ? now + milliseconds : Math.min(now + milliseconds, now + times.stopAnswerMilliseconds, stopsAt);

  return {
    /** Records a sent statement. Returns the function to call on its answer. */
    ask(client: WatchedClient, { milliseconds, isEvidence = false }: QuestionOptions): () => void {
      const now = monotonic();
      const endsAt = Number.POSITIVE_INFINITY;
      const question: Question = { client, askedAt: now, endsAt, isEvidence, hasMoreTime: false };
      open.add(question);
      endBy(question, latest(now, milliseconds));
      return () => {
        if (!open.delete(question)) return;
        clearTimeout(question.timer);
        heardAt.set(client, monotonic());
      };
    },
    /** Whether a connection must not be used: another one was silent, and this one has not received anything since. */
    isDistrusted,
    /** Shortens all timeouts for a stop, and distrusts connections until they receive something. */
    hurry(): void {
      const now = monotonic();
      stopsAt ??= now + times.stopMilliseconds;
      distrust(now, times.stopAnswerMilliseconds);
    },
  };
}
