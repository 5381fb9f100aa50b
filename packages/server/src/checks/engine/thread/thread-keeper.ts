import type { ResourceLimits } from 'node:worker_threads';
import { type Handlers, openThread, probeHeap, type Thread } from './thread.ts';
import type { ThreadData, ToThread } from './thread-messages.ts';

interface ThreadKeeperOptions {
  data: ThreadData;
  handlers: Handlers;
  /** Defaults to `probeHeap`. */
  heap?: ResourceLimits | undefined;
  /** A thread has started or restarted, without any state. */
  onUp(thread: Thread): void;
  /** The thread has ended. Its pending requests will never be answered. */
  onDown(): void;
  /** The thread died, or a message could not be handled. */
  onError(error: unknown, message: string): void;
}

/** Delay before a thread is restarted. */
const restartPauseMilliseconds = 250;

export type ThreadKeeper = ReturnType<typeof createThreadKeeper>;

/** Keeps one probe thread running, and restarts it if it dies. */
export function createThreadKeeper(options: ThreadKeeperOptions) {
  const { data, handlers, heap = probeHeap, onUp, onDown, onError } = options;
  let thread: Thread | null = null;
  let isWanted = false;
  let restart: NodeJS.Timeout | undefined;

  const startAgainSoon = (error: unknown): void => {
    if (!isWanted) return;
    onError(error, 'The probe thread ended; it is restarted');
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
    /** Resolves when the thread is ready; rejects if it cannot be started. */
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
    /** Returns false if no thread is running. */
    send(message: ToThread): boolean {
      thread?.send(message);
      return thread !== null;
    },
  };
}
