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

/** Twice what a conversation may have, because heads and control frames count too. */
const mostReceived = 2 * limits.conversationBytes;
const receivedCheckMilliseconds = 50;

/**
 * Calls `fail` and closes the connection once the service has sent more than 128 KiB to a library that does not limit
 * what it skips. Endless interim responses or control frames would keep this thread busy until the timeout.
 */
export function limitReceived(socket: Socket, fail: (error: TargetFailure) => void): void {
  const watch = setInterval(() => {
    if (socket.bytesRead <= mostReceived) return;
    fail(new TargetFailure(`service sent more than ${mostReceived / 1024} KiB`));
    socket.destroy();
  }, receivedCheckMilliseconds);
  socket.once('close', () => clearInterval(watch));
}
