import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMonitor } from '../../../testing/rows.ts';
import { openPublicTest, type PublicTest } from '../testing/public-test.ts';

describe('the public documents', () => {
  let test: PublicTest;
  let id: number;
  beforeAll(async () => {
    test = await openPublicTest();
    const monitor = await makeMonitor(test.db);
    id = monitor.website_id;
    await test.record(monitor, {});
    await test.snapshot.start();
  });
  afterAll(() => test.close());

  it.each([
    ['/api/public/status', 'application/json; charset=utf-8', 'public, max-age=0, s-maxage=5', false],
    ['/status', 'text/html; charset=utf-8', 'public, max-age=0, s-maxage=5', false],
    ['/status/ID', 'text/html; charset=utf-8', 'public, max-age=0, s-maxage=5', false],
    ['/api/v2/summary.json', 'application/json; charset=utf-8', 'public, max-age=30, stale-while-revalidate=60', true],
    ['/history.atom', 'application/atom+xml; charset=utf-8', 'public, max-age=300', true],
    ['/history.rss', 'application/rss+xml; charset=utf-8', 'public, max-age=300', true],
    ['/badge/ID/status.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=60, s-maxage=60', true],
    ['/badge/ID/uptime.json', 'application/json; charset=utf-8', 'public, max-age=60, s-maxage=60', true],
    ['/badge/99999/status.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=60, s-maxage=60', true],
    ['/badge/x/uptime.json', 'application/json; charset=utf-8', 'public, max-age=60, s-maxage=60', true],
  ])('%s has its type, its cache lifetime and a strong ETag', async (path, contentType, cacheControl, isOpen) => {
    const response = await test.get(path.replace('ID', String(id)));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('cache-control')).toBe(cacheControl);
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('access-control-allow-origin')).toBe(isOpen ? '*' : null);
    const options = await test.get(path.replace('ID', String(id)), {}, 'OPTIONS');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(options.headers.get('access-control-allow-origin')).toBe(isOpen ? '*' : null);
    expect(options.headers.get('access-control-allow-methods')).toBe(isOpen ? 'GET, HEAD, OPTIONS' : null);
  });

  it('answers a terminal in plain text, and sends Vary', async () => {
    for (const path of ['/status', `/status/${id}/`]) {
      const response = await test.get(path, { 'user-agent': 'curl/8.5.0' });
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('vary')).toBe('Accept, User-Agent, Accept-Encoding');
      expect(await response.text()).toContain('Operational');
    }
  });

  it('cannot be requested by the internal keys of variants', async () => {
    for (const path of ['/text:/status', '/unknown:status.svg', '/status/text:/status']) {
      expect((await test.get(path)).status).toBe(404);
    }
  });
});
