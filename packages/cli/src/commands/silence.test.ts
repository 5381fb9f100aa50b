import { addSilence } from '@upvigil/core/testing/fake-alerting';
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
  runCommand(argv, { ...options, environment: { server: server.url, token: server.state.token } });

test.each([
  [['--monitor', '1'], { monitor_id: 1, website_id: null, until: '2026-11-20T19:24:00.000Z', reason: '' }],
  [
    ['--website', '2', '--for', '2d', '--reason', 'moving'],
    { monitor_id: null, website_id: 2, until: '2026-11-22T18:24:00.000Z', reason: 'moving' },
  ],
  [['--monitor', '1', '--for', '1h30m'], { until: '2026-11-20T19:54:00.000Z' }],
  [['--monitor', '1', '--for', '30d'], { until: '2026-12-20T18:24:00.000Z' }],
])('mute %j', async (argv, silence) => {
  const server = await start();
  const { stdout, exitCode } = await run(server, ['mute', ...argv, '--json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject(silence);
  expect(server.state.silences).toMatchObject([silence]);
});

test.each([
  [['mute'], 'One of --monitor <id> and --website <id> is required'],
  [['mute', '--monitor', '1', '--website', '1'], 'One of --monitor <id> and --website <id> is required'],
  [['mute', '--monitor', 'x'], '--monitor <id> must be a whole number 1 or above, but it is "x"'],
  [
    ['mute', '--monitor', '1', '--for', '1w'],
    '--for <time> must be a length of time such as 30m, 1h or 2d, up to 30 d',
  ],
  [
    ['mute', '--monitor', '1', '--for', '31d'],
    '--for <time> must be a length of time such as 30m, 1h or 2d, up to 30 d',
  ],
  [['unmute'], "missing required argument 'id'"],
])('%j is refused, and no server is asked', async (argv, sentence) => {
  const server = await start();
  const { stdout, stderr, exitCode } = await run(server, argv);
  expect(stderr).toContain(`upvigil: ${sentence}`);
  expect({ stdout, exitCode, seen: server.seen }).toEqual({ stdout: '', exitCode: 1, seen: [] });
});

test('what the server refuses is told in its words', async () => {
  const server = await start();
  expect(await run(server, ['mute', '--monitor', '99'])).toMatchObject({
    stderr: 'upvigil: There is no such target\n',
    exitCode: 1,
  });
  const long = await run(server, ['mute', '--monitor', '1', '--reason', 'x'.repeat(201)]);
  expect(long.stderr).toBe('upvigil: Reason must have at most 200 characters\n');
});

test('unmute ends one by its id, which mutes lists', async () => {
  const data = manyWebsites(2);
  const until = '2026-11-20T20:00:00.000Z';
  const { id } = addSilence(data, { website_id: 2, monitor_id: null, until, reason: 'tab\there' });
  const server = await start(data);
  const listed = await run(server, ['mutes']);
  expect(listed.stdout).toBe(`${id}\tWebsite 02\t${until}\ttab here\t2026-11-20T18:24:00.000Z\n`);
  const ended = await run(server, ['unmute', String(id)], { tty: true });
  expect(ended).toEqual({ stdout: '', stderr: `Ended mute ${id}\n`, exitCode: 0 });
  expect(server.state.silences).toEqual([]);
  const gone = await run(server, ['unmute', String(id), '--json']);
  expect(gone).toEqual({ stdout: '', stderr: `upvigil: There is no silence ${id}\n`, exitCode: 1 });
});
