import { setTimeout as wait } from 'node:timers/promises';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../base/clock.ts';
import type { ProbeOutcome } from '../../../../base/domain/check.ts';
import { type Certificate, makeCertificate } from '../../../../testing/targets/certificates.ts';
import { answering, askedPage, startEchoTarget } from '../../../../testing/targets/echo-target.ts';
import { startSocksServer } from '../../../../testing/targets/socks-server.ts';
import { type Behaviour, behaviours, startTcpTarget, unusedPort } from '../../../../testing/targets/tcp-target.ts';
import { startTunnelProxy } from '../../../../testing/targets/tunnel-proxy.ts';
import { createDialer, type Dialer } from '../../dialing/dialer.ts';
import { createTrace } from '../../tracing/trace.ts';
import { runProbe } from '../conformance.ts';

async function closing<Opened extends { close(): Promise<void> }>(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  onTestFinished(opened.close);
  return opened;
}
const check = (url: string, proxy: string, request: Partial<RequestOptions> = {}, seconds = 20) =>
  runProbe(askedPage(url, { proxy, ...request }), { dialer, timeoutSeconds: seconds });
const tcp = async (behaviour: Behaviour): Promise<number> => (await closing(startTcpTarget(behaviour))).port;

/** `proxyCertificate` is trusted by default; the targets' CA is set in the monitor. */
let proxyCertificate: Certificate;
let targetCertificate: Certificate;
let dialer: Dialer;
beforeAll(async () => {
  proxyCertificate = await makeCertificate();
  targetCertificate = await makeCertificate({ commonName: 'Target' });
  dialer = createDialer({ trustedCertificates: [proxyCertificate.cert] });
});

/** A proxy of each kind, with its address and the requests that it received. */
const proxies = {
  http: async (credentials?: string) =>
    withCredentials('http', await closing(startTunnelProxy(given(credentials))), credentials),
  https: async (credentials?: string) =>
    withCredentials(
      'https',
      await closing(startTunnelProxy({ certificate: proxyCertificate, ...given(credentials) })),
      credentials,
    ),
  socks5: async (credentials?: string) =>
    withCredentials('socks5', await closing(startSocksServer(credentials)), credentials),
};
const given = (credentials: string | undefined) => (credentials === undefined ? {} : { credentials });
const withCredentials = (
  scheme: string,
  { port, asked }: { port: number; asked: string[] },
  credentials: string | undefined,
) => ({
  asked,
  url: (shown = credentials) => `${scheme}://${shown === undefined ? '' : `${shown}@`}127.0.0.1:${port}`,
});

describe.each(Object.keys(proxies) as (keyof typeof proxies)[])('by way of a proxy: %s,', (scheme) => {
  it('a target is up, and hears from the proxy alone', async () => {
    const target = await closing(startEchoTarget(answering(200)));
    const proxy = await proxies[scheme]();
    const url = `http://127.0.0.1:${target.port}/page`;
    const post = { method: 'POST', body_type: 'text', body: 'hello' } as const;
    expect(await check(url, proxy.url(), post)).toMatchObject({ outcome: 'up', status_code: 200 });
    const asked = scheme === 'socks5' ? `127.0.0.1:${target.port}` : `POST ${url} HTTP/1.1`;
    expect(proxy.asked).toEqual([expect.stringContaining(asked)]);
    expect(target.heard).toMatchObject([{ method: 'POST', path: '/page', body: 'hello' }]);
    expect(JSON.stringify(target.heard)).not.toMatch(/proxy/i);
  });

  it('the name of a target is looked up by the proxy', async () => {
    const target = await closing(startEchoTarget(answering(200)));
    const proxy = await proxies[scheme]();
    const url = `http://localhost:${target.port}/`;
    expect(await check(url, proxy.url())).toMatchObject({ outcome: 'up' });
    expect(proxy.asked).toEqual([expect.stringContaining(`localhost:${target.port}`)]);
  });

  it('a target that speaks TLS is up, and its certificate is verified', async () => {
    const target = await closing(startEchoTarget(answering(200), targetCertificate));
    const proxy = await proxies[scheme]();
    const url = `https://127.0.0.1:${target.port}/`;
    expect(await check(url, proxy.url(), { ca: targetCertificate.cert })).toMatchObject({ outcome: 'up' });
    expect(await check(url, proxy.url())).toMatchObject({ outcome: 'down', reason: 'self-signed certificate' });
    expect(target.heard).toHaveLength(1);
  });

  it('which wants a user name and a password, a target is up with them, and without them a fault', async () => {
    const target = await closing(startEchoTarget(answering(200)));
    const proxy = await proxies[scheme]('me:p w');
    const url = `http://127.0.0.1:${target.port}/`;
    expect(await check(url, proxy.url('me:p%20w'))).toMatchObject({ outcome: 'up' });
    for (const shown of ['me:other', undefined]) {
      const address = shown === undefined ? proxy.url('').replace('@', '') : proxy.url(shown);
      expect(await check(url, address)).toMatchObject({
        outcome: 'fault',
        fault: 'proxy',
        message: expect.stringContaining('requires another user name or password'),
      });
    }
    expect(target.heard).toHaveLength(1);
  });

  it('a target that refuses is down', async () => {
    const proxy = await proxies[scheme]();
    expect(await check(`https://127.0.0.1:${await unusedPort()}/`, proxy.url())).toMatchObject({
      outcome: 'down',
      reason: expect.stringMatching(/^the proxy cannot reach the target/),
    });
  });

  it('11.6: where the proxy is dead, the check is a fault, no DOWN', async () => {
    expect(await check('http://127.0.0.1:9/', `${scheme}://127.0.0.1:${await unusedPort()}`)).toMatchObject({
      outcome: 'fault',
      fault: 'proxy',
      message: 'the proxy cannot be reached: connection refused',
    });
  });
});

