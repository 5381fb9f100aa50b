import { createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeTarget, TargetOf } from '../../../base/domain/check.ts';
import { encodePhases } from '../../../base/domain/phases.ts';
import { startHttpTarget } from '../../../testing/targets/http-target.ts';
import { listening, portOf, unusedPort } from '../../../testing/targets/tcp-target.ts';
import type { Pinger } from '../icmp/pinger.ts';
import { type ProbeRun, runProbe } from '../probes/conformance.ts';
import { toVerdict } from '../verdict.ts';
import { takeEvidence } from './take-evidence.ts';
import { createTrace } from './trace.ts';

const page = (url: string): TargetOf<'URL'> => ({
  kind: 'URL',
  url,
  metadata_tag: null,
  metadata_value: null,
  check_mode: 'http',
});

it('adds up the phases of redirects, and has the last request', async () => {
  const target = await startHttpTarget(async (request, response) => {
    await wait(100);
    if (request.url === '/') response.writeHead(302, { location: '/there' }).end();
    else response.end('there');
  });
  onTestFinished(() => target.close());
  const trace = createTrace(systemClock, true);

  await runProbe(page(`${target.url}/`), { trace });

  expect(trace.phases.first_byte).toBeGreaterThan(2 * 99_000);
  expect(trace.phases).toMatchObject({ dns: null, tls: null });
  expect(trace.seen.request?.url.pathname).toBe('/there');
});

