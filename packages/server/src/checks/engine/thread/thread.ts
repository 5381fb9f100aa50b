import type { ResourceLimits } from 'node:worker_threads';
import { startThread } from '../../../base/start-thread.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

/** A handler for each message of the probe thread. */
export type Handlers = { [Type in FromThread['type']]: (message: Extract<FromThread, { type: Type }>) => void };

/** The running probe thread. */
export interface Thread {
  send(message: ToThread): void;
  /** Ends it immediately, even if it is busy. */
  end(): Promise<void>;
}

/**
 * Heap limits of the probe thread in MiB. By default V8 lets the young generation grow to 48. Half of that saves the
 * process 16 MiB, without a measurable cost per check (lab/bench/memory.ts).
 */
export const probeHeap: ResourceLimits = { maxYoungGenerationSizeMb: 24 };

interface ThreadOptions {
  heap: ResourceLimits;
  /** Called once when a ready thread has ended, with the error that ended it, if any. */
  onEnd(error: Error | null): void;
  onHandlerError(error: unknown): void;
}

/** Starts the probe thread. Resolves when it is ready; rejects if it cannot be started. */
export function openThread(
  data: ThreadData,
  handlers: Handlers,
  { heap, onEnd, onHandlerError }: ThreadOptions,
): Promise<Thread> {
  const options = { workerData: data, name: 'upvigil-probes', resourceLimits: heap };
  const worker = startThread(import.meta.url, 'probe-thread', options);
  const thread: Thread = {
    send: (message) => worker.postMessage(message),
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
