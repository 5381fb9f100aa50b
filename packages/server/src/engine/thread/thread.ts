import { startThread } from '../../start-thread.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

/** One handler for each message of the probe thread. */
export type Handlers = { [Type in FromThread['type']]: (message: Extract<FromThread, { type: Type }>) => void };

/** The running probe thread. */
export interface Thread {
  tell(message: ToThread): void;
  /** Ends it at once, whatever it does. */
  end(): Promise<void>;
}

export interface ThreadListeners {
  /** Called once when a thread that was ready has ended, with the error that ended it, if there was one. */
  onEnd(error: Error | null): void;
  onHandlerError(error: unknown): void;
}

/** Starts the probe thread and resolves when it is ready; rejects when it cannot be started. */
export function openThread(
  data: ThreadData,
  handlers: Handlers,
  { onEnd, onHandlerError }: ThreadListeners,
): Promise<Thread> {
  const worker = startThread(import.meta.url, 'probe-thread', { workerData: data, name: 'upvigil-probes' });
  const thread: Thread = {
    tell: (message) => worker.postMessage(message),
    end: async () => void (await worker.terminate()),
  };
  let lastError: Error | null = null;
  return new Promise((resolve, reject) => {
    let isReady = false;
    const handle = <Type extends FromThread['type']>(message: Extract<FromThread, { type: Type }> & { type: Type }) => {
      try {
        handlers[message.type](message);
      } catch (error) {
        onHandlerError(error);
      }
    };
    worker.once('message', () => {
      isReady = true;
      resolve(thread);
    });
    worker.on('message', handle);
    worker.on('error', (error) => {
      lastError = error;
    });
    worker.once('exit', (code) => {
      if (isReady) return onEnd(lastError);
      reject(lastError ?? new Error(`the probe thread ended with code ${code} before it was ready`));
    });
  });
}
