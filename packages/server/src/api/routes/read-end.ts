import type { Readable } from 'node:stream';

/** Reads a stream to its end, and keeps its last bytes as text. */
export function readEnd(stream: Readable, most: number): Promise<string> {
  let kept: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer): void => {
    kept.push(chunk);
    size += chunk.length;
    // Cut now and then, so that a long body takes little memory.
    if (size > 4 * most) {
      const end = Buffer.concat(kept).subarray(-most);
      kept = [Buffer.from(end)];
      size = end.length;
    }
  };
  // An asynchronous iterator costs a tenth of the request.
  return new Promise((resolve, reject) => {
    stream.on('data', keep);
    stream.on('end', () => resolve(lastBytes(Buffer.concat(kept), most)));
    stream.on('error', reject);
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new Error('The body ended early'));
    });
  });
}

/** The last bytes as text, without the rest of a character that was cut. */
export function lastBytes(bytes: Buffer, most: number): string {
  if (bytes.length <= most) return bytes.toString('utf8');
  let from = bytes.length - most;
  while (from < bytes.length && isContinuation(bytes[from])) from += 1;
  return bytes.toString('utf8', from);
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
