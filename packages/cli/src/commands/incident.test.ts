import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { addIncident } from '@upvigil/core/testing/fake-incidents';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { manyWebsites } from '../testing/installations.ts';
import { type RunOptions, runOn, serverForTest, temporaryFolder } from '../testing/run-command.ts';

const start = (data = manyWebsites(2)) => serverForTest(data);
const run = (server: FakeServer, argv: readonly string[], options?: RunOptions) =>
  runOn(server, ['incident', ...argv], options);

test('an incident goes its way: a draft, published, updated from stdin, resolved', async () => {
  const server = await start();
  const opened = await run(server, [
    ...['open', '--title', 'Checkout fails', '--website', 'Website 02', '--website', '1', '--monitor', '2'],
    ...['--impact', 'critical', '--status', 'identified', '--draft', '--json'],
  ]);
  const { id, ...incident } = JSON.parse(opened.stdout) as FakeState['incidents'][number];
  expect(incident).toMatchObject({
    title: 'Checkout fails',
    impact: 'critical',
    state: 'draft',
    website_ids: [2, 1],
    monitor_ids: [2],
    updates: [{ status: 'identified', body: '' }],
  });

  expect((await run(server, ['publish', String(id)], { tty: true })).stdout).toBe(
    `Published incident ${id}: Checkout fails\n`,
  );
  const body = 'A fix is **out**.\n\nWe watch it.\n';
  await run(server, ['update', String(id), '--status', 'monitoring', '--body-file', '-'], { stdin: body });
  await run(server, ['update', String(id), '--body', 'Still watching.']);
  await run(server, ['resolve', String(id), '--body', 'Over.']);
  const [kept] = server.state.incidents;
  expect(kept?.state).toBe('published');
  expect(kept?.updates.map(({ status, body: text }) => [status, text])).toEqual([
    ['resolved', 'Over.'],
    ['monitoring', 'Still watching.'],
    ['monitoring', body.trim()],
    ['identified', ''],
  ]);
});

test('a text comes from a file too', async () => {
  const server = await start();
  const file = path.join(temporaryFolder(), 'text.md');
  writeFileSync(file, '\ufeffWe are looking into it.\n');
  await run(server, ['open', '--title', 'Slow', '--body-file', file]);
  expect(server.state.incidents[0]?.updates[0]?.body).toBe('We are looking into it.');
});

test('quotes why the server refuses', async () => {
  const data = manyWebsites(2);
  for (const website of data.websites) website.name = 'Twin';
  const { id } = addIncident(data, { title: 'Slow' });
  const server = await start(data);
  const refusal = async (...argv: string[]) => (await run(server, argv)).stderr;
  expect(await refusal('update', String(id), '--status', 'postmortem')).toBe(
    'upvigil: A postmortem requires an earlier update with the status resolved\n',
  );
  expect(await refusal('open', '--title', 'x'.repeat(201))).toBe('upvigil: Title must have at most 200 characters\n');
  expect(await refusal('open', '--title', 'x', '--website', '9')).toBe('upvigil: There is no website 9\n');
  expect(await refusal('open', '--title', 'x', '--website', 'Shop')).toBe('upvigil: There is no website "Shop"\n');
  expect(await refusal('open', '--title', 'x', '--website', 'Twin')).toBe(
    'upvigil: Several websites have the name "Twin". Give an id: 1 (Twin), 2 (Twin)\n',
  );
  expect(await refusal('list', '--month', '11/2026')).toMatch(/month must be a year and a month, as 2026-11\n$/);
  expect(server.state.incidents).toHaveLength(1);
});

test('the list is of one state, or of one month', async () => {
  const data = manyWebsites(1);
  addIncident(data, { title: 'Old', started_at: '2026-09-30T23:00:00.000Z', display_at: '2026-09-30T23:00:00.000Z' });
  addIncident(data, { title: 'Draft', state: 'draft' });
  const server = await start(data);
  const titles = async (...argv: string[]) =>
    (await run(server, ['list', ...argv])).stdout.split('\n').flatMap((line) => line.split('\t')[5] ?? []);
  expect(await titles()).toEqual(['Draft', 'Old']);
  expect(await titles('--state', 'published')).toEqual(['Old']);
  expect(await titles('--month', '2026-11')).toEqual(['Draft']);
});

test('a text that would steer the terminal is shown as source, line by line, in every form', async () => {
  const data = manyWebsites(1);
  const evil =
    '\u001b[2J# Over\u001b]0;owned\u0007\r\n<img src=x onerror=alert(1)> [x](javascript:0)\n\u009b31m\u202e**red**';
  const { id } = addIncident(data, { title: 'Shop\u001b[31m\nis down', body: evil });
  const server = await start(data);
  for (const form of [{ tty: true }, { tty: false }]) {
    for (const argv of [['list'], ['show', String(id)], ['update', String(id), '--body', evil]]) {
      for (const asked of [argv, [...argv, '--json']]) {
        const { stdout, stderr } = await run(server, asked, form);
        expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }
    }
  }
  const { stdout } = await run(server, ['show', String(id)]);
  expect(stdout).toContain('\n<img src=x onerror=alert(1)> [x](javascript:0)\n');
  const asked = await run(server, ['delete', String(id), '--json'], { tty: true, stdin: 'n\n' });
  expect(asked.stderr).toContain('Are you sure you want to delete incident "Shop');
  expect(asked.stderr).not.toContain('\u001b');
});

test('times of an incident are local words on a terminal and ISO 8601 in a pipe', async () => {
  const data = manyWebsites(1);
  const at = '2026-09-30T23:00:00.000Z';
  const { id } = addIncident(data, { title: 'Old', started_at: at, display_at: at });
  const server = await start(data);
  const show = async (tty: boolean) => (await run(server, ['show', String(id)], { tty })).stdout;
  const onTerminal = await show(true);
  expect(onTerminal).toMatch(/^Started: \w{3} \d+ 2026 \d\d:\d\d:\d\d$/m);
  expect(onTerminal).not.toMatch(/\dT\d/);
  expect(await show(false)).toContain(`Started: ${at}`);
});

test('a long line is broken where the screen ends, and nothing of it is lost', async () => {
  const data = manyWebsites(1);
  const { id } = addIncident(data, { title: 'Slow', body: 'word '.repeat(60).trim() });
  const server = await start(data);
  const { stdout } = await run(server, ['show', String(id)], { tty: true, columns: 60 });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(stdout.match(/word/g)).toHaveLength(60);
});
