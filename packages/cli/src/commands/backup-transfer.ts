import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SendFile } from '@upvigil/core/client/calls-of';
import { ServerUnreachableError } from '@upvigil/core/contract/errors';
import { formatBytes } from '@upvigil/core/format/bytes';
import { headerEntries, httpFetch } from '../client/http-fetch.ts';
import { isStatus, type Session } from '../client/session.ts';
import { userAgent } from '../client/user-agent.ts';
import type { Context } from '../context.ts';

/** The path of an incomplete download. It is always the same, so that the next try can resume it. */
export const partFile = (target: string): string => `${target}.part`;

const ownerOnly = 0o600;

/** A connection that requests the rest of a file and records what it received. */
interface ResumingConnection {
  session: Session;
  /** Number of bytes already here: the request asks for the bytes after them. */
  from: number;
  /** Whether the server sent the rest instead of the whole file. */
  isRest: boolean;
}

/** Opens a connection that can resume an earlier download. */
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
 * Downloads a backup into its part file, or resumes an earlier download. Returns true if it resumed: the file must then
 * be checked, because its parts may come from different backups.
 */
export async function fetchPart(
  { terminal, signal }: Context,
  connection: ResumingConnection,
  { name, part }: { name: string; part: string },
): Promise<{ resumed: boolean }> {
  connection.from = await sizeOf(part);
  connection.isRest = false;
  const download = await connection.session.api.backup.download({ params: { name } }).catch((error: unknown) => {
    // The server has no bytes after these: the part is the whole file, or belongs to another backup. The check finds
    // out.
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

/** Sends a file as multipart while reading it, and reports its progress, which `fetch` does not. */
export const sendFile: SendFile = async ({ url, headers, upload, signal }) => {
  const boundary = `upvigil-${randomBytes(16).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(upload.fileName)}"\r\ncontent-type: application/gzip\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { request: open } = url.startsWith('https:') ? https : http;
  const request = open(url, {
    method: 'POST',
    headers: {
      'user-agent': userAgent,
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + upload.file.size + tail.length,
    },
    ...(signal ? { signal } : {}),
  });
  const answered = readAnswer(request);
  const sent = pipeline(Readable.from(parts(head, tail, upload)), request);
  try {
    // A server may refuse and close the connection before everything was sent: its response counts.
    const first = await Promise.race([answered, sent.then(() => answered)]);
    return first;
  } catch (error) {
    return await answered.catch(() => {
      throw signal?.aborted
        ? error
        : new ServerUnreachableError(`No answer from ${new URL(url).origin}`, { cause: error });
    });
  }
};

type Answer = Awaited<ReturnType<SendFile>>;

async function* parts(head: Buffer, tail: Buffer, { file, onProgress }: Parameters<SendFile>[0]['upload']) {
  yield head;
  let done = 0;
  for await (const chunk of Readable.fromWeb(file.stream() as Parameters<typeof Readable.fromWeb>[0])) {
    yield chunk as Uint8Array;
    done += (chunk as Uint8Array).length;
    onProgress?.(done, file.size);
  }
  yield tail;
}

function readAnswer(request: http.ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    // A response that switches to another protocol closes the connection without 'response' and without 'error'.
    const closed = (): void => reject(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' }));
    request.once('close', closed);
    request.once('response', (response) => {
      request.removeListener('close', closed);
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: parseJson(text) }));
    });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A file as a Blob that is read while it is sent: a backup may be larger than memory. */
export function fileOnDisk(file: string, size: number): Blob {
  return new FileOnDisk(file, size);
}

class FileOnDisk extends Blob {
  readonly #file: string;
  override readonly size: number;

  constructor(file: string, size: number) {
    super([], { type: 'application/gzip' });
    this.#file = file;
    this.size = size;
  }

  override stream(): ReturnType<Blob['stream']> {
    return Readable.toWeb(createReadStream(this.#file)) as ReturnType<Blob['stream']>;
  }
}
