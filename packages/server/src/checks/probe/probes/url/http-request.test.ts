import type { RequestListener } from 'node:http';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProbeOutcome, TargetOf } from '../../../../base/domain/check.ts';
import {
  type EchoTarget,
  askedPage as page,
  startEchoTarget,
  answering as status,
} from '../../../../testing/targets/echo-target.ts';
import { startTcpTarget } from '../../../../testing/targets/tcp-target.ts';
import { secretsRemover } from '../../tracing/remove-secrets.ts';
import { networkTarget, runProbe } from '../conformance.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function echo(answer: RequestListener): Promise<EchoTarget> {
  const target = await startEchoTarget(answer);
  closers.push(target.close);
  return target;
}

const at = (port: number, request: Partial<RequestOptions>, seconds = 20): Promise<ProbeOutcome> =>
  runProbe(page(`http://127.0.0.1:${port}/`, request), { timeoutSeconds: seconds });
const auth = (changes: Partial<RequestOptions['auth']>) => ({ auth: { ...defaultRequest.auth, ...changes } });
const jsonPost = { method: 'POST', body_type: 'json', body: '{"a": "é"}' } as const;

describe('what a check sends', () => {
  it('is, as a JSON POST with a bearer token and 201 accepted, up; the target has the exact bytes', async () => {
    const { port, heard } = await echo(status(201));
    const outcome = await at(port, {
      ...jsonPost,
      ...auth({ type: 'bearer', token: 'tok-123' }),
      accepted_status: '201',
    });
    expect(outcome).toMatchObject({ outcome: 'up', status_code: 201 });
    expect(heard).toMatchObject([{ method: 'POST', body: '{"a": "é"}' }]);
    expect(heard[0]?.headers).toMatchObject({
      authorization: 'Bearer tok-123',
      'content-type': 'application/json',
      'content-length': '11',
    });
  });

  it.each<[string, Partial<RequestOptions>, object]>([
    ['HEAD', { method: 'HEAD' }, { method: 'HEAD' }],
    ['DELETE', { method: 'DELETE' }, { method: 'DELETE' }],
    [
      'own Host and User-Agent',
      {
        headers: [
          { name: 'Host', value: 'shop.test', secret: false },
          { name: 'User-Agent', value: 'me', secret: false },
        ],
      },
      { headers: { host: 'shop.test', 'user-agent': 'me' } },
    ],
    [
      'a form',
      { method: 'POST', body_type: 'form', body: 'a=1' },
      { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'own content type',
      { ...jsonPost, headers: [{ name: 'Content-Type', value: 'text/x', secret: false }] },
      { headers: { 'content-type': 'text/x' } },
    ],
    [
      'basic auth',
      auth({ type: 'basic', username: 'me', password: 'pw' }),
      { headers: { authorization: 'Basic bWU6cHc=' } },
    ],
    [
      'cache buster',
      { cache_buster: true },
      { path: expect.stringMatching(/^\/\?_upvigil=[0-9a-f]{16}$/), headers: { 'cache-control': 'no-cache' } },
    ],
  ])('has %s', async (_, request, expected) => {
    const { port, heard } = await echo(status(200));
    expect(await at(port, request)).toMatchObject({ outcome: 'up' });
    expect(heard).toMatchObject([expected]);
  });

  it.each<[number, string, string]>([
    [404, '404', 'up'],
    [200, '201', 'down'],
    [404, '200-399', 'down'],
    [503, '200-499', 'down'],
  ])('answered %i where %s is accepted is %s', async (code, accepted_status, expected) => {
    const { port } = await echo(status(code));
    expect(await at(port, { accepted_status })).toMatchObject({ outcome: expected, status_code: code });
  });

  it('takes a redirect for the answer where none is followed', async () => {
    const { port, heard } = await echo(status(302, '/next'));
    expect(await at(port, { max_redirects: 0, accepted_status: '302' })).toMatchObject({
      outcome: 'up',
      status_code: 302,
    });
    expect(heard).toHaveLength(1);
  });
});

describe('the family of addresses', () => {
  it.each<TargetOf<'TCP_PORT'> | TargetOf<'IMAP'> | TargetOf<'ICMP_PING'> | TargetOf<'URL'>>([
    { kind: 'TCP_PORT', host: 'v4.test', port: 9, expected_response: null, ip_family: '6' },
    networkTarget('IMAP', { host: 'v4.test', port: 9, ip_family: '6' }),
    { kind: 'ICMP_PING', host: 'v4.test', packet_loss_threshold: 1, ip_family: '6' },
    { ...page('http://v4.test/', {}), url_options: { ...defaultUrlOptions, ip_family: '6' } },
    { ...page('http://127.0.0.1/', {}), url_options: { ...defaultUrlOptions, ip_family: '6' } },
  ])('that a host lacks is down in words: $kind', async (target) => {
    const resolveName = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(await runProbe(target, { dialer: { resolveName } })).toMatchObject({
      outcome: 'down',
      reason: expect.stringMatching(/has no IPv6 address$/),
    });
  });
});

it('a target that never reads the body is down in time', async () => {
  const { port, close } = await startTcpTarget((socket) => socket.pause());
  closers.push(close);
  expect(await at(port, { method: 'POST', body_type: 'text', body: 'x'.repeat(64 * 1024) }, 1)).toMatchObject({
    outcome: 'down',
  });
});

it('what echoes a secret is stored without it', async () => {
  const request = { ...defaultRequest, ...auth({ type: 'bearer', token: 'tok&"123' }) };
  const remove = secretsRemover({ request, addresses: [] });
  for (const text of ['tok&"123', 'tok%26%22123', 'tok&amp;&quot;123', 'tok&\\"123'])
    expect(remove(text)).toBe('[removed]');
  const { port } = await echo((asked, response) =>
    response.writeHead(302, { location: `http://[${asked.headers.authorization}` }).end(),
  );
  await expect.poll(async () => JSON.stringify(await at(port, request))).toContain('[removed]');
});
