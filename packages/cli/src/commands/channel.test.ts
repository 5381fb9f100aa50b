import { addChannel } from '@upvigil/core/testing/fake-alerting';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import { noWebsites } from '../testing/installations.ts';
import { runOn as run, serverForTest } from '../testing/run-command.ts';

const start = (data = noWebsites()) => serverForTest(data);
const add = (kind: string, ...more: string[]): string[] => ['channel', 'add', kind, '--config-stdin', ...more];
const ntfy = { base_url: 'https://ntfy.example.org', topic: 'ops', token: 'tk_very_secret_token' };

function withNtfy(): FakeState {
  const data = noWebsites();
  addChannel(data, { kind: 'ntfy', name: 'Ops phone', config: ntfy });
  return data;
}

test('a channel is added with the settings on stdin, belongs to the policy Default, and nothing shows its secret', async () => {
  const server = await start();
  const stdin = JSON.stringify(ntfy);
  const result = await run(server, add('ntfy', '--name', 'Ops phone'), { stdin, tty: true, isPiped: true });
  expect(result).toEqual({ stdout: '', stderr: 'Added channel 1: Ops phone\n', exitCode: 0 });
  expect(server.state.channels).toMatchObject([{ kind: 'ntfy', name: 'Ops phone', enabled: true }]);
  expect(server.state.routing.policies[0]?.steps[0]?.channels).toEqual(['email', 'sms', 'slack', 1]);
  for (const argv of [
    ['channels'],
    ['channels', '--json'],
    ['channel', 'show', '1'],
    ['channel', 'show', '1', '--json'],
  ]) {
    const { stdout } = await run(server, argv);
    expect(stdout).not.toContain('tk_very');
  }
});

test('--no-default-policy leaves the policy as it is', async () => {
  const server = await start();
  const { exitCode } = await run(server, add('ntfy', '--name', 'X', '--no-default-policy'), {
    stdin: JSON.stringify(ntfy),
  });
  expect(exitCode).toBe(0);
  expect(server.state.routing.policies[0]?.steps[0]?.channels).toEqual(['email', 'sms', 'slack']);
});

