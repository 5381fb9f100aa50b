import { addChannel } from '@upvigil/core/testing/fake-alerting';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { noWebsites } from '../testing/installations.ts';
import { runOn as run, serverForTest } from '../testing/run-command.ts';

async function start(): Promise<FakeServer> {
  const data = noWebsites();
  Object.assign(data.settings, { email_enabled: true, email_list: 'ops@example.org', sms_enabled: true });
  const config = { base_url: 'https://ntfy.example.org', topic: 'ops', token: '' };
  addChannel(data, { kind: 'ntfy', name: 'Ops phone', config });
  const server = await serverForTest(data);
  return server;
}
test.each([
  [[], ['email', 'sms', 1]],
  [['email'], ['email']],
  [['SMS'], ['sms']],
  [['1'], [1]],
])('drill %j sends to those recipients', async (argv, refs) => {
  const server = await start();
  const { stdout, exitCode } = await run(server, ['drill', ...argv]);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]),
  ).toEqual(refs.map(String));
  expect({ exitCode, drilled: [...server.state.drilled.keys()] }).toEqual({ exitCode: 0, drilled: refs });
});

test('on a terminal it explains what recipients should do', async () => {
  const { stdout, stderr } = await run(await start(), ['drill', 'email'], { tty: true, columns: 120 });
  expect(stdout).toMatch(/\nemail +email +email +ops@example\.org +Nov 20 2026 .* - +Not proven yet\n$/);
  expect(stderr).toBe('Sent 1 drill: a recipient who confirms with the link proves that messages arrive\n');
});

test('reports an unknown channel or an invalid reference', async () => {
  const server = await start();
  expect(await run(server, ['drill', '9'])).toEqual({
    stdout: '',
    stderr: 'upvigil: There is no channel 9\n',
    exitCode: 1,
  });
  const odd = await run(server, ['drill', 'phone']);
  expect(odd.stderr).toContain(
    'upvigil: [ref] must be the id of a channel, or one of email, sms, slack, but it is "phone"',
  );
  expect(odd.exitCode).toBe(1);
  expect(server.state.drilled.size).toBe(0);
});

test('drill list sends nothing', async () => {
  const server = await start();
  const { stdout } = await run(server, ['drill', 'list', '--json']);
  expect(JSON.parse(stdout)).toHaveLength(3);
  expect(server.state.drilled.size).toBe(0);
});
