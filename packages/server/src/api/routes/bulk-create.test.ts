import type { BulkCreateResult } from '@upvigil/core/contract/monitors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
let website_id: number;
beforeEach(async () => {
  app = await startResourceApp();
  website_id = (await makeWebsite(app.db)).id;
});
afterEach(() => app.close());

const post = (body: object, id = website_id) => app.call('POST', `/websites/${id}/monitors/bulk-create`, body);
const create = async (body: object) => (await post(body)).body as BulkCreateResult;
const monitors = () => app.db.selectFrom('monitors').selectAll().orderBy('id').execute();

const eighteen = [
  ...Array.from({ length: 14 }, (_, at) => `https://shop.example.org/page-${at} Page ${at} #env:prod`),
  'db1.example.org:5432 Orders database #tier:1',
  'ping 10.20.0.1 Office router',
  'dns example.org Zone',
  'heartbeat 1d Nightly import #env:prod',
];
const text = [...eighteen, 'ping 10.20.0.299 Switch', 'https://shop example.org/returns'].join('\n');

test('valid lines are created and watched at once, invalid ones are named, and a repetition creates none', async () => {
  const defaults = { check_interval: 300, tags: ['import:nov26'] };
  const preview = await create({ text, defaults, dry_run: true });
  expect(preview).toMatchObject({ created: 18 });
  expect(await monitors()).toEqual([]);
  expect(await create({ text, defaults })).toEqual(preview);
  expect(preview.lines.filter(({ status }) => status === 'invalid')).toEqual([
    expect.objectContaining({ line: 19, problem: '10.20.0.299 is not an IP address: each part is at most 255.' }),
    expect.objectContaining({ line: 20, repair: 'https://shop.example.org/returns' }),
  ]);
  const rows = await monitors();
  expect(rows).toHaveLength(18);
  expect(rows[0]).toMatchObject({
    kind: 'URL',
    name: 'Page 0',
    tags: ' env:prod import:nov26 ',
    check_interval_seconds: 300,
    next_due_at: app.time.now,
  });
  expect(app.engine.watched.size).toBe(17);
  expect(await app.db.selectFrom('heartbeats').select('monitor_id').execute()).toHaveLength(1);
  const [event, ...further] = await app.db.selectFrom('audit_events').selectAll().execute();
  expect(event).toMatchObject({ action: 'website.add_monitors', target_id: website_id, target_name: 'Shop' });
  expect(further).toEqual([]);
  const again = await create({ text, defaults });
  expect(again.created).toBe(0);
  expect(again.lines.filter(({ status }) => status === 'exists')).toHaveLength(18);
  expect(await monitors()).toHaveLength(18);
});

test('a line with a command of the server creates its monitor once', async () => {
  app.commands.push({ name: 'disk', title: 'Disk space', parameters: [], location_ids: [] });
  app.commands.push({ name: 'login', title: 'Sign-in', parameters: ['host', 'port'], location_ids: [] });
  const text = 'command disk\ncommand login shop.test:443 Shop\ncommand dsk';
  const made = await create({ text });
  expect(made.lines.map(({ status }) => status)).toEqual(['new', 'new', 'invalid']);
  expect([...app.engine.watched.values()].map(({ target }) => target)).toEqual([
    { kind: 'COMMAND', command: 'disk', host: '', port: null },
    { kind: 'COMMAND', command: 'login', host: 'shop.test', port: 443 },
  ]);
  expect((await create({ text })).lines.map(({ status }) => status)).toEqual(['exists', 'exists', 'invalid']);
});

test('the same monitor in another website is not in the way', async () => {
  const other = await makeWebsite(app.db, { name: 'Docs' });
  await create({ text: 'https://shop.example.org/' });
  expect((await post({ text: 'https://shop.example.org/' }, other.id)).body).toMatchObject({ created: 1 });
});

test('refuses more than 200 lines and an unknown website', async () => {
  const lines = Array.from({ length: 201 }, (_, at) => `host${at}.example.org`).join('\n');
  expect(await post({ text: lines })).toMatchObject({
    status: 422,
    body: { detail: 'The text must have at most 200 lines' },
  });
  expect(await post({ text: 'a.example.org' }, 999)).toMatchObject({ status: 404 });
});
