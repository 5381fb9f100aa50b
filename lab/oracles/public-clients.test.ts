import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Incident, IncidentUpdateInput } from '@upvigil/core/contract/incidents';
import { parseFeed } from 'htmlparser2';
import * as clients from 'statuspage.io';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { feedPaths } from '../../packages/server/src/public/status/documents/feeds.ts';
import { makeMonitor } from '../../packages/server/src/testing/rows.ts';
import { startTestApp, type TestApp } from '../../packages/server/src/testing/test-app.ts';

const patience = { timeout: 20_000 };
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
let test: TestApp;
let websiteId: number;
beforeAll(async () => {
  test = await startTestApp({ listen: true, env: { BASE_URL: 'https://status.example.org' } });
  const seen = { is_up: 1 as const, last_check_time: Date.now() };
  websiteId = (await makeMonitor(test.db, { ...seen, next_due_at: Date.now() + 1e9 })).website_id;
});
afterAll(() => test.close());

const report = async (given: object): Promise<Incident> =>
  (await test.request('POST', '/incidents/', { title: 'Checkout fails', website_ids: [websiteId], ...given })).json();
const post = async (id: number, update: Partial<IncidentUpdateInput>) =>
  (await test.request('POST', `/incidents/${id}/updates`, update)).json<Incident>();
async function readFeed(kind: keyof typeof feedPaths) {
  const feed = parseFeed(await (await fetch(test.baseUrl + feedPaths[kind])).text());
  if (feed === null) throw new Error(`${feedPaths[kind]} is no feed`);
  return feed;
}

/** The responses that a client of the status API reads, each with its type in that client. */
async function readAll(client: clients.Statuspage): Promise<[type: string, document: object][]> {
  const { api } = client;
  return [
    ['Status', await api.getStatus()],
    ['Summary', await api.getSummary()],
    ['Components', await api.getComponents()],
    ['Incidents', await api.incidents.getAll()],
    ['Incidents', await api.incidents.getUnresolved()],
    ['ScheduledMaintenances', await api.scheduledMaintenances.getAll()],
    ['ScheduledMaintenances', await api.scheduledMaintenances.getActive()],
    ['ScheduledMaintenances', await api.scheduledMaintenances.getUpcoming()],
  ];
}

/** Lets the compiler check documents against types. Resolves with its output. */
function compare(documents: readonly (readonly [type: string, document: object])[]): Promise<string> {
  const cache = path.join(modules, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const broken = { page: 'Acme', status: { indicator: 'major', description: '' } };
  const program = [
    "import type * as api from 'statuspage.io';",
    // Enumerations are strings in JSON.
    `type Sent<T> = T extends string ? \`\${T}\` : T extends (infer One)[] ? Sent<One>[] : { [Key in keyof T]: Sent<T[Key]> };`,
    'const as = <Type,>() => <Value extends Sent<Type>>(value: Value) => value;',
    '// @ts-expect-error: what it is not is refused',
    `as<api.Status>()(${JSON.stringify(broken)});`,
    ...documents.map(([type, document]) => `as<api.${type}>()(${JSON.stringify(document)});`),
  ];
  writeFileSync(path.join(folder, 'documents.mts'), program.join('\n'));
  const options = { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', types: [] };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['documents.mts'] }),
  );
  const compiler = path.join(modules, 'typescript', 'bin', 'tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], (error, stdout, stderr) =>
      resolve(stdout + stderr + (error?.signal ?? '')),
    );
  });
}

it("a client of Statuspage's and a reader of feeds take every document through an incident's life", async () => {
  const client = new clients.Statuspage('upvigil');
  client.setApiUrl(test.baseUrl);
  const documents: [string, object][] = [];
  const listIncidents = async () => (await client.api.incidents.getAll()).incidents;
  /** Reads everything once an incident has this status. Resolves with the indicator. */
  const readWhen = async (status: string | undefined): Promise<string> => {
    await expect.poll(async () => (await listIncidents())[0]?.status, patience).toBe(status);
    documents.push(...(await readAll(client)));
    for (const kind of ['atom', 'rss'] as const) {
      const { items } = await readFeed(kind);
      expect(items.map(({ title }) => title?.replace('[Resolved] ', ''))).toEqual(status ? ['Checkout fails'] : []);
    }
    return (await client.api.getStatus()).status.indicator;
  };

  const { id } = await report({ state: 'draft', impact: 'critical', body: 'We look.' });
  expect(await readWhen(undefined)).toBe('none');
  await test.request('POST', `/incidents/${id}/publish`);
  expect(await readWhen('investigating')).toBe('critical');
  await test.request('PUT', `/incidents/${id}`, { impact: 'minor' });
  await expect.poll(async () => (await client.api.getStatus()).status.indicator, patience).toBe('minor');
  for (const status of ['identified', 'monitoring', 'resolved', 'postmortem', 'investigating', 'resolved'] as const) {
    await post(id, { status, body: `*${status}*` });
    expect(await readWhen(status)).toBe(['resolved', 'postmortem'].includes(status) ? 'none' : 'minor');
  }
  const [incident] = await listIncidents();
  expect(incident).toMatchObject({ id: `inc${id}`, shortlink: `https://status.example.org/status/incidents/${id}` });
  expect(incident?.incident_updates.map((update) => update.id)).toEqual(
    [7, 6, 5, 4, 3, 2, 1].map((one) => `upd${one}`),
  );
  await test.request('DELETE', `/incidents/${id}`);
  await readWhen(undefined);
  expect(await compare(documents)).toBe('');
});

it('the ids of feeds stay over five edits, while the time moves', async () => {
  const { id, updates } = await report({ body: 'We look.' });
  const path = `/incidents/${id}/updates/${updates[0]?.id}`;
  const edits: (() => Promise<unknown>)[] = [
    () => test.request('PUT', `/incidents/${id}`, { title: 'Search fails too' }),
    () => test.request('PUT', path, { body: 'We look closer.' }),
    () => post(id, { status: 'identified', body: 'A disk.' }),
    () => test.request('PUT', `/incidents/${id}`, { impact: 'critical' }),
    () => post(id, { status: 'resolved', body: 'A *new* disk.' }),
  ];
  const entry = async (kind: keyof typeof feedPaths) => (await readFeed(kind)).items[0];
  await expect.poll(() => entry('atom'), patience).toBeTruthy();
  let before = (await entry('atom'))?.pubDate;
  for (const edit of edits) {
    await edit();
    await expect.poll(async () => (await entry('atom'))?.pubDate, patience).not.toEqual(before);
    const [atom, rss] = [await entry('atom'), await entry('rss')];
    expect(atom?.id).toBe(`tag:status.example.org,2005:Incident/c${id}`);
    expect(rss?.id).toBe(`incident-c${id}`);
    expect(atom?.pubDate?.getTime()).toBeGreaterThan(before?.getTime() ?? 0);
    before = atom?.pubDate;
  }
  const atom = await entry('atom');
  expect(atom?.title).toBe('Search fails too');
  expect(atom?.link).toBe(`https://status.example.org/status/incidents/${id}`);
  expect(atom?.description?.replace(/<strong>(\w+)<\/strong> [^<]*/g, '$1').split('\n')).toEqual([
    '<p>Resolved</p><p>A <em>new</em> disk.</p>',
    '<p>Identified</p><p>A disk.</p>',
    '<p>Investigating</p><p>We look closer.</p>',
  ]);
  await test.request('DELETE', `/incidents/${id}`);
});
