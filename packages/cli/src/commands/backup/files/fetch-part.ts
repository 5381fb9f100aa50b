import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatBytes } from '@upvigil/core/format/bytes';
import { headerEntries, httpFetch } from '../../../client/http-fetch.ts';
import { isStatus, type Session } from '../../../client/session.ts';
import type { Context } from '../../../context.ts';

/** The path of a file that is not whole yet. It is the same every time, so that the next try goes on with it. */
export const partFile = (target: string): string => `${target}.part`;

const ownerOnly = 0o600;

/** A connection that asks for the rest of a file, and notes what it got. */
interface ResumingConnection {
  session: Session;
  /** How many bytes are there already: what follows them is asked for. */
  from: number;
  /** Whether the server sent the rest, and not the whole file. */
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
 * Downloads a backup into its part file, and goes on with what an earlier try left there.
 * Returns whether it went on: then the file must be checked, because both parts may be of different files.
 */
export async function fetchPart(
  { terminal, signal }: Context,
  connection: ResumingConnection,
  { name, part }: { name: string; part: string },
): Promise<{ resumed: boolean }> {
  connection.from = await sizeOf(part);
  connection.isRest = false;
  const download = await connection.session.api.backup.download({ params: { name } }).catch((error: unknown) => {
    // Nothing follows these bytes: the part is the whole file, or of another one. The check will tell.
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
