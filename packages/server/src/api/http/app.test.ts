import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { defineEndpoints } from '@upvigil/core/contract/endpoint';
import { RequestError } from '@upvigil/core/contract/errors';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ownerOf } from '../../access/caller.ts';
import { createApp } from './app.ts';
import { serveGroup } from './serve-endpoints.ts';
import { readWebApp } from './web-app.ts';

const read = {
  method: 'GET',
  path: '/read',
  access: 'read',
  summary: 'Reads',
  response: z.object({ n: z.number() }),
} as const;
const wait = { ...read, path: '/wait', waits: true } as const;

describe('the HTTP side', () => {
  let app: FastifyInstance;
  let logged: string;
  let running = 0;
  let most = 0;
  let waits: (() => void)[];

  beforeEach(async () => {
    logged = '';
    waits = [];
    const sink = new PassThrough();
    sink.on('data', (chunk) => {
      logged += String(chunk);
    });
    const log: FastifyBaseLogger = pino({ level: 'debug' }, sink);
    app = await createApp({
      log,
      trustProxy: false,
      isHttps: false,
      callers: { admit: async (token) => (token === 'good' ? ownerOf({ token_hash: 'hash', confirmed_at: 0 }) : null) },
      webApp: readWebApp('/does/not/exist'),
      mountApi(api) {
        api.get('/big', async () => ({ text: 'word '.repeat(2000) }));
        api.get('/bug', async () => {
          throw new Error('secret internals');
        });
        api.get('/busy', async () => {
          throw new RequestError('conflict', 'It is busy');
        });
        serveGroup(api, defineEndpoints({ read, wait }), {
          async wait() {
            await new Promise<void>((resolve) => waits.push(resolve));
            return { n: waits.length };
          },
          async read() {
            running += 1;
            most = Math.max(most, running);
            await new Promise(setImmediate);
            running -= 1;
            return { n: most };
          },
        });
        api.post('/echo', async ({ body }) => ({ body: body ?? null }));
      },
      mountRoot: () => undefined,
    });
  });
  afterEach(() => app.close());

  const post = (payload: string, contentType = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/echo', headers: { 'content-type': contentType }, payload });

  it('handles few reads at a time, however many arrive', async () => {
    const headers = { authorization: 'Bearer good' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject({ url: '/api/read', headers })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(most).toBe(2);
  });

  it('answers refusals by their kind', async () => {
    const answer = await app.inject('/api/busy');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ detail: 'It is busy' });
  });

  it('answers a bug without internals, and logs it', async () => {
    const answer = await app.inject('/api/bug');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret internals');
    expect(logged).toContain('secret internals');
  });

  it.each([
    ['{"a":', 'application/json', 400, 'The body is not valid JSON'],
    [`"${'x'.repeat(300_000)}"`, 'application/json', 413, 'The body is too large'],
    ['<a/>', 'application/xml', 415, 'The body must be JSON: send it with content-type application/json'],
  ])('refuses a body like %.8s', async (payload, contentType, status, detail) => {
    const answer = await post(payload, contentType);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ detail });
  });

  it('treats an empty JSON body as none', async () => {
    expect((await post('')).json()).toEqual({ body: null });
  });

  it('accepts a path with and without a trailing slash', async () => {
    expect((await app.inject('/api/busy/')).statusCode).toBe(409);
  });

  it('answers unknown paths below the prefix as JSON, and any other page with the document', async () => {
    const unknown = await app.inject('/api/nothing');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toEqual({ detail: 'There is no GET /api/nothing' });
    const page = await app.inject('/websites/3');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect((await app.inject('/assets/gone.js')).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/websites' })).statusCode).toBe(404);
  });

  it('compresses large answers', async () => {
    const answer = await app.inject({ url: '/api/big', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).length).toBeGreaterThan(10_000);
  });

  it('sends security headers on data and on pages', async () => {
    for (const url of ['/api/big', '/']) {
      const { headers } = await app.inject(url);
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    }
  });

  it('answers requests while others wait for another server', async () => {
    const headers = { authorization: 'Bearer good' };
    const waiting = [1, 2, 3].map(() => app.inject({ url: '/api/wait', headers }));
    await expect.poll(() => waits).toHaveLength(3);
    expect((await app.inject({ url: '/api/read', headers })).statusCode).toBe(200);
    for (const end of waits) end();
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  it('answers unknown paths with the page of the app and 404, and its own pages with 200', async () => {
    const paths = [
      '/',
      '/login',
      '/websites/3',
      '/settings/',
      '/nowhere',
      '/websites/3/more',
      '/public/assets/gone.js',
    ];
    const answers = await Promise.all(paths.map((url) => app.inject(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const [page, unknown] = answers;
    const etag = String(page?.headers.etag);
    expect(unknown?.headers['content-type']).toBe(page?.headers['content-type']);
    expect((await app.inject({ url: '/nowhere', headers: { 'if-none-match': etag } })).statusCode).toBe(404);
  });

  it('writes one line for a request, whatever its path holds', async () => {
    await app.inject('/api/nothing%0d%0a%7b"level":60%7d%1b[2J%c2%9b31m%e2%80%a8%e2%80%ae');
    const lines = logged.trim().split(/[\r\n\u0085\u2028\u2029]/);
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: 30, status: 404 })]);
    expect(logged).not.toMatch(/\\u00|[\u007f-\u009f\u202a-\u202e]/);
  });

  it('never logs a query, a body or a header', async () => {
    await app.inject({ url: '/api/busy?token=hush1', headers: { authorization: 'Bearer hush2' } });
    await post('{"password":"hush3"}');
    await app.inject('/nowhere?token=hush4');
    await app.inject('/api/nothing?token=hush5');
    expect(logged).toContain('/api/busy');
    expect(logged).not.toContain('hush');
  });
});
