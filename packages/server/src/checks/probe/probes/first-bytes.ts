import type { Socket } from 'node:net';
import { limits } from '@upvigil/core/limits';

/** The first bytes that a service sent without a request. One character stands for one byte. */
interface FirstBytes {
  text: string;
  /** False if the service closed, or 4 KiB were read, before `isComplete`. */
  is_complete: boolean;
}

/**
 * Reads what a service sends without a request until `isComplete`, up to 4 KiB. Rejects if the connection fails or the
 * signal is aborted. The socket stays open.
 */
export function readFirstBytes(
  socket: Socket,
  isComplete: (text: string) => boolean,
  signal: AbortSignal,
): Promise<FirstBytes> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let text = '';
    const settle = (finish: () => void): void => {
      signal.removeEventListener('abort', giveUp);
      socket.removeListener('data', onData);
      socket.removeListener('end', onEnd);
      finish();
    };
    const giveUp = (): void => settle(() => reject(signal.reason));
    const onEnd = (): void => settle(() => resolve({ text, is_complete: false }));
    const onData = (chunk: Buffer): void => {
      text = (text + chunk.toString('latin1')).slice(0, limits.expectedResponseSearchBytes);
      const is_complete = isComplete(text);
      if (!is_complete && text.length < limits.expectedResponseSearchBytes) return;
      settle(() => resolve({ text, is_complete }));
    };
    signal.addEventListener('abort', giveUp);
    socket.on('data', onData);
    socket.once('end', onEnd);
    socket.once('error', (error) => settle(() => reject(error)));
  });
}

/** The failure if the expected response is not in the first 4 KiB that a service sends; null if it is. */
export async function missingResponse(socket: Socket, expected: string, signal: AbortSignal): Promise<string | null> {
  const wanted = asWireText(expected);
  const { text, is_complete } = await readFirstBytes(socket, (sent) => sent.includes(wanted), signal);
  if (is_complete) return null;
  if (text === '') return 'connection closed without the expected response';
  return `expected response not found, the service sent "${asReadableText(text).trim()}"`;
}

/** Converts text to the form of the read bytes: one character for each byte of its UTF-8. */
export const asWireText = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Decodes read bytes as UTF-8. */
export const asReadableText = (wireText: string): string => Buffer.from(wireText, 'latin1').toString('utf8');