test('a signing secret that was made is alone on stdout; one that was given is not shown', async () => {
  const server = await start();
  const named = (name: string): string[] => add('webhook', '--name', name);
  const made = await run(server, named('CI'), { stdin: '{"url": "https://ci.example.org/hook"}' });
  expect(made.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
  expect(made.stderr).toBe('Added channel 1: CI\nThe signing secret is shown only once\n');
  const json = await run(server, [...named('CI 2'), '--json'], { stdin: '{"url": "https://ci.example.org/hook"}' });
  expect(JSON.parse(json.stdout)).toMatchObject({ id: 2, kind: 'webhook', secret: made.stdout.trim() });
  expect(json.stderr).toBe('');
  const own = `whsec_${'B'.repeat(43)}=`;
  const given = await run(server, named('CI 3'), {
    stdin: JSON.stringify({ url: 'https://ci.example.org/', secret: own }),
  });
  expect(given).toEqual({ stdout: '', stderr: 'Added channel 3: CI 3\n', exitCode: 0 });
});

test.each([
  ['', 'stdin must be one JSON object; see upvigil channel add --help'],
  ['{"token": "tk_very_secret_token"', 'stdin must be one JSON object; see upvigil channel add --help'],
  ['["tk_very_secret_token"]', 'stdin must be one JSON object; see upvigil channel add --help'],
  ['{"base_url": "https://ntfy.example.org", "token": "tk_very_secret_token"}', 'Topic is required'],
  [
    '{"base_url": "tk_very_secret_token", "topic": "a"}',
    'Server must be a full address that starts with http:// or https://',
  ],
])('settings %j are refused without a word of them', async (stdin, sentence) => {
  const server = await start();
  const { stdout, stderr, exitCode } = await run(server, add('ntfy', '--name', 'X'), { stdin });
  expect(stderr.replace(/; see .*/, '')).toBe(`upvigil: ${sentence.replace(/; see .*/, '')}\n`);
  expect(stderr).not.toContain('tk_very');
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(server.state.channels).toEqual([]);
});

test('settings are not typed on a terminal, which would show them', async () => {
  const server = await start();
  const { stderr, exitCode } = await run(server, add('ntfy', '--name', 'X'), { tty: true, stdin: '{}' });
  expect(stderr).toBe('upvigil: stdin is a terminal: pipe the JSON in, or read it from a file with <settings.json\n');
  expect({ exitCode, seen: server.seen }).toEqual({ exitCode: 1, seen: [] });
});

test('settings with characters that lie in two chunks arrive whole', async () => {
  const server = await start();
  const config = { ...ntfy, topic: 'a'.repeat(40) };
  const { exitCode } = await run(server, add('ntfy', '--name', '監視 🚀'), {
    stdin: `\ufeff${JSON.stringify(config)}`,
  });
  expect({ exitCode, name: server.state.channels[0]?.name }).toEqual({ exitCode: 0, name: '監視 🚀' });
});

test('a test that fails says why and ends with 1, also as JSON', async () => {
  const server = await start(withNtfy());
  const refused = { success: false, message: 'ntfy answered HTTP 403: forbidden' };
  server.fake.answer('channels.testSaved', refused);
  const plain = await run(server, ['channel', 'test', '1']);
  expect(plain).toEqual({ stdout: '', stderr: `upvigil: ${refused.message}\n`, exitCode: 1 });
  const json = await run(server, ['channel', 'test', '1', '--json']);
  expect({ ...json, stdout: JSON.parse(json.stdout) as unknown }).toEqual({ stdout: refused, stderr: '', exitCode: 1 });
});

test('one that a policy uses is not deleted, and the policy is named', async () => {
  const data = noWebsites();
  addChannel(data, { kind: 'ntfy', name: 'Ops phone', config: ntfy, add_to_default_policy: true });
  const server = await start(data);
  const { stderr, exitCode } = await run(server, ['channel', 'delete', '1', '--yes']);
  expect(stderr).toBe('upvigil: The policy "Default" uses this channel: remove it there first\n');
  expect({ exitCode, left: server.state.channels.length }).toEqual({ exitCode: 1, left: 1 });
});

test('another signing secret is alone on stdout', async () => {
  const data = noWebsites();
  addChannel(data, {
    kind: 'webhook',
    name: 'CI',
    config: { url: 'https://ci.example.org/', headers: [], secret: '' },
  });
  const server = await start(data);
  const { stdout, stderr } = await run(server, ['channel', 'rotate-secret', '1']);
  expect(stdout).toMatch(/^whsec_\S+\n$/);
  expect(stderr).toBe('For 24 hours, messages are also signed with the previous secret\n');
  const json = await run(server, ['channel', 'rotate-secret', '1', '--json'], { tty: true });
  expect(JSON.parse(json.stdout)).toEqual({ secret: stdout.trim() });
  expect((await run(server, ['channel', 'rotate-secret', '9'])).stderr).toBe('upvigil: There is no channel 9\n');
});

test('a channel that is off, failed, or whose secrets cannot be read says so', async () => {
  const data = withNtfy();
  Object.assign(data.channels[0] ?? {}, { enabled: false, secrets_missing: true, last_error: 'HTTP 403' });
  const server = await start(data);
  const { stdout } = await run(server, ['channels'], { tty: true, columns: 200 });
  expect(stdout).toMatch(
    /\n 1 {2}ntfy +Ops phone +off +Never +Not proven yet +its secrets are encrypted with another key: enter them again\n/,
  );
  const shown = await run(server, ['channel', 'show', '1']);
  expect(shown.stdout).toContain('\nstate\toff\nconfig.base_url\thttps://ntfy.example.org\n');
  expect(shown.stdout).toContain('\nlast_error\tits secrets are encrypted');
});

test('headers of a webhook stand by their names', async () => {
  const data = noWebsites();
  const headers = [{ name: 'X-Key', value: 'hidden' }];
  addChannel(data, { kind: 'webhook', name: 'CI', config: { url: 'https://ci.example.org/', headers, secret: 'x' } });
  const { stdout } = await run(await start(data), ['channel', 'show', '1']);
  expect(stdout).toContain('\nconfig.headers\tX-Key: ********\n');
});
