import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import type { UrlTestResult } from '@upvigil/core/contract/urls';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { testFaultSentence } from '@upvigil/core/texts/faults';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { checkedUrl, noWebsites } from '../testing/installations.ts';
import { type RunOptions, type RunResult, runCommand, serverForTest, temporaryFolder } from '../testing/run-command.ts';

const address = 'https://shop.example.org/api/orders';

async function start(state?: FakeState): Promise<FakeServer> {
  const server = await serverForTest(state);
  return server;
}

const run = (server: FakeServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  runCommand(['check', 'url', ...argv], {
    ...options,
    environment: { server: server.url, token: server.state.token },
  });

/** The request that the server was asked to test. */
const asked = (server: FakeServer) => server.fake.requestsOf('urls.test').at(-1)?.body;

const assertion = { source: 'json', property: '$.status', compare: 'equals', value: 'ok' } as const;
const phases = { dns: 0.02, connect: 0.04, tls: 0.06, first_byte: 0.25, transfer: 0.05 };
const unseen = { tls_failed: false, page: null };
const answers: Record<string, UrlTestResult> = {
  up: {
    ...unseen,
    success: true,
    message: 'HTTP 201, answered in 0.42s',
    status_code: 201,
    response_time: 0.42,
    phases,
    assertions: [{ ...assertion, ok: true, actual: '"ok"' }],
  },
  down: {
    ...unseen,
    success: false,
    message: '$.status is "degraded", expected "ok"',
    status_code: 200,
    response_time: 0.42,
    phases,
    assertions: [{ ...assertion, ok: false, actual: '"degraded"' }],
  },
  slow: {
    ...unseen,
    success: true,
    message: 'HTTP 200, answered in 6.12s',
    status_code: 200,
    response_time: 6.12,
    phases: null,
    assertions: [],
  },
  refused: {
    ...unseen,
    success: false,
    message: 'HTTP 503',
    status_code: 503,
    response_time: 0.1,
    phases: null,
    assertions: [],
  },
  'not to be made': {
    ...unseen,
    success: false,
    message: testFaultSentence('this host has no route'),
    status_code: null,
    response_time: null,
    phases: null,
    assertions: [],
  },
};

test.each([
  ['up', 0, `OK - ${address}: HTTP 201, answered in 0.42s`],
  ['slow', 1, `WARNING - ${address}: HTTP 200, answered in 6.12s, SLOW`],
  ['down', 2, `CRITICAL - ${address}: HTTP 200, $.status is "degraded", expected "ok"`],
  ['refused', 2, `CRITICAL - ${address}: HTTP 503`],
  ['not to be made', 3, `UNKNOWN - ${address}: The test could not be made: this host has no route`],
])('a test that is %s ends as the other checks do', async (name, code, sentence) => {
  const server = await start();
  server.fake.answer('urls.test', answers[name] as UrlTestResult);
  const { stdout, exitCode } = await run(server, [address]);
  expect(stdout.split('\n')[0]?.split(' | ')[0]).toBe(`UPVIGIL ${sentence}`);
  expect(exitCode).toBe(code);
});

test('a guard of search engines that fails is a warning: the page is up', async () => {
  const server = await start();
  const robots = { source: 'html', property: 'robots', compare: 'indexable', value: '' } as const;
  const assertions = [{ ...robots, ok: false, actual: 'meta robots "noindex"' }];
  server.fake.answer('urls.test', { ...(answers.up as UrlTestResult), assertions });
  expect((await run(server, [address])).exitCode).toBe(1);
});

test('on a terminal it shows the phases and each assertion, in a pipe figures and records, as JSON the answer', async () => {
  const server = await start();
  server.fake.answer('urls.test', answers.down as UrlTestResult);
  const terminal = await run(server, [address], { tty: true, columns: 140 });
  expect(terminal.stdout.split('\n').slice(1)).toEqual([
    'Phases: DNS 20.0 ms, Connect 40.0 ms, TLS 60.0 ms, First byte 250.0 ms, Transfer 50.0 ms',
    'HOLDS  ASSERTION         FOUND',
    'no     $.status is "ok"  "degraded"',
    '',
  ]);
  const pipe = await run(server, [address]);
  expect(pipe.stdout).toBe(
    `UPVIGIL CRITICAL - ${address}: HTTP 200, $.status is "degraded", expected "ok"` +
      ' | time=0.42s;5;30;0 dns=0.02s;;;0 connect=0.04s;;;0 tls=0.06s;;;0 first_byte=0.25s;;;0 transfer=0.05s;;;0\n' +
      'no\t$.status is "ok"\t"degraded"\n',
  );
  const json = await run(server, [address, '--json'], { tty: true });
  expect(JSON.parse(json.stdout)).toEqual(answers.down);
  expect(json.exitCode).toBe(2);
});

test('requests an address as typed: a body makes it POST, and secret headers are known by name', async () => {
  const server = await start();
  const folder = temporaryFolder();
  const files = { headers: path.join(folder, 'headers'), body: path.join(folder, 'body.json') };
  writeFileSync(files.headers, 'Authorization: Bearer s3cret\n\nX-Plain:  a: b \n');
  writeFileSync(files.body, '{"order": 1}');
  const options = [
    ...['--header', `@${files.headers}`, '--header', 'Accept-Language: de', '--body', `@${files.body}`],
    ...['--accept', '201', '--assert', 'json $.status equals ok', '--assert', 'time less 1'],
    ...['--max-redirects', '0', '--ip', '6', '--proxy', 'socks5://127.0.0.1:9', '--insecure'],
  ];
  const { stderr, exitCode } = await run(server, [address, ...options]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(asked(server)).toMatchObject({
    url: address,
    ip_family: '6',
    assertions: [assertion, { source: 'time', property: '', compare: 'less', value: '1' }],
    request: {
      ...defaultRequest,
      method: 'POST',
      body_type: 'json',
      body: '{"order": 1}',
      accepted_status: '201',
      max_redirects: 0,
      proxy: 'socks5://127.0.0.1:9',
      tls_verify: false,
      headers: [
        { name: 'Authorization', value: 'Bearer s3cret', secret: true },
        { name: 'X-Plain', value: 'a: b', secret: false },
        { name: 'Accept-Language', value: 'de', secret: false },
      ],
    },
  });
  expect(server.seen).toEqual(['POST /api/urls/test']);
});

test.each([
  [['--body', 'a=1'], '', { method: 'POST', body_type: 'text', body: 'a=1' }],
  [['--body', 'a=1', '--body-type', 'form'], '', { method: 'POST', body_type: 'form', body: 'a=1' }],
  [['--body', '@-', '--method', 'put'], '[1]\n', { method: 'PUT', body_type: 'json', body: '[1]\n' }],
  [['--method', 'HEAD'], '', { method: 'HEAD', body_type: 'none', body: '' }],
])('%j', async (options, stdin, request) => {
  const server = await start();
  await run(server, [address, ...options], { stdin });
  expect(asked(server)).toMatchObject({ request });
});

test('tests a monitored URL with its stored options and secrets and the given ones, and stores nothing', async () => {
  const state = noWebsites();
  const headers = [
    { name: 'X-Key', value: 'planted', secret: true },
    { name: 'Accept', value: '*/*', secret: false },
  ];
  const request = { ...defaultRequest, method: 'POST' as const, headers, body_type: 'text' as const, body: 'a\n\tb' };
  checkedUrl(state, 1, { id: 7, url: address, request, assertions: [assertion], timeout: 5 });
  const server = await start(state);
  await run(server, ['7', '--test']);
  const body = { url_id: 7, url: address, timeout: 5, assertions: [assertion] };
  const masked = { ...request, headers: [{ ...headers[0], value: maskedSecret }, headers[1]] };
  expect(asked(server)).toMatchObject({ ...body, request: masked });
  await run(server, ['7', '--header', 'accept: text/html', '--method', 'GET', '--assert', 'body lacks x']);
  const added = { source: 'body', property: '', compare: 'lacks', value: 'x' };
  expect(asked(server)).toMatchObject({
    ...body,
    assertions: [assertion, added],
    request: {
      method: 'GET',
      body_type: 'none',
      body: '',
      headers: [masked.headers[0], { name: 'accept', value: 'text/html', secret: false }],
    },
  });
  expect(server.seen).not.toContain('POST /api/urls/7/check');
});

test.each([
  [['shop.example.org'], /^upvigil: There is no URL "shop.example.org"/],
  [[address, '--method', 'TRACE'], /--method <method> must be one of GET, HEAD/],
  [[address, '--header', 'Authorization s3cret'], /--header must be 'Name: value', but it has no name before a colon/],
  [[address, '--assert', 'bodi contains x'], /--assert must start with one of body/],
  [[address, '--body', '@/no/such/file'], /no such file/],
  [['7', '--test'], /There is no URL 7/],
  [[address, '--method', 'GET', '--body', 'x'], /Body must be empty/],
])('%j is refused in a sentence and unknown', async (argv, sentence) => {
  const { stdout, stderr, exitCode } = await run(await start(), argv);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('s3cret');
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 });
});

test('a body that is longer than any request may have is not sent', async () => {
  const { stderr, exitCode } = await run(await start(), [address, '--body', '@-'], { stdin: 'x'.repeat(65 * 1024) });
  expect(stderr).toMatch(/@- must have at most 64 KiB/);
  expect(exitCode).toBe(3);
});
