import { addWindow, startFake } from '@upvigil/core/testing/fake-maintenance';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, onTestFinished, test } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { manyWebsites } from '../testing/installations.ts';
import { type RunOptions, type RunResult, runCommand } from '../testing/run-command.ts';

async function start(data: FakeState = manyWebsites(2)): Promise<FakeServer> {
  const server = await startFakeServer(data);
  onTestFinished(() => server.close());
  return server;
}
const run = (server: FakeServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  runCommand(['maintenance', ...argv], { ...options, environment: { server: server.url, token: server.state.token } });
const work = { title: 'Work', website_ids: [1], monitor_ids: [], public: false };

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
  expect(ended.stdout).toBe(`Ended maintenance run ${id}: what lasts in 2 minutes is told\n`);
  const again = await run(server, argv);
  expect(again.stderr).toBe(`Nothing was begun: the run of this key, ${id}, is over\n`);
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
    'Not covered: Shop: https://a.example.org/ [2J. Its outage is older than the maintenance: it stays red and is told\n';
  expect(await run(server, argv)).toMatchObject({ stderr: sentence, exitCode: 0 });
  const asJson = await run(server, [...argv, '--json']);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ not_covered });
  expect(asJson.stderr).toBe('');
});

test.each([
  [['start', '--for', '30m'], '--website <id> or --monitor <id> is required'],
  [['start', '--website', '1'], '--for <time> is required'],
  [['start', '--website', '1', '--for', '90s'], '--for <time> must be whole minutes, but it is "90s"'],
  [['start', '--website', '1', '--for', '8d'], 'must be a length of time such as 30m, 1h or 2d, up to 7 d'],
  [['extend', '1'], '--by <time> is required'],
  [
    ['schedule', '--title', 'x', '--for', '1h', '--website', '1'],
    '--title <text>, --starts <time> and --for <time> are',
  ],
  [['schedule', '--title', 'x', '--for', '1h', '--starts', '2026-12-01T02:30'], '--website <id> or --monitor <id> is'],
  [['delete', '1'], 'Nobody can be asked here: repeat the command with --yes'],
  [['run', '--website', '1', '--for', '30m'], "missing required argument 'command'"],
  [['run', '--for', '30m', '--', 'true'], '--website <id> or --monitor <id> is required'],
  [['run', '--website', '1', '--', 'true'], '--for <time> is required'],
  [['run', '--website', '1', '--for', '30m', '--json', '--', 'true'], '--json is not taken'],
])('%j is refused, and no server is asked', async (argv, sentence) => {
  const server = await start();
  const { stdout, stderr, exitCode } = await run(server, argv);
  expect(stderr).toContain(sentence);
  expect({ stdout, exitCode, seen: server.seen }).toEqual({ stdout: '', exitCode: 1, seen: [] });
});

test('what the server refuses is told in its words', async () => {
  const server = await start();
  const refusal = async (...argv: string[]) =>
    (await run(server, ['schedule', '--title', 'x', '--for', '1h', '--website', '1', ...argv])).stderr;
  expect(await refusal('--starts', 'tomorrow')).toBe(
    'upvigil: Start must be a date and a time of day, as 2027-03-28T02:30\n',
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
    ...{ title: 'Upgrade', body: 'The shop is *read only*.', starts_at: '2026-12-01T02:30', duration_minutes: 60 },
    ...{ time_zone: 'Europe/Berlin', rrule: 'FREQ=WEEKLY;BYDAY=TU', website_ids: [2], monitor_ids: [] },
    ...{ public: true, notify: true, announce_hours: 48 },
  };
  expect(JSON.parse(stdout)).toMatchObject(window);
  const [made] = server.state.windows;
  const shown = await run(server, ['show', String(made?.id), '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ ...window, runs: [{ state: 'scheduled' }, {}, {}] });
  expect((await run(server, ['show', String(made?.id)])).stdout).toContain(
    'Public: announced 48 h before, subscribers are told\n',
  );
});

test('only what goes on can be made longer', async () => {
  const data = manyWebsites(1);
  const { id } = startFake(data, work, 30);
  const server = await start(data);
  const extended = await run(server, ['extend', String(id), '--by', '45m', '--json']);
  expect(JSON.parse(extended.stdout)).toMatchObject({ id, ends_at: '2026-11-20T19:39:00.000Z' });
  expect(await run(server, ['extend', '999', '--by', '45m'])).toEqual({
    ...{ stdout: '', stderr: 'upvigil: There is no maintenance run 999 that goes on\n', exitCode: 1 },
  });
});

test('delete asks, and says what the server says of a window whose work goes on', async () => {
  const data = manyWebsites(1);
  const { window_id } = startFake(data, work, 30);
  const planned = addWindow(data, {
    ...{ ...work, title: 'Later', body: '', time_zone: 'UTC', starts_at: '2026-12-01T02:30' },
    ...{ duration_minutes: 60, rrule: null, announce_hours: 24, notify: false },
  });
  const server = await start(data);
  expect((await run(server, ['delete', String(window_id), '--yes'])).stderr).toBe(
    'upvigil: Its work is going on: end it first\n',
  );
  const asked = await run(server, ['delete', String(planned.id), '--json'], { tty: true, stdin: 'y\n' });
  expect(asked.stderr).toBe('Are you sure you want to delete maintenance "Later" with all its times? [y/N] ');
  expect(JSON.parse(asked.stdout)).toEqual({ deleted: [planned.id] });
  expect(server.state.windows.map(({ id }) => id)).toEqual([window_id]);
});