describe('a proxy', () => {
  it('whose certificate is not verified is a fault', async () => {
    const proxy = await closing(startTunnelProxy({ certificate: targetCertificate }));
    const url = 'http://127.0.0.1:9/';
    expect(await check(url, `https://127.0.0.1:${proxy.port}`, { ca: targetCertificate.cert })).toMatchObject({
      outcome: 'fault',
      fault: 'proxy',
      message: 'the proxy cannot be reached: self-signed certificate',
    });
    expect(proxy.asked).toEqual([]);
  });

  it.each<[string, Behaviour, object]>([
    ['wants a password', behaviours.closes('HTTP/1.1 407 No\r\n\r\n'), { fault: 'proxy' }],
    ['forbids the target', behaviours.closes('HTTP/1.1 403 No\r\n\r\n'), { fault: 'proxy' }],
    ['knows no CONNECT', behaviours.closes('HTTP/1.1 501 No\r\n\r\n'), { fault: 'proxy' }],
    ['wants a sign-in', behaviours.closes('HTTP/1.1 511 No\r\n\r\n'), { fault: 'proxy' }],
    ['answers nonsense', behaviours.closes('SSH-2.0\r\n\r\n'), { fault: 'proxy' }],
    ['is silent', behaviours.silent(), { fault: 'proxy' }],
    ['closes', behaviours.closes(), { fault: 'proxy' }],
    ['sends headers without an end', behaviours.drips(`X: ${'x'.repeat(4000)}\r\n`, 1), { fault: 'proxy' }],
    ...[404, 500, 502, 503, 504].map((code): [string, Behaviour, object] => [
      `cannot reach the target: ${code}`,
      behaviours.closes(`HTTP/1.1 ${code} No\r\n\r\n`),
      { outcome: 'down', reason: `the proxy cannot reach the target (${code})`, is_unanswered: true },
    ]),
    ['writes line feeds alone', behaviours.closes('HTTP/1.0 503 No\nVia: a\n\n'), { outcome: 'down' }],
    ['is silent after its answer', behaviours.says('HTTP/1.1 200 OK\r\n\r\n'), { outcome: 'down' }],
  ])('that %s is reported as such, in time', async (_, behaviour, expected) => {
    const proxy = `http://127.0.0.1:${await tcp(behaviour)}`;
    expect(await check('https://127.0.0.1:9/', proxy, {}, 1)).toMatchObject(expected);
  });

  it.each<[string, Behaviour, object]>([
    ['wants a password', behaviours.closes('HTTP/1.1 407 No\r\n\r\n'), { fault: 'proxy' }],
    ['answers 502', behaviours.closes('HTTP/1.1 502 No\r\n\r\n'), { outcome: 'down', status_code: 502 }],
    ['is silent', behaviours.silent(), { outcome: 'down' }],
  ])('that is asked for a page without TLS and %s is reported as such, in time', async (_, behaviour, expected) => {
    const proxy = `http://127.0.0.1:${await tcp(behaviour)}`;
    expect(await check('http://127.0.0.1:9/', proxy, {}, 1)).toMatchObject(expected);
  });

  it('whose target answers 502 itself is not in question', async () => {
    const target = await closing(startEchoTarget(answering(502)));
    const proxy = await proxies.http();
    expect(await check(`http://127.0.0.1:${target.port}/`, proxy.url())).toMatchObject({
      outcome: 'down',
      reason: 'HTTP 502',
      status_code: 502,
    });
  });

  it.each([
    ['nonsense', behaviours.says('HTTP/1.1 400\r\n\r\n'), { fault: 'proxy' }],
    [
      'that the target refuses',
      behaviours.says('\u0005\u0000\u0005\u0005\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000'),
      { outcome: 'down' },
    ],
  ])('of SOCKS that answers %s', async (_, behaviour, expected) => {
    const proxy = `socks5://127.0.0.1:${await tcp(behaviour)}`;
    expect(await check('http://127.0.0.1:9/', proxy, {}, 5)).toMatchObject(expected);
  });

  it('is refused at a cloud metadata address, and so is a target', async () => {
    expect(await check('http://127.0.0.1:9/', 'http://169.254.169.254')).toMatchObject({ fault: 'proxy' });
    const proxy = await proxies.http();
    expect(await check('http://169.254.169.254/', proxy.url())).toMatchObject({
      outcome: 'down',
      reason: expect.stringContaining('never opened'),
    });
    expect(proxy.asked).toEqual([]);
  });
});

describe('the trace of a check by way of a proxy', () => {
  it('has a phase for the way to the target, one for its handshake, and its certificate', async () => {
    const target = await closing(startEchoTarget(answering(200), targetCertificate));
    const proxy = await closing(startTunnelProxy({ hold: () => wait(400) }));
    const trace = createTrace(systemClock, true);
    const page = askedPage(`https://127.0.0.1:${target.port}/`, {
      proxy: `http://127.0.0.1:${proxy.port}`,
      ca: targetCertificate.cert,
    });
    const outcome: ProbeOutcome = await runProbe(page, { dialer, trace });
    expect(outcome).toMatchObject({ outcome: 'up' });
    expect(trace.phases).toMatchObject({ dns: null, tls: expect.any(Number), first_byte: expect.any(Number) });
    expect(trace.phases.connect).toBeGreaterThan(399_000);
    expect(trace.phases.first_byte).toBeLessThan(399_000);
    expect(trace.seen.remote).toEqual({ address: '127.0.0.1', port: proxy.port });
    expect(trace.seen.certificate?.subject.CN).toBe('Target');
  });
});
