import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SendFile } from '@upvigil/core/client/calls-of';
import { ServerUnreachableError } from '@upvigil/core/errors';
import { userAgent } from '../../../client/user-agent.ts';

/** Sends a file as multipart while it is read, and reports how much was sent, which `fetch` does not. */
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
    // A server may refuse and close before everything was sent: its answer counts.
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
