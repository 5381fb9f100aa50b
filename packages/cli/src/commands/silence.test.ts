import { addSilence } from '@upvigil/core/testing/fake-alerting';
import { expect, test } from 'vitest';
import { manyWebsites } from '../testing/installations.ts';
import { runOn as run, serverForTest } from '../testing/run-command.ts';

const start = (data = manyWebsites(2)) => serverForTest(data);
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

test('quotes why the server refuses', async () => {
  const server = await start();
  expect(await run(server, ['mute', '--monitor', '99'])).toMatchObject({
    stderr: 'upvigil: There is no such target\n',
    exitCode: 1,
  });
  const long = await run(server, ['mute', '--monitor', '1', '--reason', 'x'.repeat(201)]);
  expect(long.stderr).toBe('upvigil: Reason must have at most 200 characters\n');
});

test('mutes lists the ids that unmute takes', async () => {
  const data = manyWebsites(2);
  const until = '2026-11-20T20:00:00.000Z';
  const { id } = addSilence(data, { website_id: 2, monitor_id: null, until, reason: 'tab\there' });
  const server = await start(data);
  const listed = await run(server, ['mutes']);
  expect(listed.stdout).toBe(`${id}\tWebsite 02\t${until}\ttab here\t2026-11-20T18:24:00.000Z\n`);
});
