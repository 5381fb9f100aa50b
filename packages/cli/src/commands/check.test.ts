import type { UrlCheck } from '@upvigil/core/contract/checks';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { checkedMonitor, checkedUrl, noWebsites } from '../testing/installations.ts';
import { runCommand, serverForTest } from '../testing/run-command.ts';

async function run(data: FakeState, ...argv: string[]) {
  addWebsite(data, { id: 1, name: 'Shop' });
  const server = await serverForTest(data);
  return await runCommand(['check', ...argv], { environment: { server: server.url, token: server.state.token } });
}

const withUrl = (check: Partial<UrlCheck>, change: Partial<UrlMonitor> = {}): FakeState => {
  const data = noWebsites();
  checkedUrl(data, 1, { id: 1, url: 'https://shop.example.org', ...change }, check);
  return data;
};

test.each([
  ['up', {}, 0, 'OK - https://shop.example.org UP in 0.42s'],
  ['slow', { response_time: 6.12 }, 1, 'WARNING - https://shop.example.org SLOW in 6.12s'],
  [
    'metadata missing',
    { metadata_found: false },
    1,
    'WARNING - https://shop.example.org METADATA_MISSING in 0.42s: og:title not found',
  ],
  [
    'down',
    { is_up: false, status_code: 503, error_message: 'HTTP 503' },
    2,
    'CRITICAL - https://shop.example.org DOWN in 0.42s: HTTP 503',
  ],
  [
    'not found',
    { is_up: false, status_code: 404, error_message: 'HTTP 404' },
    2,
    'CRITICAL - https://shop.example.org 404 in 0.42s: HTTP 404',
  ],
  [
    'no answer',
    { is_up: false, status_code: null, response_time: null, error_message: 'connection refused' },
    2,
    'CRITICAL - https://shop.example.org ERROR: connection refused',
  ],
])('a URL that is %s', async (_name, check, exitCode, sentence) => {
  const result = await run(withUrl(check, { metadata_tag: 'og:title' }), 'url', '1');
  expect(result.stdout.split(' | ')[0]?.trimEnd()).toBe(`UPVIGIL ${sentence}`);
  expect(result.exitCode).toBe(exitCode);
});

test('a ping has its loss and its time in the units of monitoring systems', async () => {
  const data = noWebsites();
  const router = { id: 4, name: 'Router', monitor_type: 'ICMP_PING', host: '10.0.0.1', port: null } as const;
  checkedMonitor(data, 1, router, { packet_loss: 25 });
  const { stdout } = await run(data, 'monitor', '4');
  expect(stdout).toBe('UPVIGIL OK - Router (10.0.0.1) UP in 21.4ms | time=0.0214s;5;10;0 packet_loss=25%;;;0;100\n');
});

test('a website ends as its worst monitor, and leaves disabled ones out', async () => {
  const data = withUrl({});
  checkedUrl(data, 1, { id: 2, enabled: false });
  checkedMonitor(data, 1, { id: 7 }, { is_up: false, error_message: 'refused' });
  const { stdout, exitCode } = await run(data, 'website', '1');
  expect(exitCode).toBe(2);
  expect(stdout).toContain(
    'CRITICAL - Shop: 1 of 2 monitors UP, 0 with warnings, 1 down | up=1;;;0;2 warning=0;;;0;2 down=1;;;0;2',
  );
  expect(stdout).toContain('7\tDOWN\tTCP_PORT\tService 7 (host7.example.org:443)\t0.0214\trefused');
});

test('a website without enabled monitors is unknown', async () => {
  const { stdout, exitCode } = await run(noWebsites(), 'website', '1');
  expect(stdout).toContain('UNKNOWN - Shop: no enabled monitors');
  expect(exitCode).toBe(3);
});

test.each([
  ['check', 'url', '1'],
  ['check', 'website', '1'],
  ['urls', '1'],
  ['status', '1'],
])('%s %s prints a URL without its user and password', async (...argv) => {
  const data = withUrl({}, { url: 'https://ops:s3cret@shop.example.org/cart' });
  addWebsite(data, { id: 1, name: 'Shop' });
  const server = await serverForTest(data);
  for (const tty of [false, true]) {
    const options = { tty, columns: 140, environment: { server: server.url, token: server.state.token } };
    const { stdout, stderr } = await runCommand(argv, options);
    expect(stdout).toContain('https://shop.example.org/cart');
    expect(stdout + stderr).not.toMatch(/ops|s3cret/);
  }
});

test('--json of a website holds the results as the server gave them', async () => {
  const data = withUrl({ response_time: 0.5 });
  checkedMonitor(data, 1, { id: 7 });
  const { stdout } = await run(data, 'website', '1', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    website_id: 1,
    url_checks: [{ url_id: 1, response_time: 0.5 }],
    network_checks: [{ network_monitor_id: 7, is_up: true }],
  });
});

test('not signed in is unknown', async () => {
  const server = await startFakeServer();
  onTestFinished(() => server.close());
  const { stderr, exitCode } = await runCommand(['check', 'url', '1'], { environment: { server: server.url } });
  expect(stderr).toBe(`upvigil: Not signed in to ${server.url}. Run: upvigil login\n`);
  expect(exitCode).toBe(3);
});

test('a server that does not answer in time is unknown', async () => {
  const server = await startFakeServer();
  onTestFinished(() => server.close());
  server.fake.hold('urls.get');
  const { stderr, exitCode } = await runCommand(['check', 'url', '1', '--timeout', '1'], {
    environment: { server: server.url, token: server.state.token },
  });
  expect(stderr).toBe('upvigil: Not done within 1 s. To allow more time, use --timeout\n');
  expect(exitCode).toBe(3);
});
