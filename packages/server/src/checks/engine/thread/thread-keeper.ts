import type { ResourceLimits } from 'node:worker_threads';
import { type Handlers, openThread, probeHeap, type Thread } from './thread.ts';
import type { ThreadData, ToThread } from './thread-messages.ts';

interface ThreadKeeperOptions {
  data: ThreadData;
  handlers: Handlers;
  /** `probeHeap` unless a test gives its own. */
  heap?: ResourceLimits | undefined;
  /** A thread is up, for the first time or again; it knows nothing yet. */
  onUp(thread: Thread): void;
  /** The thread is gone. What it was asked will never be answered. */
  onDown(): void;
  /** The thread died by itself, or a message could not be handled. */
  onError(error: unknown, message: string): void;
}

/** A thread that died is started again after this. */
const restartPauseMilliseconds = 250;

export type ThreadKeeper = ReturnType<typeof createThreadKeeper>;

/** Keeps one probe thread alive: one that dies is started again. */
export function createThreadKeeper(options: ThreadKeeperOptions) {
  const { data, handlers, heap = probeHeap, onUp, onDown, onError } = options;
  let thread: Thread | null = null;
  let isWanted = false;
  let restart: NodeJS.Timeout | undefined;

  const startAgainSoon = (error: unknown): void => {
    if (!isWanted) return;
    onError(error, 'The probe thread ended; it is started again');
    restart = setTimeout(() => open().catch(startAgainSoon), restartPauseMilliseconds);
  };
  const onEnd = (error: Error | null): void => {
    thread = null;
    onDown();
    startAgainSoon(error);
  };
  const open = async (): Promise<void> => {
    const opened = await openThread(data, handlers, {
      heap,
      onEnd,
      onHandlerError: (error) => onError(error, 'A message of the probe thread could not be handled'),
    });
    if (!isWanted) return opened.end();
    thread = opened;
    onUp(opened);
  };

  return {
    /** Resolves when the thread is up; rejects when it cannot be started. */
    start(): Promise<void> {
      isWanted = true;
      return open();
    },
    /** Ends the thread without a restart. */
    async stop(): Promise<void> {
      isWanted = false;
      clearTimeout(restart);
      await thread?.end();
    },
    /** False when no thread is up. */
    send(message: ToThread): boolean {
      thread?.send(message);
      return thread !== null;
    },
  };
}
