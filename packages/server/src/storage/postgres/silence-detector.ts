import type { PostgresTimes } from './postgres-times.ts';

/** What was asked on a connection was not answered in time: nothing more is to be expected of it. */
export class SilentConnectionError extends Error {
  override readonly name = 'SilentConnectionError';
}

/** What can be watched: a client of the driver, whose socket may be replaced by its encrypted form. */
export interface WatchedClient {
  readonly connection: { readonly stream: { destroy(error?: Error): unknown } };
}

export interface QuestionOptions {
  milliseconds: number;
  /** No answer in that time is no sign of a slow server, but that connections of that age are gone. */
  isEvidence?: boolean;
}

/** Finds connections that went silent, and ends them: all that is asked on them then fails at once. */
export interface SilenceWatch {
  /** Something is asked. Returns what is to be called when the answer is there. */
  ask(client: WatchedClient, options: QuestionOptions): () => void;
  /** Whether nothing was heard on a connection since another of its age was found silent. */
  isDistrusted(client: WatchedClient): boolean;
  /** The program stops: answers are waited for briefly, and on new connections only. */
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

/** A timer that is later than this tells of this process, not of its database. */
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
    // A process that stood still finds its timers due before it has read the answers that lie ready.
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
