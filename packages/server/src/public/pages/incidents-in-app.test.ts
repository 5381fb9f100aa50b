import { contract } from '@upvigil/core/contract/contract';
import type { Contract } from '@upvigil/core/contract/endpoint';
import type { Incident, PublishedIncident } from '@upvigil/core/contract/incidents';
import { languages } from '@upvigil/core/contract/names/languages';
import type { StatusDetail } from '@upvigil/core/contract/public-status';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeIncident } from '../../testing/incident-rows.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { startHttpTarget } from '../../testing/targets/http-target.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { calendarPath } from '../status/documents/calendar.ts';
import { feedPaths } from '../status/documents/feeds.ts';
import { statuspageDocuments } from '../status/documents/statuspage-v2.ts';

const patience = { timeout: 20_000 };
let test: TestApp;
let websiteId: number;
beforeAll(async () => {
  test = await startTestApp({ listen: true, env: { BASE_URL: 'https://status.example.org' } });
  const seen = { is_up: 1 as const, last_check_time: Date.now(), next_due_at: Date.now() + 1e9 };
  websiteId = (await makeMonitor(test.db, seen)).website_id;
});
afterAll(() => test.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(test.baseUrl + path, { headers });
const text = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const open = async (given: object): Promise<Incident> =>
  (await test.request('POST', '/incidents/', { title: 'Checkout fails', website_ids: [websiteId], ...given })).json();
const page = async () => (await (await get('/api/public/page')).json()) as { incidents: PublishedIncident[] };

/** All public paths, in each language if they are translated. */
function everyPath(incidentId: number, updateId: number, runId: number): string[] {
  const month = new Date().toISOString().slice(0, 7);
  const ofContract = Object.values(contract as Contract)
    .flatMap((group) => Object.values(group))
    .filter(({ access, method, transport }) => access === 'public' && method === 'GET' && transport === undefined)
    .map(({ path }) => `/api${path}`.replace(':websiteId', `${websiteId}`).replace(':incidentId', `${incidentId}`));
  const spoken = [
    ...['/status', `/status/${websiteId}`, `/status/incidents/${incidentId}`, `/status/history/${month}`],
    ...[`/status/maintenance/${runId}`, calendarPath],
    ...Object.values(feedPaths),
  ];
  return [
    ...[...ofContract, ...Object.keys(statuspageDocuments)],
    ...[`/api/public/incidents?month=${month}`, `/api/public/incidents/${updateId}`],
    ...spoken.flatMap((path) => languages.map((language) => `${path}?lang=${language}`)),
    ...['status', 'uptime'].flatMap((kind) => [`/badge/${websiteId}/${kind}.svg`, `/badge/${websiteId}/${kind}.json`]),
  ];
}

/** The public event stream from now on. */
async function listen(): Promise<{ heard: () => string; stop: () => void }> {
  const stopping = new AbortController();
  const { body } = await fetch(`${test.baseUrl}/api/public/events`, { signal: stopping.signal });
  let heard = '';
  const read = async () => {
    for await (const chunk of body ?? []) heard += Buffer.from(chunk).toString();
  };
  read().catch(() => undefined);
  return { heard: () => heard, stop: () => stopping.abort() };
}

it('23.5: no public path shows a draft, private maintenance or private marks', async () => {
  const word = 'xyzzy';
  const stream = await listen();
  const { id, updates } = await open({ state: 'draft', title: `Secret ${word}`, body: `It is ${word}.` });
  await test.request('POST', `/incidents/${id}/updates`, { status: 'resolved', body: `It was ${word}.` });
  await test.request('PUT', '/incident-templates', {
    templates: [{ name: `Of ${word}`, title: `{website} ${word}`, body: `{services} ${word}` }],
  });
  const ofItself = {
    state: 'draft',
    origin: 'automatic',
    title: `Outage of ${word}`,
    website_ids: [websiteId],
  } as const;
  await makeIncident(test.db, { ...ofItself, updates: [{ status: 'investigating', body: word, at: Date.now() }] });
  const run = (
    await test.request('POST', '/maintenance/start', { website_ids: [websiteId], minutes: 30, title: `Secret ${word}` })
  ).json<{ id: number }>();
  const mark = { label: `v1 ${word}`, website_id: websiteId, url: `https://ci.example.org/${word}` };
  await test.request('POST', '/marks/', mark);
  await test.request('POST', '/marks/', { ...mark, label: 'v2', public: true });
  const shown = await open({ title: 'Everybody knows' });
  await expect
    .poll(async () => (await page()).incidents.map(({ title }) => title), patience)
    .toEqual(['Everybody knows']);
  const status = async () => ((await (await get('/api/public/status')).json()) as object[])[0];
  await expect.poll(status, patience).toMatchObject({ status: 'up', maintenance: { title: null } });
  const paths = everyPath(id, updates[0]?.id ?? 0, run.id);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const answer = await text(path);
    const plain = await text(path, { accept: 'text/plain' });
    expect(answer + plain, path).not.toContain(word);
    expect(answer, path).not.toContain(`incidents/${id}"`);
    expect(answer + plain, path).not.toMatch(/maintenance[/-]\d|mnt\d/);
  }
  for (const path of [`/api/public/incidents/${id}`, `/status/incidents/${id}`, `/status/maintenance/${run.id}`])
    expect((await get(path)).status).toBe(404);
  const detail = (await (await get(`/api/public/status/${websiteId}`)).json()) as { marks: unknown };
  expect(detail.marks).toEqual([{ label: 'v2', at: expect.any(String) }]);
  await test.request('POST', `/maintenance/runs/${run.id}/end`);
  await test.request('POST', `/incidents/${id}/publish`);
  await expect.poll(() => text(`/status/incidents/${id}`), patience).toContain(word);
  await expect.poll(stream.heard, patience).toContain('data');
  expect(stream.heard()).not.toContain(word);
  stream.stop();
  for (const one of [id, shown.id]) await test.request('DELETE', `/incidents/${one}`);
  await expect.poll(async () => (await page()).incidents, patience).toEqual([]);
  await test.request('PUT', '/incident-templates', { templates: [] });
});

