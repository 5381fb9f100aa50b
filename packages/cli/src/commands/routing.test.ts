import type { Explanation } from '@upvigil/core/contract/routing';
import { addChannel } from '@upvigil/core/testing/fake-alerting';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { manyWebsites } from '../testing/installations.ts';
import { runOn as run, serverForTest } from '../testing/run-command.ts';

const start = (data = manyWebsites(2)) => serverForTest(data);
/** Answers with one channel that is notified later. */
function answerLater(server: FakeServer, given: Partial<Explanation> = {}): void {
  const at = '2026-11-21T06:00:00.000Z';
  const reason = 'quiet hours until 07:00';
  const email = { ref: 'email', kind: 'email', name: 'email', step: 0 } as const;
  const later = { ...email, told: 'later', at, reason } as const;
  server.fake.answer('routing.explain', { route: 'Night', policy: 'On call', channels: [later], ...given });
}

const explain = ['explain', '--monitor', '1', '--type', 'DOWN'];

test.each([
  [[], undefined],
  [['--at', '03:00'], '2026-11-21T02:00:00.000Z'],
  [['--at', '20:00'], '2026-11-20T19:00:00.000Z'],
  [['--at', '2026-12-24T18:00:00+01:00'], '2026-12-24T17:00:00.000Z'],
])('explain %j uses that moment, in the time zone of the routing', async (argv, at) => {
  const data = manyWebsites(2);
  data.routing.time_zone = 'Europe/Berlin';
  const server = await start(data);
  const { exitCode } = await run(server, [...explain, ...argv]);
  expect(exitCode).toBe(0);
  const [asked] = server.fake.requestsOf('routing.explain');
  expect(asked?.body).toEqual({ monitor_id: 1, alert_type: 'DOWN', ...(at ? { at } : {}) });
});

test('explain shows route, policy, and for each channel the time or the reason', async () => {
  const server = await start();
  answerLater(server);
  const { stdout } = await run(server, explain, { tty: true, columns: 140 });
  expect(stdout).toMatch(
    /^Route "Night"; policy "On call"\nSTEP {2}REF +CHANNEL +KIND +NOTIFIED +AT +REASON\n +1 {2}email +email +email +later +Nov 21 2026 .* quiet hours until 07:00\n$/,
  );
  answerLater(server, { policy: null, channels: [] });
  expect((await run(server, explain, { tty: true })).stdout).toBe(
    'Route "Night"; it notifies nobody\nNobody is notified\n',
  );
  expect(await run(server, explain)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

test('explain reports an unknown monitor', async () => {
  const server = await start();
  const { stderr, exitCode } = await run(server, ['explain', '--monitor', '99', '--type', 'DOWN']);
  expect({ stderr, exitCode }).toEqual({ stderr: 'upvigil: There is no monitor 99\n', exitCode: 1 });
});

test('routing is said by the names of websites and channels, and fits a terminal', async () => {
  const data = manyWebsites(2);
  const config = { base_url: 'https://ntfy.example.org', topic: 'ops', token: '' };
  addChannel(data, { kind: 'ntfy', name: 'Ops phone', config, add_to_default_policy: true });
  data.routing.routes.push({
    name: 'Staging',
    website_ids: [1, 2],
    monitor_ids: [9],
    tags: [],
    alert_types: [],
    severities: [],
    when: [],
    policy_id: null,
  });
  const server = await start(data);
  const { stdout } = await run(server, ['routing']);
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('1. Staging: all alerts of Website 01, Website 02 and monitor 9: notifies nobody.');
  expect(lines[2]).toBe('Policy "Default": at once email, SMS, Slack and Ops phone.');
  const narrow = await run(server, ['routing'], { tty: true, columns: 40 });
  for (const text of narrow.stdout.split('\n')) expect(text.length).toBeLessThanOrEqual(40);
});

test('routing set accepts the output of routing --json, and refuses an outdated revision', async () => {
  const server = await start();
  const { stdout: stdin } = await run(server, ['routing', '--json']);
  const changed = stdin.replace('"UTC"', '"Europe/Berlin"');
  const saved = await run(server, ['routing', 'set', '--document-stdin'], { stdin: changed });
  expect(saved).toEqual({ stdout: '', stderr: 'Saved as revision 1\n', exitCode: 0 });
  expect(server.state.routing.time_zone).toBe('Europe/Berlin');
  const stale = await run(server, ['routing', 'set', '--document-stdin', '--json'], { stdin });
  expect(stale).toMatchObject({ stdout: '', exitCode: 1 });
  expect(stale.stderr).toBe('upvigil: The routing has changed: load it again\n');
});

test('refuses an invalid document with the reason', async () => {
  const server = await start();
  const { stderr, exitCode } = await run(server, ['routing', 'set', '--document-stdin'], {
    stdin: JSON.stringify({ ...server.state.routing, time_zone: 'Mars' }),
  });
  expect(stderr).toBe('upvigil: Time zone must be one as Europe/Berlin, or UTC\n');
  expect(exitCode).toBe(1);
});
