import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type PhaseName, phaseNames } from '@upvigil/core/contract/names/states';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import type { TargetOf } from '../../packages/server/src/base/domain/check.ts';
import { decodePhases, encodePhases } from '../../packages/server/src/base/domain/phases.ts';
import { createDialer, type Dialer } from '../../packages/server/src/checks/probe/dialing/dialer.ts';
import { runProbe } from '../../packages/server/src/checks/probe/probes/conformance.ts';
import { createTrace, type Trace } from '../../packages/server/src/checks/probe/tracing/trace.ts';
import { type Certificate, makeCertificate } from '../../packages/server/src/testing/targets/certificates.ts';
import { startDnsServer } from '../../packages/server/src/testing/targets/dns-server.ts';
import { askedPage } from '../../packages/server/src/testing/targets/echo-target.ts';
import { listening, portOf } from '../../packages/server/src/testing/targets/tcp-target.ts';
import { startTunnelProxy } from '../../packages/server/src/testing/targets/tunnel-proxy.ts';

/** Delays a phase of a check, and measures the true delay, which is longer on a busy machine. */
interface Holding {
  (phase: PhaseName): Promise<void>;
  /** In milliseconds, for the newest check. */
  readonly held: Partial<Record<PhaseName, number>>;
}

function createHolding(milliseconds: number): Holding {
  const held: Partial<Record<PhaseName, number>> = {};
  const hold = async (phase: PhaseName): Promise<void> => {
    const began = performance.now();
    await wait(milliseconds);
    held[phase] = performance.now() - began;
  };
  return Object.assign(hold, { held });
}

/** Serves a page over TLS, and delays the handshake, the first byte and the rest of the body. Returns its port. */
async function serveSlowly(certificate: Certificate, hold: Holding): Promise<number> {
  const secure = createTlsServer(certificate, async (_request, response) => {
    await hold('first_byte');
    response.write('first');
    await hold('transfer');
    response.end('last');
  });
  // A relay in front of it that delays the handshake.
  const door = createTcpServer(async (client: Socket) => {
    await hold('tls');
    secure.emit('connection', client);
  });
  await listening(door);
  onTestFinished(() => void door.close());
  return portOf(door);
}

interface Measured {
  trace: Trace;
  /** Delay of each phase in milliseconds. */
  held: Readonly<Partial<Record<PhaseName, number>>>;
  /** In microseconds. */
  total: number;
}

const checksMeasured = 5;

/**
 * Of several checks, the one with the least time beyond its delays: other work of the machine only adds to a time. The
 * first check compiles code and reads files.
 */
async function measure(target: TargetOf<'URL'>, dialer: Dialer, { held }: Holding): Promise<Measured> {
  const measured: Measured[] = [];
  for (let check = 0; check <= checksMeasured; check += 1) {
    const trace = createTrace(systemClock, true);
    const outcome = await runProbe(target, { dialer, trace });
    expect(outcome).toMatchObject({ outcome: 'up' });
    const total = 'response_time_us' in outcome ? (outcome.response_time_us ?? 0) : 0;
    if (check > 0) measured.push({ trace, held: { ...held }, total });
  }
  const [least] = measured.sort((one, other) => addedTime(one) - addedTime(other));
  if (!least) throw new Error('nothing was measured');
  return least;
}

const addedTime = ({ held, total }: Measured): number =>
  total / 1000 - Object.values(held).reduce((sum, milliseconds) => sum + milliseconds, 0);

/** Each phase in the history is right within 10 percent, and together they are the time of the check. */
function expectBars({ phases }: Trace, held: Readonly<Record<PhaseName, number>>, total: number): void {
  const bars = decodePhases(encodePhases(phases) ?? 0);
  for (const phase of phaseNames) {
    expect(Math.abs((bars[phase] ?? 0) / 1000 / held[phase] - 1), phase).toBeLessThan(0.1);
  }
  const sum = phaseNames.reduce((together, phase) => together + (phases[phase] ?? 0), 0);
  expect(Math.abs(sum / total - 1)).toBeLessThan(0.01);
}

const everyPhase = Object.fromEntries(phaseNames.map((phase) => [phase, expect.any(Number)]));

it('13.1: of a target that delays each phase by 200 ms, each bar is right within 10 %', async () => {
  const hold = createHolding(200);
  const certificate = await makeCertificate();
  const port = await serveSlowly(certificate, hold);
  const names = await startDnsServer(0, { 'proxy.test': 'right' }, () => hold('dns'));
  onTestFinished(() => names.close());
  // Loopback connections cannot be slow, so a proxy delays the connection.
  const proxy = await startTunnelProxy({ hold: () => hold('connect') });
  onTestFinished(proxy.close);
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${names.port}`]);
  const resolveName = async (name: string) =>
    (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }));
  const target = askedPage(`https://localhost:${port}/`, {
    ca: certificate.cert,
    proxy: `http://proxy.test:${proxy.port}`,
  });

  const { trace, held, total } = await measure(target, createDialer({ resolveName }), hold);

  expect(held).toEqual(everyPhase);
  expectBars(trace, held as Record<PhaseName, number>, total);
  expect(Object.values(held).every((milliseconds) => milliseconds >= 199)).toBe(true);
});

/** Listens on a port of 127.0.0.2 with a full queue: connections get no answer. */
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

it('13.1: where the first address of a name is silent, its time is that of the connection', async () => {
  const hold = createHolding(200);
  const certificate = await makeCertificate();
  const port = await serveSlowly(certificate, hold);
  await holdConnections(port);
  const resolveName = async () => {
    await hold('dns');
    return ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
  };
  const dialer = createDialer({ resolveName, trustedCertificates: [certificate.cert] });
  const page = { kind: 'URL', metadata_tag: null, metadata_value: null, check_mode: 'http' } as const;

  const { trace, held, total } = await measure({ ...page, url: `https://localhost:${port}/` }, dialer, hold);

  // The second address is tried after 500 ms.
  expectBars(trace, { ...(held as Record<PhaseName, number>), connect: 500 }, total);
  expect(trace.seen.certificate?.fingerprint256).toBeDefined();
  expect(trace.seen.resolved?.addresses.map(({ address }) => address)).toEqual(['127.0.0.2', '127.0.0.1']);
  expect(trace.seen.remote).toEqual({ address: '127.0.0.1', port });
});
