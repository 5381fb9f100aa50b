import type { PublicMaintenance } from '@upvigil/core/contract/shown-maintenance';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMonitor } from '../../testing/rows.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { feedPaths } from '../status/documents/feeds.ts';

const patience = { timeout: 20_000 };
let test: TestApp;
let websiteId: number;
beforeAll(async () => {
  test = await startTestApp({ listen: true, env: { BASE_URL: 'https://status.example.org' } });
  websiteId = (await makeMonitor(test.db, { is_up: 1, next_due_at: Date.now() + 1e9 })).website_id;
});
afterAll(() => test.close());

const text = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(test.baseUrl + path, { headers })).text();
const start = async (given: object) =>
  (
    await test.request('POST', '/maintenance/start', { website_ids: [websiteId], minutes: 30, title: 'Move', ...given })
  ).json<{ id: number }>();
const write = (id: number, body: string) => test.request('POST', `/maintenance/runs/${id}/updates`, { body });

it('publishes the written updates of a public run, and the newest after its end as the result', async () => {
  const { id } = await start({ public: true });
  expect((await write(id, 'We *began*. <script>')).json()).toMatchObject({ run_id: id, body: 'We *began*. <script>' });
  const page = async () => new JSDOM(await text(`/status/maintenance/${id}`)).window.document;
  await expect.poll(async () => (await page()).querySelector('.upd em')?.textContent, patience).toBe('began');
  await test.request('POST', `/maintenance/runs/${id}/end`);
  await write(id, 'All **done**.');
  await expect.poll(async () => (await page()).querySelector('.tw h2')?.textContent, patience).toBe('Result');
  expect((await page()).querySelector('.tw strong')?.textContent).toBe('done');
  const { maintenances } = JSON.parse(await text('/api/public/page')) as { maintenances: PublicMaintenance[] };
  expect(maintenances[0]?.updates?.map(({ body }) => body)).toEqual(['All **done**.', 'We *began*. <script>']);
  expect(await text('/api/v2/scheduled-maintenances.json')).toContain('"body":"All **done**."');
  expect(await text(feedPaths.atom)).toContain('&lt;strong&gt;done&lt;/strong&gt;');
  expect(await text(`/status/maintenance/${id}`, { accept: 'text/plain' })).toContain('All **done**.');
});

it('keeps the updates of a private run private, and refuses an empty text and an unknown run', async () => {
  const { id } = await start({ public: false });
  await write(id, 'Nobody reads xyzzy');
  expect(await text('/api/public/page')).not.toContain('xyzzy');
  expect((await fetch(`${test.baseUrl}/status/maintenance/${id}`)).status).toBe(404);
  expect((await write(id, '')).statusCode).toBe(422);
  expect((await write(9999, 'Text')).statusCode).toBe(404);
});
