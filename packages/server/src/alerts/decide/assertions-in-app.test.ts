import type { RequestListener } from 'node:http';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startHttpTarget } from '../../testing/targets/http-target.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { hurriedClock } from '../../testing/test-clock.ts';

const untilSeen = { timeout: 30_000, interval: 100 };

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ clock: hurriedClock, listen: true });
});
afterAll(() => test.close());

interface Watched {
  websiteId: number;
  id: number;
  check(): Promise<UrlCheck>;
  alerts(): Promise<Alert[]>;
}

/** A page watched by assertions in a running program. It is checked when a test says so. */
async function watch(answer: RequestListener, assertions: object[], settings: object = {}): Promise<Watched> {
  const target = await startHttpTarget(answer);
  onTestFinished(() => target.close());
  const website = (await test.request('POST', '/websites/', { name: 'Shop' })).json<{ id: number }>();
  const page = { url: `${target.url}/page`, check_interval: 3600, timeout: 60, assertions, ...settings };
  const created = await test.request('POST', `/urls/website/${website.id}`, page);
  expect(created.statusCode).toBe(201);
  const { id } = created.json<UrlMonitor>();
  const read = async <Answer>(path: string): Promise<Answer> => (await test.request('GET', path)).json<Answer>();
  return {
    websiteId: website.id,
    id,
    check: async () => (await test.request('POST', `/urls/${id}/check`)).json<UrlCheck>(),
    alerts: () => read<Alert[]>(`/alerts/url/${id}`),
  };
}

it('12.3: two failures are both named in alert and history; the public incident quotes neither', {
  timeout: 90_000,
}, async () => {
  const { websiteId, id, check, alerts } = await watch(
    (_, response) => response.end('{"status":"limping"}'),
    [
      { source: 'body', compare: 'contains', value: 'Welcome' },
      { source: 'json', property: '$.status', compare: 'equals', value: 'ok' },
    ],
  );
  const both = 'body lacks "Welcome"; $.status is "limping", expected "ok"';
  expect(await check()).toMatchObject({ is_up: false, status_code: 200, error_message: both });
  await check();
  await expect
    .poll(alerts, untilSeen)
    .toMatchObject([{ alert_type: 'DOWN', message: expect.stringMatching(/ is down: body/) }]);
  expect((await alerts())[0]?.message).toContain(both);
  expect((await alerts())[0]?.public_message).toBe('is down: the answer was not as expected');
  const history = (await test.request('GET', `/checks/url/${id}`)).json<UrlCheck[]>();
  expect(history[0]?.error_message).toBe(both);

  const documents = [
    ...['/api/public/status', `/api/public/status/${websiteId}`, '/status', `/status/${websiteId}`],
    ...[
      '/history.atom',
      '/history.rss',
      '/api/v2/incidents.json',
      '/api/v2/summary.json',
      `/badge/${websiteId}/status.svg`,
    ],
  ];
  const bodyOf = async (url: string) => (await test.inject({ method: 'GET', url })).body;
  await expect
    .poll(() => bodyOf(`/api/public/status/${websiteId}`), untilSeen)
    .toContain('is down: the answer was not as expected');
  for (const url of documents) expect(await bodyOf(url)).not.toMatch(/Welcome|limping|\$\.status/);
});

it('12.4: noindex appears: METADATA_MISSING once, RECOVERED after', { timeout: 90_000 }, async () => {
  let head = '';
  const { websiteId, check, alerts } = await watch(
    (_, response) => response.end(`<head>${head}</head>`),
    [{ source: 'html', property: 'robots', compare: 'indexable' }],
    { failure_threshold: 1 },
  );
  expect(await check()).toMatchObject({ is_up: true, error_message: null });
  head = '<meta name="robots" content="noindex">';
  const remark = 'page forbids indexing: meta robots "noindex"';
  for (let checks = 0; checks < 3; checks += 1) {
    expect(await check()).toMatchObject({ is_up: true, metadata_found: null, error_message: remark });
  }
  expect((await alerts()).map(({ alert_type }) => alert_type)).toEqual(['METADATA_MISSING']);
  expect((await alerts())[0]?.message).toMatch(
    /^Shop: http:\/\/127\.0\.0\.1:\d+\/page: page forbids indexing: meta robots "noindex"$/,
  );
  head = '';
  expect(await check()).toMatchObject({ is_up: true, error_message: null });
  const [recovered, ...others] = await alerts();
  expect(recovered?.alert_type).toBe('RECOVERED');
  expect(recovered?.message).toMatch(/\/page may be indexed again( after .+)?$/);
  expect(others).toHaveLength(1);
  const publicly = async () => (await test.inject({ method: 'GET', url: `/api/public/status/${websiteId}` })).body;
  await expect.poll(publicly, untilSeen).toMatch(/is not as search engines should find it/);
  // A document is rendered once a second.
  await expect.poll(publicly, untilSeen).toMatch(/is as search engines should find it again/);
  expect(await publicly()).not.toContain('noindex');
});
