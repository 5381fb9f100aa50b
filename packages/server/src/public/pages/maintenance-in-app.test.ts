import { languages } from '@upvigil/core/contract/names/languages';
import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMonitor } from '../../testing/rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { calendarPath } from '../status/documents/calendar.ts';
import { feedPaths } from '../status/documents/feeds.ts';

const patience = { timeout: 20_000 };
let test: TestApp;
let websiteId: number;
beforeAll(async () => {
  test = await startTestApp({ listen: true, env: { BASE_URL: 'https://status.example.org' } });
  websiteId = (await makeMonitor(test.db, { enabled: 1, is_up: 1, next_due_at: Date.now() + 1e9 })).website_id;
  await test.request('PUT', `/websites/${websiteId}`, { name: 'Shop' });
});
afterAll(() => test.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(test.baseUrl + path, { headers });
const text = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const plain = { accept: 'text/plain' };
const start = async (given: object) =>
  (await test.request('POST', '/maintenance/start', { website_ids: [websiteId], minutes: 30, ...given })).json();
const listed = async () =>
  ((await (await get('/api/public/page')).json()) as { maintenances: PublicMaintenance[] }).maintenances;
const item = async () => ((await (await get('/api/public/status')).json()) as object[])[0];

it('public maintenance has a page without script in each language, and is on all public documents', async () => {
  const title = 'Move; of the <b>, 🚧';
  const { id, window_id } = await start({ title, public: true });
  await test.request('PUT', `/maintenance/${window_id}`, { body: 'We *move* it. <script>\n\n[x](javascript:0)' });
  await expect.poll(listed, patience).toMatchObject([{ id, title, state: 'in_progress', affected: ['Shop'] }]);
  await expect.poll(() => text(`/status/maintenance/${id}`), patience).toContain('<em>move</em>');
  const answer = await get(`/status/maintenance/${id}`);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
  const { document } = new JSDOM(await answer.text()).window;
  expect(document.querySelector('h1')?.textContent).toBe(title);
  expect(document.querySelector('main')?.textContent).toMatch(
    /Maintenance of Shop.*In progress.*Planned until .* UTC.*Affected services.*Updates/s,
  );
  expect(document.querySelectorAll('body script, h1 b, .prose b, main a[href^="javascript"]')).toHaveLength(0);
  const mains = await Promise.all(
    languages.map(async (lang) => /<main.*<\/main>/s.exec(await text(`/status/maintenance/${id}?lang=${lang}`))?.[0]),
  );
  expect(new Set(mains).size).toBe(languages.length);
  expect(await text(`/status/maintenance/${id}`, plain)).toMatch(/^Upvigil - Move; of the <b>, 🚧\n\nIn progress\n/);

  const calendar = await get(`/status/maintenance/${id}.ics`);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await calendar.text()).match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(await item()).toMatchObject({ status: 'up', maintenance: { title } });
  expect(await text('/status', plain)).toContain(`https://status.example.org/status/maintenance/${id}`);
  expect(await text('/status', plain)).toContain('Operational, Under Maintenance');
  expect(await text(calendarPath)).toContain(`UID:maintenance-${id}@status.example.org\r\n`);
  expect(await text(feedPaths.atom)).toContain(`,2005:Maintenance/${id}</id>`);
  expect(await text('/api/v2/summary.json')).toContain(`"id":"mnt${id}"`);
  await test.request('POST', `/maintenance/runs/${id}/end`);
  await expect.poll(listed, patience).toMatchObject([{ id, state: 'verifying' }]);
  expect(await text('/api/v2/scheduled-maintenances/active.json')).toContain('"status":"verifying"');
});

it('planned maintenance is published when it is announced, and begins and ends on time without a check', async () => {
  const { id } = (
    await test.request('POST', '/maintenance/', {
      title: 'Planned',
      website_ids: [websiteId],
      public: true,
      duration_minutes: 60,
      announce_hours: 2,
      starts_at: new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 16),
    })
  ).json();
  await expect.poll(() => text('/api/v2/scheduled-maintenances/upcoming.json'), patience).toContain('Planned');
  expect((await listed()).filter(({ title }) => title === 'Planned')).toEqual([]);
  await test.request('PUT', `/maintenance/${id}`, { announce_hours: 4 });
  const planned = async () => (await listed()).find(({ title }) => title === 'Planned');
  await expect.poll(planned, patience).toMatchObject({ state: 'scheduled' });
  // A run that starts soon, and ends soon after it was seen to start.
  const plan = async (times: { starts_at?: number; ends_at: number }) => {
    await test.db.updateTable('maintenance_runs').set(times).where('window_id', '=', id).execute();
    await test.request('PUT', `/websites/${websiteId}`, { name: 'Shop' });
  };
  const begins = Date.now() + 1_200;
  await plan({ starts_at: begins, ends_at: begins + 3_600_000 });
  await expect.poll(planned, patience).toMatchObject({ state: 'in_progress' });
  expect(Date.now()).toBeGreaterThanOrEqual(begins);
  const ends = Date.now() + 500;
  await plan({ ends_at: ends });
  await expect.poll(planned, patience).toMatchObject({ state: 'verifying' });
  expect(Date.now()).toBeGreaterThanOrEqual(ends);
});
