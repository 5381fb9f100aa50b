import type { PostgresTimes } from './postgres-times.ts';

/** A statement was not answered in time, so its connection was ended. */
export class SilentConnectionError extends Error {
  override readonly name = 'SilentConnectionError';
}

/** What of the driver's client is needed. The socket is read each time, because TLS replaces it. */
export interface WatchedClient {
  readonly connection: { readonly stream: { destroy(error?: Error): unknown } };
}

export interface QuestionOptions {
  /** Within this time the answer must come. */
  milliseconds: number;
  /** No answer in this time means that the network lost connections, and not that the server is slow. */
  isEvidence?: boolean;
}

/** Finds connections that went silent, and ends them: all statements on them then fail at once. */
export interface SilenceWatch {
  /** Notes that a statement was sent. Returns the function to call when its answer came. */
  ask(client: WatchedClient, options: QuestionOptions): () => void;
  /** Whether a connection must not be used: another was found silent, and nothing was heard on this one since. */
  isDistrusted(client: WatchedClient): boolean;
  /** Shortens all waits, because the program stops, and distrusts connections that are not heard from now on. */
  hurry(): void;
}

interface Question {
  client: WatchedClient;
  askedAt: number;
  endsAt: number;
  isEvidence: boolean;
  hasMoreTime: boolean;
  timer?: NodeJS.Timeout;
}

/** A timer that is later than this says that this process stood still, and nothing of the database. */
const stoodStillMilliseconds = 250;

export function createSilenceWatch(monotonic: () => number, times: PostgresTimes): SilenceWatch {
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
    // After standing still, timers run before the answers that came meanwhile are read: wait once more.
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
    ask(client, { milliseconds, isEvidence = false }) {
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
    isDistrusted,
    hurry() {
      const now = monotonic();
      stopsAt ??= now + times.stopMilliseconds;
      distrust(now, times.stopAnswerMilliseconds);
    },
  };
}
