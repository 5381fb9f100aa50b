import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMonitor } from '../../testing/rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

describe('the public pages of the running program', () => {
  let test: TestApp;
  let websiteId: number;
  beforeAll(async () => {
    test = await startTestApp({ listen: true });
    websiteId = (await makeMonitor(test.db, { enabled: 1, check_interval_seconds: 86_400 })).website_id;
    await test.request('PUT', `/websites/${websiteId}`, { name: 'Shop' });
  });
  afterAll(() => test.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(test.baseUrl + path, { headers });
  const waitForWebsite = () => expect.poll(async () => (await get(`/api/public/status/${websiteId}`)).status).toBe(200);

  it('follows the contract with and without a trailing slash, injected or not', async () => {
    await waitForWebsite();
    for (const path of ['/api/public/status', '/api/public/status/']) {
      const body = await (await get(path)).text();
      expect(JSON.parse(body)).toMatchObject([{ id: websiteId, name: 'Shop' }]);
      expect((await test.inject({ url: path })).json()).toEqual(JSON.parse(body));
    }
    const injected = await test.inject({ url: `/api/public/status/${websiteId}` });
    expect(injected.json()).toMatchObject({ website: { name: 'Shop' } });
  });

  it('gives the same response for hidden and missing websites', async () => {
    await waitForWebsite();
    const missing = await get('/api/public/status/999');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({ detail: 'There is no such website' });
    expect((await get('/api/public/status/x')).status).toBe(404);
    const text = await get('/status/999', { 'user-agent': 'curl/8' });
    expect([text.status, await text.text()]).toEqual([404, 'There is no such website\n']);
  });

  it.each([
    ['/status/999', 'There is no such website'],
    ['/status/foo', 'There is no such website'],
    ['/status/website/999', 'There is no such website'],
    ['/status/incidents/999999', 'There is no such incident'],
    ['/status/maintenance/999999', 'There is no such maintenance'],
    ['/status/history/2026-99', 'There is no such month'],
  ])('answers %s with a page that says so and links to the status page', async (path, sentence) => {
    await waitForWebsite();
    const page = await get(path, { accept: 'text/html' });
    expect(page.status).toBe(404);
    const { document } = new JSDOM(await page.text()).window;
    expect(document.querySelector('h1')?.textContent).toBe(sentence);
    expect(document.querySelector('main > a')?.getAttribute('href')).toBe('/status');
  });

  it('states with OPTIONS what each public document allows', async () => {
    await waitForWebsite();
    const paths = [
      '/status',
      '/api/public/status',
      '/api/public/incidents?month=2026-01',
      '/history.atom',
      '/badge/1/status.svg',
    ];
    for (const url of [...paths, '/status/history/2026-01', '/api/v2/summary.json', '/api/branding/', '/']) {
      for (const answer of [
        await test.inject({ method: 'OPTIONS', url }),
        await fetch(test.baseUrl + url, { method: 'OPTIONS' }),
      ]) {
        const status = 'statusCode' in answer ? answer.statusCode : answer.status;
        const allow = answer.headers instanceof Headers ? answer.headers.get('allow') : answer.headers.allow;
        expect([url, status, allow]).toEqual([url, 204, 'GET, HEAD, OPTIONS']);
      }
    }
    expect((await test.inject({ method: 'OPTIONS', url: '/api/websites/' })).statusCode).toBe(404);
  });

  it('has the policy of all pages on the status page', async () => {
    const page = await get('/status', { accept: 'text/html' });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect((await get('/status', { accept: 'text/html' })).headers.get('set-cookie')).toBeNull();
  });

  it('notifies viewers of a changed website once its document is ready', async () => {
    await waitForWebsite();
    const abort = new AbortController();
    const stream = await fetch(`${test.baseUrl}/api/public/events`, { signal: abort.signal });
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = stream.body?.getReader();
    await reader?.read();
    await test.request('PUT', `/websites/${websiteId}`, { name: 'Renamed' });
    const chunk = await reader?.read();
    expect(new TextDecoder().decode(chunk?.value)).toMatch(/^id: \S+\ndata: \{"website_id":\d+\}\n\n$/);
    expect(await (await get('/api/public/status')).json()).toMatchObject([{ name: 'Renamed' }]);
    abort.abort();
  });

  it('sends changes between the document of a page and the opening of its stream, and nothing without changes', async () => {
    await waitForWebsite();
    const address = `${test.baseUrl}/api/public/events`;
    const firstOf = async (query: string, headers: Record<string, string> = {}) => {
      const abort = new AbortController();
      const { body } = await fetch(address + query, { headers, signal: abort.signal });
      const { value } = (await body?.getReader().read()) ?? {};
      abort.abort();
      return new TextDecoder().decode(value);
    };
    const page = await get('/status', { accept: 'text/html' });
    const [, seen = ''] = /"news":"([^"]+)"/.exec(await page.text()) ?? [];
    const answer = await get(`/api/public/status/${websiteId}`);
    await answer.text();
    expect(await firstOf(`?last_event_id=${seen}`)).toBe(`: connected\nid: ${seen}\n\n`);
    await test.request('PUT', `/websites/${websiteId}`, { name: 'Shop again' });
    await expect.poll(async () => (await get('/api/public/status')).json()).toMatchObject([{ name: 'Shop again' }]);
    const missed = new RegExp(`^: connected\\nid: \\S+\\n\\ndata: {"website_id":${websiteId}}\\n\\n$`);
    expect(await firstOf(`?last_event_id=${seen}`)).toMatch(missed);
    expect(await firstOf(`?last_event_id=${answer.headers.get('news-version')}`)).toMatch(missed);
    expect(await firstOf('', { 'last-event-id': seen })).toMatch(missed);
    expect(await firstOf('?last_event_id=another-time')).toMatch(missed);
    expect(await firstOf('')).toMatch(/^: connected\nid: \S+\n\n$/);
  });

  it('answers nothing but GET and HEAD', async () => {
    const head = await fetch(`${test.baseUrl}/api/public/status`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(`${test.baseUrl}/api/public/status`, { method: 'POST' })).status).toBe(404);
  });
});
