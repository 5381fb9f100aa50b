import type { Socket } from 'node:net';
import { limits } from '@upvigil/core/limits';
import { TargetFailure } from '../target-failure.ts';

/** A conversation in a protocol of lines or of messages with a length. */
export interface Conversation {
  send(bytes: string | Buffer): void;
  /** The next line without its end, decoded as Latin-1. @param what names it in the reason of a failure: 'a greeting' */
  line(what: string): Promise<string>;
  /** The next `length` bytes. */
  bytes(length: number, what: string): Promise<Buffer>;
  /** Number of bytes that the service sent beyond those that were read. */
  unreadBytes(): number;
  /** Sends the last words, and closes the connection once they are sent. */
  end(bytes: string | Buffer): void;
}

/**
 * Reads what a service sends, up to `mostBytes`, as the protocol requires. Each read rejects with TargetFailure if the
 * service closes the connection or sends more, and with the reason of the signal after its abort.
 */
export function converseOn(
  socket: Socket,
  signal: AbortSignal,
  mostBytes: number = limits.conversationBytes,
): Conversation {
  let received: Buffer = Buffer.alloc(0);
  let total = 0;
  let failure: Error | null = null;
  let isClosed = false;
  let wake = (): void => undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  socket.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > mostBytes) {
      fail(new TargetFailure(`service sent more than ${Math.floor(mostBytes / 1024)} KiB`));
      socket.destroy();
      return;
    }
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('error', fail);
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isClosed = true;
      wake();
    });
  }
  if (signal.aborted) fail(signal.reason);
  signal.addEventListener('abort', () => fail(signal.reason), { once: true });

  async function take<T>(find: () => T | null, what: string): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== null) return found;
      if (failure) throw failure;
      if (isClosed) throw new TargetFailure(`connection closed without ${what}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  const shift = (length: number, rest = length): Buffer => {
    const first = received.subarray(0, length);
    received = received.subarray(rest);
    return first;
  };
  return {
    send: (bytes) => void socket.write(bytes),
    line: (what) =>
      take(() => {
        const end = received.indexOf('\n');
        return end === -1
          ? null
          : shift(end, end + 1)
              .toString('latin1')
              .replace(/\r$/, '');
      }, what),
    bytes: (length, what) => take(() => (received.length < length ? null : shift(length)), what),
    unreadBytes: () => received.length,
    end(bytes) {
      socket.on('error', () => socket.destroy());
      socket.end(bytes);
      socket.destroySoon();
    },
  };
}

/** Before TLS begins. Data without encryption may have been added on the path (CVE-2011-0411). */
export function requireNothingMore(conversation: Conversation): void {
  if (conversation.unreadBytes() > 0) throw new TargetFailure('server sent data before the TLS handshake');
}
