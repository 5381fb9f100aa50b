import { addHeartbeat, addRun } from '@upvigil/core/testing/fake-heartbeats';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { beforeEach, expect, test } from 'vitest';
import { noWebsites } from '../testing/installations.ts';
import { type RunOptions, runOn, serverForTest } from '../testing/run-command.ts';

let state: FakeState;

beforeEach(() => {
  state = noWebsites();
  addWebsite(state, { id: 1, name: 'Shop' });
});

const run = async (argv: readonly string[], options?: RunOptions) =>
  runOn(await serverForTest(state), ['heartbeats', ...argv], options);

test('add gives a person the address that the job has to request', async () => {
  const argv = [
    'add',
    'Shop',
    'Nightly backup',
    '--cron',
    '0 3 * * *',
    '--time-zone',
    'Europe/Berlin',
    '--grace',
    '10m',
  ];
  const { stdout, exitCode } = await run([...argv, '--max-runtime', '2h', '--key', 'moved-script'], { tty: true });
  expect({ stdout, exitCode }).toEqual({
    stdout: 'Added heartbeat 2: Nightly backup\nhttps://status.example.org/ping/moved-script\n',
    exitCode: 0,
  });
  expect(state.heartbeats).toMatchObject([
    { cron: '0 3 * * *', period: null, time_zone: 'Europe/Berlin', grace: 600, max_runtime: 7200, key: 'moved-script' },
  ]);
});

test.each([
  [['--period', '90'], 90],
  [['--period', '1h 30min'], 5400],
])('add takes a period: %s', async (option, period) => {
  await run(['add', '1', 'Queue', ...option]);
  expect(state.heartbeats).toMatchObject([{ name: 'Queue', period, cron: null }]);
});

test.each([
  [['add', '1', 'Queue'], 'One of --period and --cron is required'],
  [['add', '1', 'Queue', '--period', '5m', '--cron', '* * * * *'], 'One of --period and --cron is required'],
  [['add', '1', 'Queue', '--period', 'often'], '--period <time> must be a duration such as 90s, 5m or 1d'],
  [['add', '1', 'Queue', '--cron', '0 0 31 2 *'], 'Cron expression never matches a date (--cron)'],
  [['add', '1', 'Queue', '--period', '5m', '--key', 'short'], '(--key)'],
])('refuses %s', async (argv, sentence) => {
  const { stderr, exitCode } = await run(argv);
  expect(stderr).toContain(sentence);
  expect(exitCode).toBe(1);
  expect(state.heartbeats).toEqual([]);
});

test('edit replaces a period by an expression', async () => {
  addHeartbeat(state, 1, { name: 'Queue', period: 300 });
  await run(['edit', 'Shop/Queue', '--cron', '*/10 * * * *']);
  expect(state.heartbeats).toMatchObject([{ period: null, cron: '*/10 * * * *' }]);
});

test('rotate gives the new address after a question', async () => {
  const { id, key } = addHeartbeat(state, 1, { name: 'Queue' });
  const refused = await run(['rotate', 'Shop/Queue']);
  expect(refused.stderr).toContain('repeat it with --yes');
  expect(state.heartbeats[0]?.key).toBe(key);
  const { stdout, stderr } = await run(['rotate', 'Shop/Queue'], { tty: true, stdin: 'y\n' });
  expect(stderr).toContain('Give heartbeat Queue a new address? The old one stops at once');
  expect(stdout).toBe(`Heartbeat ${id} has a new address: Queue\n${state.heartbeats[0]?.ping_url}\n`);
  expect(state.heartbeats[0]?.key).not.toBe(key);
});

test('pings prints the output of one run', async () => {
  const heartbeat = addHeartbeat(state, 1);
  addRun(state, heartbeat, { text: 'copied 12 files\n\u001b[2Jall well\n' });
  addRun(state, heartbeat);
  const id = String(heartbeat.id);
  expect((await run(['pings', id, '--output', '1'])).stdout).toBe('copied 12 files\n [2Jall well\n');
  expect((await run(['pings', id, '--output', '2'])).stderr).toBe('Ping 2 has no text, or it is no longer kept\n');
});

test('show says why an address cannot be shown', async () => {
  const { id } = addHeartbeat(state, 1, { secrets_missing: true, ping_url: null, push_url: null });
  const { stdout } = await run(['show', String(id)]);
  expect(stdout).toContain('it was encrypted with the key of another installation');
  expect(stdout).not.toContain('curl');
});
