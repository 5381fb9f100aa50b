import type { Readable } from 'node:stream';

/** Maximum bytes that are read ahead. */
const mostUnused = 256 * 1024;

/**
 * The reads of a connection; its end or error comes after all received bytes. Node's own iterator drops unread bytes on
 * an error, and some servers reset a connection right after their response.
 */
export function socketReads(socket: Readable): AsyncIterable<Buffer> {
  const reads: Buffer[] = [];
  let unused = 0;
  let ended: { error: Error | null } | null = null;
  let wake = (): void => undefined;
  const end = (error: Error | null): void => {
    ended ??= { error };
    wake();
  };
  socket.on('data', (bytes: Buffer) => {
    reads.push(bytes);
    unused += bytes.length;
    if (unused >= mostUnused) socket.pause();
    wake();
  });
  socket.once('end', () => end(null));
  socket.once('error', end);
  socket.once('close', () => end(closedEarly()));
  if (socket.destroyed) end(socket.errored ?? closedEarly());
  return takeReads();

  async function* takeReads(): AsyncGenerator<Buffer> {
    for (;;) {
      for (let bytes = reads.shift(); bytes !== undefined; bytes = reads.shift()) {
        unused -= bytes.length;
        socket.resume();
        yield bytes;
      }
      if (ended !== null) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (ended.error !== null) throw ended.error;
  }
}

const closedEarly = (): Error =>
  Object.assign(new Error('closed before the answer was complete'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
