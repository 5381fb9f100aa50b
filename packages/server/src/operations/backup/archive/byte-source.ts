import { InvalidBackupError } from './archive.ts';

const empty: Buffer = Buffer.alloc(0);

/** Reads a stream in pieces of given sizes. Buffers one chunk and one piece. */
export interface ByteSource {
  /**
   * Exactly `bytes` bytes; null when the stream ended before the first of them.
   * @throws InvalidBackupError when it ends later
   */
  read(bytes: number): Promise<Buffer | null>;
  /**
   * Exactly `bytes` bytes, in chunks as they arrive.
   * @throws InvalidBackupError when the stream ends before
   */
  take(bytes: number): AsyncGenerator<Buffer, void, void>;
  /** The next chunk, or null at the end. */
  next(): Promise<Buffer | null>;
}

export function createByteSource(chunks: AsyncIterator<Buffer>): ByteSource {
  let rest: Buffer = empty;

  const next = async (): Promise<Buffer | null> => {
    if (rest.length > 0) {
      const chunk = rest;
      rest = empty;
      return chunk;
    }
    const result = await chunks.next();
    return result.done ? null : result.value;
  };

  async function* take(bytes: number): AsyncGenerator<Buffer, void, void> {
    let left = bytes;
    while (left > 0) {
      const chunk = await next();
      if (!chunk) throw new InvalidBackupError('The archive is truncated');
      rest = chunk.subarray(left);
      const piece = chunk.subarray(0, left);
      left -= piece.length;
      yield piece;
    }
  }

  const read = async (bytes: number): Promise<Buffer | null> => {
    const first = await next();
    if (!first) return null;
    rest = first;
    const pieces: Buffer[] = [];
    for await (const piece of take(bytes)) pieces.push(piece);
    return pieces.length === 1 ? (pieces[0] ?? empty) : Buffer.concat(pieces);
  };

  return { read, take, next };
}
