import type { Socket } from 'node:net';
import { limits } from '@upvigil/core/limits';
import { TargetFailure } from '../target-failure.ts';

/**
 * Lets a client library speak on a connection. Closes it and rejects with TargetFailure if the service sends more than
 * 64 KiB, because libraries buffer what a service declares, or if it closes the connection; rejects also after an
 * abort. `talk` must attach the library to the socket at once.
 */
export function letLibraryTalk(socket: Socket, signal: AbortSignal, talk: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(error);
      socket.destroy();
    };
    let total = 0;
    socket.on('error', reject);
    socket.on('close', () => reject(new TargetFailure('connection closed without an answer')));
    socket.on('end', () => reject(new TargetFailure('connection closed without an answer')));
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    signal.throwIfAborted();
    talk().then(resolve, reject);
    socket.on('data', (chunk: Buffer) => {
      total += chunk.length;
      if (total > limits.conversationBytes) {
        fail(new TargetFailure(`service sent more than ${limits.conversationBytes / 1024} KiB`));
      }
    });
  });
}
