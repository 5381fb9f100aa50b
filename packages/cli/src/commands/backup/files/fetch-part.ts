import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatBytes } from '@upvigil/core/format/bytes';
import { headerEntries, httpFetch } from '../../../client/http-fetch.ts';
import { isStatus, type Session } from '../../../client/session.ts';
import type { Context } from '../../../context.ts';

/** A file that is not whole yet, beside where it will be. Of the same name every time, so that the next try goes on with it. */
export const partFile = (target: string): string => `${target}.part`;

const ownerOnly = 0o600;

/** One connection that asks for the rest of a file, and remembers what it got. */
interface ResumingConnection {
  session: Session;
  /** Asks for what follows so many bytes. */
  from: number;
  /** The server sent the rest, and not the whole. */
  isRest: boolean;
}

/** Connects so that a download can go on where an earlier one stopped. */
export async function connectForDownload(context: Context): Promise<ResumingConnection> {
  const state = { from: 0, isRest: false };
  const session = await context.connect('admin', {
    fetch: async (input, init) => {
      if (state.from === 0) return await httpFetch(input, init);
      const range: [string, string] = ['range', `bytes=${state.from}-`];
      const headers = [...headerEntries(init?.headers), range];
      const response = await httpFetch(input, { ...init, headers });
      state.isRest = response.status === 206;
      return response;
    },
  });
  return Object.assign(state, { session });
}

/**
 * Brings a backup into its part file, going on with what an earlier try left there.
 * Returns whether it went on, because then the parts must be proven to fit.
 */
export async function fetchPart(
  { terminal, signal }: Context,
  connection: ResumingConnection,
  { name, part }: { name: string; part: string },
): Promise<{ resumed: boolean }> {
  connection.from = await sizeOf(part);
  connection.isRest = false;
  const download = await connection.session.api.backup.download({ params: { name } }).catch((error: unknown) => {
    // Nothing follows those bytes: the part is whole, or of something else. Either way it is checked.
    if (connection.from > 0 && isStatus(error, 416)) return null;
    throw error;
  });
  if (download === null) return { resumed: true };
  const start = connection.isRest ? connection.from : 0;
  const total = download.size === null ? null : start + download.size;
  const progress = terminal.progress('Downloading', formatBytes);
  let done = start;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      progress.update(done, total);
      next(null, chunk);
    },
  });
  const file = createWriteStream(part, { flags: start > 0 ? 'a' : 'w', mode: ownerOnly });
  const body = Readable.fromWeb(download.body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(body, count, file, { signal }).finally(progress.end);
  return { resumed: start > 0 };
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
