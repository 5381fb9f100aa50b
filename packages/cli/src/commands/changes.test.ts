import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import type { UrlTestResult } from '@upvigil/core/contract/urls';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { noWebsites } from '../testing/installations.ts';
import { runOn, serverForTest, temporaryFolder } from '../testing/run-command.ts';

function shop(): FakeState {
  const state = noWebsites();
  addWebsite(state, { id: 1, name: 'Shop' });
  addUrl(state, 1, { id: 2, url: 'https://shop.example.org/checkout' });
  addMonitor(state, 1, { id: 3, name: 'Mail', host: 'mail.example.org', port: 993, monitor_type: 'IMAP' });
  return state;
}

test('a website is added, changed and deleted by its name', async () => {
  const server = await serverForTest(noWebsites());
  const added = await runOn(server, ['website', 'add', 'Shop 🛒', '--description', 'Ours'], { tty: true });
  expect(added).toEqual({
    stdout: 'Added website 1: Shop 🛒  (upvigil url add 1 <address>)\n',
    stderr: '',
    exitCode: 0,
  });
  const changed = await runOn(server, [
    'website',
    'edit',
    'shop 🛒',
    '--name',
    'Store',
    '--automatic-incidents',
    'draft',
  ]);
  expect(changed.stdout).toMatch(/^1\tStore\t/);
  expect(server.state.websites[0]).toMatchObject({ name: 'Store', description: 'Ours', automatic_incidents: 'draft' });
  await runOn(server, ['website', 'edit', '1', '--description', '', '--automatic-incidents', 'default']);
  expect(server.state.websites[0]).toMatchObject({ name: 'Store', description: null, automatic_incidents: null });
});

test('a URL is added with its request, in the words of check url', async () => {
  const server = await serverForTest(shop());
  const file = path.join(temporaryFolder(), 'token.txt');
  writeFileSync(file, 'Authorization: Bearer s3cret\n');
  const { stdout, exitCode } = await runOn(
    server,
    [
      ...[
        'url',
        'add',
        'Shop',
        'https://shop.example.org/api/orders',
        '--check-interval',
        '30',
        '--severity',
        'critical',
      ],
      ...['--header', `@${file}`, '--header', 'Accept: application/json', '--body', '@-', '--accept', '201'],
      ...['--assert', 'json $.status equals ok', '--ip', '6', '--cert-alerts', 'no', '--max-redirects', '0', '--json'],
    ],
    { stdin: '{"item": 1}' },
  );
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ website_id: 1, url: 'https://shop.example.org/api/orders' });
  expect(server.fake.requestsOf('urls.create').at(-1)?.body).toMatchObject({
    check_interval: 30,
    severity: 'critical',
    ip_family: '6',
    cert_alerts: false,
    assertions: [{ source: 'json', property: '$.status', compare: 'equals', value: 'ok' }],
    request: {
      method: 'POST',
      headers: [
        { name: 'Authorization', value: 'Bearer s3cret', secret: true },
        { name: 'Accept', value: 'application/json', secret: false },
      ],
      body: '{"item": 1}',
      body_type: 'json',
      accepted_status: '201',
      max_redirects: 0,
    },
  });
});

/** A server whose test of an address has these results by scheme. */
async function reachable(by: Partial<Record<'http' | 'https', Partial<UrlTestResult>>>): Promise<FakeServer> {
  const server = await serverForTest(shop());
  const refused = { success: false, message: 'connection refused', status_code: null, response_time: null };
  server.fake.intercept('urls.test', () => {
    const tested = JSON.stringify(server.fake.requestsOf('urls.test').at(-1)?.body);
    const result = by[tested.includes('"https:') ? 'https' : 'http'];
    return Response.json({ ...refused, phases: null, assertions: [], ...result });
  });
  return server;
}

const addTyped = (server: FakeServer) => runOn(server, ['url', 'add', 'Shop', 'shop.example.org/cart', '--json']);
const addedUrl = ({ state }: FakeServer) => state.urls.find(({ id }) => id > 3)?.url;

test('an address without a scheme is tried with https, then with http', async () => {
  const secure = await reachable({ https: { status_code: 503 } });
  expect((await addTyped(secure)).stderr).toBe('');
  expect(addedUrl(secure)).toBe('https://shop.example.org/cart');
  const plain = await reachable({ http: { status_code: 200, success: true } });
  expect((await addTyped(plain)).stderr).toMatch(/^https did not work, so http is used\. .*connection refused.*\n$/);
  expect(addedUrl(plain)).toBe('http://shop.example.org/cart');
});

test('an address that nothing answers is added only with its scheme', async () => {
  const server = await reachable({});
  expect(await addTyped(server)).toEqual({
    stdout: '',
    stderr:
      'upvigil: Neither https nor http answered. https: connection refused. To add it anyway, type it with https:// or http://\n',
    exitCode: 1,
  });
  expect(addedUrl(server)).toBeUndefined();
  expect((await runOn(server, ['url', 'add', 'Shop', 'http://shop.example.org/cart'])).exitCode).toBe(0);
  expect(addedUrl(server)).toBe('http://shop.example.org/cart');
});

