import { startFake } from '@upvigil/core/testing/fake-maintenance';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { manyWebsites } from '../testing/installations.ts';
import { type RunOptions, runOn, serverForTest } from '../testing/run-command.ts';

const start = (data = manyWebsites(2)) => serverForTest(data);
const run = (server: FakeServer, argv: readonly string[], options?: RunOptions) =>
  runOn(server, ['maintenance', ...argv], options);
const work = { title: 'Work', website_ids: [1], monitor_ids: [], tags: [], public: false };

test('a start with a key is one run, however often it is tried, also when that is over', async () => {
  const server = await start();
  const argv = [
    'start',
    '--website',
    'Website 01',
    '--monitor',
    '2',
    '--for',
    '1h30m',
    '--public',
    '--key',
    'deploy-7',
  ];
  const first = await run(server, [...argv, '--title', 'Deployment']);
  const id = first.stdout.split('\t')[0] ?? '';
  expect(first).toEqual({
    stdout: `${id}\t${server.state.windows[0]?.id}\tin_progress\t2026-11-20T18:24:00.000Z\t2026-11-20T19:54:00.000Z\tDeployment\twebsite 1; monitor 2\n`,
    stderr: '',
    exitCode: 0,
  });
  expect(server.state.windows).toMatchObject([{ public: true, website_ids: [1], monitor_ids: [2] }]);
  expect((await run(server, argv)).stdout).toBe(first.stdout);

  const ended = await run(server, ['end', id], { tty: true });
  expect(ended.stdout).toBe(`Ended maintenance run ${id}: problems that last 2 more minutes are reported\n`);
  const again = await run(server, argv);
  expect(again.stderr).toBe(`Nothing was started: run ${id}, which has this key, is over\n`);
  expect(server.state.runs).toHaveLength(1);
  const twice = await run(server, ['end', id]);
  expect(twice).toEqual({ stdout: '', stderr: 'upvigil: It is over\n', exitCode: 1 });
});

test('monitors whose outage is older are named on stderr, and stand in the JSON', async () => {
  const data = manyWebsites(1);
  const begun = startFake(data, work, 30);
  const server = await start(data);
  const not_covered = [{ monitor_id: 1, name: 'https://a.example.org/\u001b[2J', website_name: 'Shop' }];
  server.fake.answer('maintenance.start', { ...begun, ...work, state: 'in_progress', not_covered });
  const argv = ['start', '--website', '1', '--for', '30m'];
  const sentence =
    'Not covered: Shop: https://a.example.org/ [2J. Its outage began before the maintenance and is reported as usual\n';
  expect(await run(server, argv)).toMatchObject({ stderr: sentence, exitCode: 0 });
  const asJson = await run(server, [...argv, '--json']);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ not_covered });
  expect(asJson.stderr).toBe('');
});

test('quotes why the server refuses', async () => {
  const server = await start();
  const refusal = async (...argv: string[]) =>
    (await run(server, ['schedule', '--title', 'x', '--for', '1h', '--website', '1', ...argv])).stderr;
  expect(await refusal('--starts', 'tomorrow')).toBe(
    'upvigil: Start must be a date and a time, such as 2027-03-28T02:30\n',
  );
  expect(await refusal('--starts', '2026-12-01T02:30', '--zone', 'Mars')).toBe(
    'upvigil: Time zone must be one as Europe/Berlin, or UTC\n',
  );
  expect(await refusal('--starts', '2026-12-01T02:30', '--rule', 'FREQ=HOURLY')).toBe(
    'upvigil: Repeat must have FREQ=DAILY, FREQ=WEEKLY or FREQ=MONTHLY\n',
  );
  expect(server.state.windows).toEqual([]);
});

test('a window is planned with all that can be said of it', async () => {
  const server = await start();
  const { stdout } = await run(
    server,
    [
      ...['schedule', '--title', 'Upgrade', '--starts', '2026-12-01T02:30', '--zone', 'Europe/Berlin', '--for', '1h'],
      ...['--rule', 'FREQ=WEEKLY;BYDAY=TU', '--website', 'Website 02', '--public', '--notify', '--announce', '48'],
      ...['--body-file', '-', '--json'],
    ],
    { stdin: 'The shop is *read only*.\n' },
  );
  const window = {
    title: 'Upgrade',
    body: 'The shop is *read only*.',
    starts_at: '2026-12-01T02:30',
    duration_minutes: 60,
    time_zone: 'Europe/Berlin',
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    website_ids: [2],
    monitor_ids: [],
    public: true,
    notify: true,
    announce_hours: 48,
  };
  expect(JSON.parse(stdout)).toMatchObject(window);
  const [made] = server.state.windows;
  const shown = await run(server, ['show', String(made?.id), '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ ...window, runs: [{ state: 'scheduled' }, {}, {}] });
  expect((await run(server, ['show', String(made?.id)])).stdout).toContain(
    'Public: announced 48 h before, subscribers are notified\n',
  );
});

test('only what goes on can be made longer', async () => {
  const data = manyWebsites(1);
  const { id } = startFake(data, work, 30);
  const server = await start(data);
  const extended = await run(server, ['extend', String(id), '--by', '45m', '--json']);
  expect(JSON.parse(extended.stdout)).toMatchObject({ id, ends_at: '2026-11-20T19:39:00.000Z' });
  expect(await run(server, ['extend', '999', '--by', '45m'])).toEqual({
    stdout: '',
    stderr: 'upvigil: Maintenance run 999 is not in progress\n',
    exitCode: 1,
  });
});

test('a window whose work goes on is not deleted', async () => {
  const data = manyWebsites(1);
  const { window_id } = startFake(data, work, 30);
  const { stderr } = await run(await start(data), ['delete', String(window_id), '--yes']);
  expect(stderr).toBe('upvigil: It is in progress: end it first\n');
  expect(data.windows).toHaveLength(1);
});
