import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../clock.ts';
import type { TargetOf } from '../../domain/check.ts';
import { decodePhases, encodePhases, type PhaseTimes } from '../../domain/phases.ts';
import { makeCertificate } from '../../testing/targets/certificates.ts';
import { startHttpTarget } from '../../testing/targets/http-target.ts';
import { listening, portOf } from '../../testing/targets/tcp-target.ts';
import { createDialer } from '../dialing/dialer.ts';
import { runProbe } from '../probes/conformance.ts';
import { takeEvidence } from './take-evidence.ts';
import { createTrace } from './trace.ts';

const page = (url: string): TargetOf<'URL'> => ({
  ...{ kind: 'URL', url, metadata_tag: null, metadata_value: null, check_mode: 'http' },
});

/** What a delay of so many milliseconds may measure as: 10 percent more, and what a busy machine adds. */
function expectAbout(microseconds: number | null, milliseconds: number): void {
  expect(microseconds).toBeGreaterThan(milliseconds * 1000 * 0.95);
  expect(microseconds).toBeLessThan(milliseconds * 1000 * 1.1 + 40_000);
}

/** Listens on a port of 127.0.0.2 with a full queue: whoever connects hears nothing. */
async function holdConnections(port: number): Promise<void> {
  const worker = new Worker(
    `const { createServer } = require('node:net');
     const { parentPort, workerData } = require('node:worker_threads');
     createServer().listen({ port: workerData, host: '127.0.0.2', backlog: 1 }, () => {
       parentPort.postMessage('listening');
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true, workerData: port },
  );
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, 'message');
  await wait(50);
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.2').on('error', () => undefined));
  onTestFinished(() => {
    for (const filler of fillers) filler.destroy();
  });
  await wait(50);
}

it('tells where the time went: name, connection, handshake, first byte and body are each delayed, and each is right', async () => {
  const certificate = await makeCertificate();
  const secure = createTlsServer(certificate, async (_request, response) => {
    await wait(200);
    response.write('first');
    await wait(200);
    response.end('last');
  });
  // In front of it, a door that lets the handshake wait.
  const door = createTcpServer(async (client) => {
    await wait(200);
    secure.emit('connection', client);
  });
  await listening(door);
  onTestFinished(() => void door.close());
  const port = portOf(door);
  await holdConnections(port);
  const resolveName = async () => {
    await wait(200);
    return ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
  };
  // Made before the time begins: it reads all well-known certificates.
  const dialer = createDialer({ resolveName, trustedCertificates: [certificate.cert] });
  const trace = createTrace(systemClock, true);

  const outcome = await runProbe(page(`https://localhost:${port}/`), { dialer, trace });

  expect(outcome).toMatchObject({ outcome: 'up' });
  const { phases } = trace;
  expectAbout(phases.dns, 200);
  // The first address is silent, and the second is tried after 500 ms.
  expectAbout(phases.connect, 500);
  expectAbout(phases.tls, 200);
  expectAbout(phases.first_byte, 200);
  expectAbout(phases.transfer, 200);
  const sum = Object.values(phases).reduce<number>((total, time) => total + (time ?? 0), 0);
  const total = 'response_time_us' in outcome ? (outcome.response_time_us ?? 0) : 0;
  expect(Math.abs(sum - total)).toBeLessThan(5000);
  const stored = decodePhases(encodePhases(phases) ?? 0);
  for (const phase of Object.keys(phases) as (keyof PhaseTimes)[]) {
    expect(Math.abs((stored[phase] ?? 0) / (phases[phase] ?? 1) - 1)).toBeLessThan(0.04);
  }
  expect(trace.seen.certificate?.fingerprint256).toBeDefined();
  expect(trace.seen.resolved?.addresses.map(({ address }) => address)).toEqual(['127.0.0.2', '127.0.0.1']);
  expect(trace.seen.remote).toEqual({ address: '127.0.0.1', port });
});

it('sums the phases of redirects, and tells of the last request', async () => {
  const target = await startHttpTarget(async (request, response) => {
    await wait(100);
    if (request.url === '/') response.writeHead(302, { location: '/there' }).end();
    else response.end('there');
  });
  onTestFinished(() => target.close());
  const trace = createTrace(systemClock, true);

  await runProbe(page(`${target.url}/`), { trace });

  expectAbout(trace.phases.first_byte, 200);
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

it('tells the phases up to a time-out', async () => {
  const silent = createTcpServer(() => undefined);
  await listening(silent);
  onTestFinished(() => void silent.close());
  const trace = createTrace(systemClock, true);

  const outcome = await runProbe(page(`http://127.0.0.1:${portOf(silent)}/`), { trace, timeoutSeconds: 0.3 });

  expect(outcome).toMatchObject({ outcome: 'down', response_time_us: null });
  await vi.waitFor(() => expect(trace.phases).toMatchObject({ first_byte: null, transfer: null }));
  expect(trace.phases.connect).not.toBeNull();
});

it('measures a check without a cost that distorts it: less than 0.005 ms', () => {
  const rounds = 20_000;
  const socket = { remoteAddress: '127.0.0.1', remotePort: 1 } as never;
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