test('a changed URL keeps its secrets and the fields that are not given', async () => {
  const server = await serverForTest(shop());
  const edit = (...options: string[]) => runOn(server, ['url', 'edit', 'Shop/checkout', ...options]);
  await edit('--header', 'X-Run: one', '--header', 'X-Api-Key: s3cret', '--assert', 'body contains Welcome');
  await edit('--header', 'X-Run: two', '--assert', 'size less 1000', '--auth-token', 't0ken');
  const [url] = server.state.urls;
  expect(url?.request).toMatchObject({
    headers: [
      { name: 'X-Api-Key', value: 's3cret' },
      { name: 'X-Run', value: 'two' },
    ],
    auth: { type: 'bearer', token: 't0ken' },
  });
  expect(url?.assertions.map(({ source }) => source)).toEqual(['body', 'size']);
  expect(server.fake.requestsOf('urls.update').at(-1)?.body).toMatchObject({
    request: { headers: [{ value: maskedSecret }, { value: 'two' }] },
  });
  await edit('--header', '', '--assert', '', '--assert', 'time less 2', '--enabled', 'no');
  expect(server.state.urls[0]).toMatchObject({
    enabled: false,
    request: { headers: [] },
    assertions: [{ source: 'time' }],
  });
});

test('an empty body is removed with its type', async () => {
  const server = await serverForTest(shop());
  await runOn(server, ['url', 'edit', '2', '--body', 'a=b', '--method', 'PUT']);
  expect(server.state.urls[0]?.request).toMatchObject({ method: 'PUT', body: 'a=b', body_type: 'text' });
  await runOn(server, ['url', 'edit', '2', '--body', '', '--method', 'GET']);
  expect(server.state.urls[0]?.request).toMatchObject({ method: 'GET', body: '', body_type: 'none' });
});

test('a network service is added and changed', async () => {
  const server = await serverForTest(shop());
  const added = await runOn(
    server,
    ['monitor', 'add', 'Shop', 'Redis/✓', '--host', '10.0.0.7', '--port', '6379', '--check-timeout', '2.5'],
    { tty: true },
  );
  expect(added.stdout).toMatch(/^Added monitor \d+: Redis\/✓ \(10\.0\.0\.7:6379\) {2}\(upvigil check monitor \d+\)\n$/);
  await runOn(server, ['monitor', 'edit', 'Shop/Redis/✓', '--monitor-type', 'icmp_ping', '--port', '']);
  expect(server.state.monitors.at(-1)).toMatchObject({ monitor_type: 'ICMP_PING', port: null, timeout: 2.5 });
});

test.each([
  [['website', 'edit', '1'], 'Nothing to change: give an option, such as --name <name>'],
  [['url', 'edit', '2'], 'Nothing to change: give an option, such as --url <address>'],
  [['url', 'edit', '2', '--check-interval', 'soon'], '--check-interval <seconds> must be a number, but it is "soon"'],
  [['url', 'edit', '2', '--enabled', 'maybe'], '--enabled <yes/no> must be one of yes, no, but it is "maybe"'],
  [
    ['url', 'edit', '2', '--check-intervall', '30'],
    "unknown option '--check-intervall' (Did you mean --check-interval?)",
  ],
  [['url', 'add', 'Shop'], "missing required argument 'address'"],
  [['url', 'add', 'Shop', 'https://a.example', '--assert', 'nonsense'], '--assert must start with one of body, json'],
  [['monitor', 'add', 'Shop', 'Redis'], '--host <host> is required'],
  [['website', 'remove', '1'], 'This command needs an answer on a terminal: repeat it with --yes'],
])('%j is refused in one line, and no server is asked', async (argv, sentence) => {
  const server = await serverForTest(shop());
  const { stdout, stderr, exitCode } = await runOn(server, argv);
  expect(stderr).toMatch(/^upvigil: .*\n$/);
  expect(stderr).toContain(sentence);
  expect({ stdout, exitCode, seen: server.seen }).toEqual({ stdout: '', exitCode: 1, seen: [] });
});

test.each([
  [['url', 'add', 'Shop', 'ftp://a.example'], /^upvigil: URL must be a full address .* \(--url\)\n$/],
  [
    ['url', 'edit', '2', '--check-interval', '1'],
    /^upvigil: Check interval must be between .* \(--check-interval\)\n$/,
  ],
  [['url', 'edit', '2', '--header', 'Te: x'], /^upvigil: Header name must not be .* \(--header\)\n$/],
  [['monitor', 'edit', 'Mail', '--port', ''], /^upvigil: Port is required .* \(--port\)\n$/],
  [['website', 'add', ' '], /^upvigil: Name is required \(--name\)\n$/],
  [['url', 'add', 'Shpo', 'https://a.example'], /^upvigil: There is no website "Shpo"\. Did you mean Shop \(1\)\?\n$/],
])("%j is refused with the server's sentence and the option", async (argv, sentence) => {
  const { stdout, stderr, exitCode } = await runOn(await serverForTest(shop()), argv);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toMatch(sentence);
});

test('an older server refuses unknown fields in its own words', async () => {
  const server = await serverForTest(shop());
  server.fake.fail('websites.update', 404, { detail: 'Not found' });
  const { stderr, exitCode } = await runOn(server, ['website', 'edit', '1', '--name', 'x']);
  expect({ stderr, exitCode }).toEqual({ stderr: 'upvigil: Not found\n', exitCode: 1 });
});