it('keeps of an outage the answer with 2,048 bytes of its body, and of its cookie the name alone', async () => {
  const body = `{"token":"body-secret","status":"broken"}${'x'.repeat(5000)}`;
  const target = await startHttpTarget((_request, response) => {
    response.writeHead(503, 'Overloaded', {
      'set-cookie': ['sid=cookie-secret; Path=/', 'other=cookie-secret'],
      'content-type': 'application/json',
      location: '/next?access_token=query-secret&page=2',
    });
    response.end(body);
  });
  onTestFinished(() => target.close());
  const trace = createTrace(systemClock, true);
  const url = `${target.url.replace('http://', 'http://user:url-secret@')}/?api_key=query-secret&q=1`;

  const outcome = await runProbe(page(url), { trace });
  const check = { is_up: false, error_message: 'HTTP 503', response_time_us: 1000, packet_loss: null };
  const evidence = takeEvidence(check, trace);

  expect(outcome).toMatchObject({ outcome: 'down', status_code: 503 });
  expect(evidence.status_line).toBe('HTTP/1.1 503 Overloaded');
  expect(evidence.headers).toContainEqual({ name: 'set-cookie', value: '[removed]' });
  expect(evidence.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
  expect(evidence.headers).toContainEqual({ name: 'location', value: '/next?access_token=[removed]&page=2' });
  expect(Buffer.concat(trace.seen.body)).toHaveLength(2048);
  expect(evidence.body).toBe(body.slice(0, 2048).replace('"body-secret"', '"[removed]"'));
  expect(evidence.request).toMatchObject({ method: 'GET', url: `${target.url}/?api_key=[removed]&q=1` });
  expect(evidence.address).toBe(`127.0.0.1:${target.port}`);
  expect(JSON.stringify(evidence)).not.toMatch(/cookie-secret|body-secret|query-secret|url-secret/);
});

it('keeps phases alone where the check can decide nothing, and none of what was seen', async () => {
  const target = await startHttpTarget((_request, response) => void response.end('there'));
  onTestFinished(() => target.close());
  const trace = createTrace(systemClock, false);

  await runProbe(page(target.url), { trace });

  expect(trace.phases.connect).not.toBeNull();
  expect(trace.seen).toMatchObject({ request: null, remote: null, response: null, body: [] });
});

describe('evidence of a target that answers nothing', () => {
  /** The recorded response of a real check. */
  const evidenceFor = async (target: ProbeTarget, run: Omit<ProbeRun, 'trace'> = {}) => {
    const trace = createTrace(systemClock, true);
    const outcome = await runProbe(target, { ...run, trace });
    if (outcome.outcome === 'fault') throw new Error(outcome.message);
    const { is_up, error_message, ...measured } = toVerdict(outcome, {
      response_time_threshold_seconds: 5,
      failure_threshold: 1,
    });
    return { outcome, evidence: takeEvidence({ is_up, error_message, ...measured }, trace) };
  };
  const ping = (host: string) => ({ kind: 'ICMP_PING', host, packet_loss_threshold: 50 }) as const;
  /** A network that loses three of four echo requests. */
  const lossy: Pinger = {
    ping: async () => ({ sent: 4, received: 1, average_us: 1500, send_error: null }),
    close: () => undefined,
  };
  const pinged = {
    request: null,
    status_line: null,
    headers: [],
    body: null,
    certificate: null,
    phases: null,
  };

  it('has the address that was pinged, and how much was lost', async () => {
    const { outcome, evidence } = await evidenceFor(ping('192.0.2.7'), { pinger: lossy });
    expect(outcome.outcome).toBe('down');
    expect(evidence).toMatchObject({
      ...pinged,
      is_up: false,
      error_message: expect.stringContaining('packet loss of 75 %'),
      address: '192.0.2.7',
      resolved: null,
      packet_loss: 75,
      response_time: 0.0015,
    });
  });

  it('has what the name of a pinged host led to', async () => {
    const resolveName = async () => ['192.0.2.7', '192.0.2.8'].map((address) => ({ address, family: 4 }));
    const { evidence } = await evidenceFor(ping('router.test'), { pinger: lossy, dialer: { resolveName } });
    expect(evidence).toMatchObject({
      ...pinged,
      address: '192.0.2.7',
      packet_loss: 75,
      resolved: { name: 'router.test', addresses: ['192.0.2.7', '192.0.2.8'] },
    });
  });

  it('has them too of a host that answers again', async () => {
    const { evidence } = await evidenceFor(ping('127.99.1.2'));
    expect(evidence).toMatchObject({ ...pinged, is_up: true, address: '127.99.1.2', packet_loss: 0 });
  });

  it.each(['127.0.0.1', 'refusing.test'])('has the address that refused a connection to %s', async (host) => {
    const port = await unusedPort();
    const resolveName = async () => [{ address: '127.0.0.1', family: 4 }];
    const targets: ProbeTarget[] = [
      { kind: 'TCP_PORT', host, port, expected_response: null },
      page(`http://${host}:${port}/`),
    ];
    for (const target of targets) {
      const { evidence } = await evidenceFor(target, { dialer: { resolveName } });
      expect(evidence).toMatchObject({
        is_up: false,
        error_message: 'connection refused',
        packet_loss: null,
        address: `127.0.0.1:${port}`,
        resolved: host === '127.0.0.1' ? null : { name: host, addresses: ['127.0.0.1'] },
      });
    }
  });
});

it('has the phases up to a time-out', async () => {
  const silent = createTcpServer(() => undefined);
  await listening(silent);
  onTestFinished(() => void silent.close());
  const trace = createTrace(systemClock, true);

  const outcome = await runProbe(page(`http://127.0.0.1:${portOf(silent)}/`), { trace, timeoutSeconds: 0.3 });

  expect(outcome).toMatchObject({ outcome: 'down', response_time_us: null });
  await expect.poll(() => trace.phases).toMatchObject({ first_byte: null, transfer: null });
  expect(trace.phases.connect).not.toBeNull();
});

it('measures a check without a cost that distorts it: less than 0.005 ms', () => {
  const rounds = 20_000;
  // Only what a trace reads of a socket, because a real one would cost more than the measured code.
  const socket = { remoteAddress: '127.0.0.1', remotePort: 1 } as Socket;
  const once = (): void => {
    const trace = createTrace(systemClock, false);
    trace.resolved('a.example', []);
    trace.connected(socket);
    trace.ended('first_byte');
    trace.ended('transfer');
    encodePhases(trace.phases);
  };
  for (let at = 0; at < rounds; at += 1) once();
  const started = process.cpuUsage();
  for (let at = 0; at < rounds; at += 1) once();
  expect(process.cpuUsage(started).user / 1000 / rounds).toBeLessThan(0.005);
});