it('an incident has a complete page without script, in each language', async () => {
  const { id } = await open({ title: 'Shop <b>', impact: 'critical', body: 'We *look*. <script>' });
  await test.request('POST', `/incidents/${id}/updates`, { status: 'identified', body: '[x](javascript:0)' });
  await expect.poll(() => text(`/status/incidents/${id}`), patience).toContain('Identified');
  const answer = await get(`/status/incidents/${id}`);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
  const { document } = new JSDOM(await answer.text()).window;
  expect(document.querySelector('h1')?.textContent).toBe('Shop <b>');
  expect([...document.querySelectorAll('h3')].map((title) => title.textContent)).toEqual([
    'Identified',
    'Investigating',
  ]);
  expect(document.querySelector('.band')?.textContent).toContain('We know the cause and are working on a fix.');
  const scripts = [...document.querySelectorAll('script')].map((script) => script.getAttribute('src') ?? '');
  expect(scripts).toHaveLength(1);
  const script = await text(scripts[0] ?? '');
  expect(script).toContain('localStorage');
  expect(script.length).toBeLessThanOrEqual(2048);
  expect(await text(document.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? '')).toContain('.band');
  expect(document.querySelector('em')?.textContent).toBe('look');
  expect(document.querySelectorAll('body script, h1 b, .prose b, main a[href^="javascript"]')).toHaveLength(0);
  expect(document.querySelector('main')?.textContent).toContain('Affects Shop');
  const mains = await Promise.all(
    languages.map(async (lang) => /<main.*<\/main>/s.exec(await text(`/status/incidents/${id}?lang=${lang}`))?.[0]),
  );
  expect(new Set(mains).size).toBe(languages.length);
  expect(await text(`/status/incidents/${id}`, { accept: 'text/plain' })).toContain('[x](javascript:0)');
  const readIncidents = async () =>
    ((await (await get(`/api/public/status/${websiteId}`)).json()) as StatusDetail).incidents;
  await expect.poll(readIncidents, patience).toMatchObject([{ id, status: 'identified' }]);
  expect(await text('/status')).toContain(`<a href="/status/incidents/${id}">Shop &lt;b&gt;</a>: Identified`);
  expect(await text('/status', { accept: 'text/plain' })).toContain(
    'Identified  Shop <b>  https://status.example.org/',
  );
  await test.request('DELETE', `/incidents/${id}`);
});

it('an incident that is older than those in memory is read on request', async () => {
  const at = Date.UTC(2020, 10, 5);
  const updates = [{ status: 'resolved' as const, at }];
  const old = await makeIncident(test.db, { title: 'Long ago', started_at: at, updates });
  for (let day = 1; day <= 51; day++)
    await makeIncident(test.db, {
      title: `${day}`,
      updates: [{ status: 'resolved', at: at + day * 86_400_000 }],
      started_at: at + day * 86_400_000,
    });
  await test.request('PUT', '/settings/general', {});
  await test.request('PUT', `/websites/${websiteId}`, { description: 'x' });
  expect(await text(`/status/incidents/${old}`)).toContain('<h1>Long ago</h1>');
  expect(await (await get(`/api/public/incidents/${old}`)).json()).toMatchObject({
    title: 'Long ago',
    status: 'resolved',
  });
  const months = async (month: string) =>
    (await (await get(`/api/public/incidents?month=${month}`)).json()) as object[];
  expect([(await months('2020-11')).length, (await months('2020-10')).length]).toEqual([26, 0]);
  expect(await text('/status/history/2020-11')).toContain('Incidents in November 2020');
  expect(await text('/status/history/2020-10')).toContain('No incidents in October 2020');
  expect(await text('/status/history/2020-10?lang=de')).toContain('Keine Vorfälle im Oktober 2020');
  for (const path of [
    '/status/history/2999-01',
    '/status/history/x',
    '/status/incidents/x',
    '/status/incidents/99999',
  ]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

it('an outage of a page opens a public incident', async () => {
  const target = await startHttpTarget((_request, response) => response.writeHead(503).end());
  onTestFinished(() => target.close());
  await test.request('PUT', '/settings/general', { automatic_incidents: 'publish', automatic_after_minutes: 0 });
  const often = { check_interval: 3600, failure_threshold: 1, timeout: 5 };
  const url = `http://127.0.0.1:${target.port}/`;
  const made = await test.request('POST', `/urls/website/${websiteId}`, { url, ...often });
  await test.request('POST', `/urls/${made.json<{ id: number }>().id}/check`);
  const open = async () =>
    ((await (await fetch(`${test.baseUrl}/api/public/page`)).json()) as { incidents: object[] }).incidents;
  await expect.poll(open, patience).toMatchObject([
    {
      title: 'Outage of Shop',
      impact: 'minor',
      status: 'investigating',
      updates: [{ body: `Opened automatically: Shop: ${url} is down: HTTP 503` }],
    },
  ]);
});
