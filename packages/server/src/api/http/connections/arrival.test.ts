import net, { type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ownerOf } from '../../../access/caller.ts';
import { createApp } from '../app.ts';
import { readWebApp } from '../web-app.ts';
import type { ArrivalLimits } from './arrival.ts';

/** Production limits, shortened; the limits not under test are long. */
const long = 60_000;
const limits: ArrivalLimits = { head: long, body: long, idleUpload: long, request: long, look: 50 };

const uploadHead = ['POST /api/upload HTTP/1.1', 'host: upvigil', 'content-length: 1000'];
const form = ['content-type: multipart/form-data; boundary=edge'];
const signedIn = ['authorization: Bearer good'];

/** A server that accepts a form at /echo, an upload at /upload, and has a ready response at /ready. */
async function connect(changes: Partial<ArrivalLimits>, text: string) {
  const app = await createApp({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    isHttps: false,
    callers: { admit: async (token) => (token === 'good' ? ownerOf({ token_hash: 'hash', confirmed_at: 0 }) : null) },
    webApp: readWebApp('/does/not/exist'),
    arrival: { ...limits, ...changes },
    answerReady(request, response) {
      if (request.url === '/ready') response.end('ready');
      return request.url === '/ready';
    },
    mountApi(api) {
      api.post('/echo', async ({ body }) => ({ body }));
      const endpoint = { method: 'POST', path: '/upload', access: 'admin', transport: 'upload' };
      api.post('/upload', { config: { endpoint: endpoint as never } }, async (request) => {
        const upload = await request.file();
        await upload?.toBuffer();
        return 'taken';
      });
      api.get('/events', async (_request, reply) => {
        const events = new PassThrough();
        events.write('data: 1\n\n');
        return reply.type('text/event-stream').send(events);
      });
    },
    mountRoot: () => undefined,
  });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, answer: () => answer, isOpen: () => !socket.closed };
}

const lines = (...parts: string[][]): string => [...parts.flat(), '', ''].join('\r\n');
const jsonHead = (path: string): string =>
  lines([`POST ${path} HTTP/1.1`, 'host: upvigil', 'content-type: application/json', 'content-length: 40']);

test.each([
  ['says nothing', { head: 200 }, ''],
  ['never ends its header', { head: 200 }, 'GET / HTTP/1.1\r\nhost:'],
  ['sends one byte of its body', { body: 200 }, `${jsonHead('/api/echo')}{`],
  ['sends one byte of a body that nobody reads', { body: 200 }, `${jsonHead('/ready')}{`],
  ['begins an upload and is not signed in', { body: 200 }, lines(uploadHead, form)],
  ['begins an upload and falls silent', { idleUpload: 200 }, lines(uploadHead, form, signedIn)],
  ['begins an upload that is no form', { idleUpload: 200 }, lines(uploadHead, signedIn)],
])('a connection is ended that %s', async (_what, changes, text) => {
  const { isOpen } = await connect(changes, text);
  await expect.poll(isOpen).toBe(false);
});

test('a body that drips is ended', async () => {
  const { socket, isOpen } = await connect({ body: 300 }, jsonHead('/api/echo'));
  const drip = setInterval(() => socket.write(' '), 20);
  onTestFinished(() => clearInterval(drip));
  await expect.poll(isOpen).toBe(false);
});

test('an upload over a slow connection may take longer than any other body', async () => {
  const { socket, answer } = await connect({ body: 100, idleUpload: 2_000 }, '');
  const begin = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const body = `${begin}${'x'.repeat(1000 - begin.length - 12)}\r\n--edge--\r\n`;
  socket.write(lines(uploadHead, form, signedIn));
  const started = performance.now();
  const drip = setInterval(() => {
    const sent = Math.min(body.length, Math.floor(performance.now() - started));
    if (sent === body.length) clearInterval(drip);
    socket.write(body.slice(socket.bytesWritten - lines(uploadHead, form, signedIn).length, sent));
  }, 20);
  onTestFinished(() => clearInterval(drip));
  await expect.poll(answer, { timeout: 10_000 }).toContain('taken');
  expect(performance.now() - started).toBeGreaterThan(900);
});

test('event streams and slow responses are not treated as incomplete requests', async () => {
  const { answer, isOpen } = await connect(
    { head: 100, body: 100, idleUpload: 100, request: 100 },
    lines(['GET /api/events HTTP/1.1', 'host: upvigil']),
  );
  await expect.poll(answer).toContain('data: 1');
  // Waits several times the limits, after which an incomplete request would have been closed.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(isOpen()).toBe(true);
});
