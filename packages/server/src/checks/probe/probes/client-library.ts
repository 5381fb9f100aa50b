import type { Socket } from 'node:net';
import { limits } from '@upvigil/core/limits';
import { TargetFailure } from '../target-failure.ts';

/** Keeps the module that `load` imports, because Node resolves the name of each `import()` again: 0.02 ms of CPU. */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | null = null;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

/**
 * Lets a client library speak on a connection. Closes it and rejects with TargetFailure if the service sends more than
 * 64 KiB, because libraries buffer what a service declares, or if it closes the connection; rejects also after an
 * abort. `talk` must attach the library to the socket at once, and call `watch` for a further socket, such as that of
 * TLS.
 */
export function letLibraryTalk(
  socket: Socket,
  signal: AbortSignal,
  talk: (watch: (further: Socket) => void) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const sockets: Socket[] = [];
    const fail = (error: Error): void => {
      reject(error);
      for (const each of sockets) each.destroy();
    };
    const limit = (each: Socket) => () => {
      if (each.bytesRead > limits.conversationBytes) {
        fail(new TargetFailure(`service sent more than ${limits.conversationBytes / 1024} KiB`));
      }
    };
    const closed = (): void => reject(new TargetFailure('connection closed without an answer'));
    const watch = (each: Socket): void => {
      sockets.push(each);
      each.on('error', reject).on('close', closed).on('end', closed);
    };
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    watch(socket);
    const watchFurther = (further: Socket): void => {
      watch(further);
      further.on('data', limit(further));
    };
    talk(watchFurther).then(resolve, reject);
    // After the library, because a listener starts the flow of data.
    socket.on('data', limit(socket));
  });
}
