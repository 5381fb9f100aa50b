import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseEncoding, makeCachedResponse, writeCachedResponse } from './cached-response.ts';

describe('a ready answer', () => {
  const text = JSON.stringify({ text: 'operational '.repeat(200) });
  const answer = makeCachedResponse(text, { contentType: 'application/json', cacheControl: 'public, max-age=0' });
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => writeCachedResponse(request, response, answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());

  it.each(['br', 'gzip', 'identity'])('reads the same in %s', async (encoding) => {
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(text);
  });

  it('answers 304 to a client that has it, by the tag of its encoding', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const tag = (await fetch(url, { headers })).headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await fetch(url, { headers: { ...headers, 'if-none-match': known } });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(tag);
    }
    const otherEncoding = await fetch(url, { headers: { 'accept-encoding': 'br', 'if-none-match': tag } });
    expect(otherEncoding.status).toBe(200);
  });

  it('has no body for HEAD', async () => {
    const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe('');
  });

  it('states with OPTIONS what it allows, and to other sites only when it is open to them', async () => {
    const response = await fetch(url, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      '',
    ]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is compressed once, in an encoding at its first request, and in no other', () => {
    const packed: string[] = [];
    const note = (encoding: string) => (body: Buffer) => {
      packed.push(encoding);
      return body;
    };
    const form = { contentType: 'text/plain', cacheControl: 'no-store' };
    const noted = makeCachedResponse(text, form, { gzip: note('gzip'), br: note('br') });
    expect(packed).toEqual([]);
    expect(noted.br).toBe(noted.br);
    expect(packed).toEqual(['br']);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=1.0, gzip;q=0', 'br'],
    ['deflate', 'identity'],
    [undefined, 'identity'],
  ])('to Accept-Encoding %s chooses %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});
