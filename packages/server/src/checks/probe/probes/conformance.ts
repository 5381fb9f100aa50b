import type { GivenOptions } from '@upvigil/core/contract/monitor-kinds/kind-options';
import { type NetworkMonitorType, networkProbeTarget } from '@upvigil/core/contract/monitor-kinds/registry';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { ProbeOutcome, ProbeTarget, TargetOf } from '../../../base/domain/check.ts';
import {
  type Behaviour,
  behaviours,
  startTcpTarget,
  type TcpTarget,
  unusedPort,
} from '../../../testing/targets/tcp-target.ts';
import { createCheckCommands } from '../../commands/check-commands.ts';
import { createEvaluator } from '../assertions/evaluator.ts';
import { createDialer, type Dialer, type DialerOptions } from '../dialing/dialer.ts';
import { createStallDetector } from '../event-loop-stalls.ts';
import { createPinger, type Pinger } from '../icmp/pinger.ts';
import type { ProbeTools } from '../probe-tools.ts';
import { probeUnderDeadline } from '../probe-under-deadline.ts';
import { createTimeSlices } from '../time-slices.ts';
import type { Trace } from '../tracing/trace.ts';
import { probeTarget } from './registry.ts';

/** The target of a network monitor with these options. */
export function networkTarget<Kind extends NetworkMonitorType>(
  kind: Kind,
  fields: { host: string; port?: number; expected_response?: string | null; ip_family?: '4' | '6' },
  options: GivenOptions = {},
): TargetOf<Kind> {
  const target = networkProbeTarget(kind, {
    port: null,
    expected_response: null,
    packet_loss_threshold: null,
    ...fields,
    options,
  });
  if (target === null) throw new Error(`A ${kind} monitor needs a port`);
  return target as TargetOf<Kind>;
}

/** A kind of probe under test. */
interface ProbeSubject {
  /** The target of such a monitor at an address. */
  targetAt(host: string, port: number): ProbeTarget;
  /** A service that such a monitor finds up; null for a kind that needs only a host. */
  answering: Behaviour | null;
  /** A service that never stops sending. */
  dripping?: Behaviour;
  /** The reason for any service that does not answer; by default it names the failure of the connection. */
  unanswered?: RegExp;
}

export interface ProbeRun {
  timeoutSeconds?: number;
  dialer?: Dialer | DialerOptions;
  pinger?: Pinger;
  controller?: AbortController;
  trace?: Trace;
  ownName?: string | null;
}

/** Shared, because its thread takes most of a second to start. */
const evaluator = createEvaluator(systemClock);

/** Runs a probe as a check does: through the registry, under its deadline. */
export async function runProbe(target: ProbeTarget, run: ProbeRun = {}): Promise<ProbeOutcome> {
  const { timeoutSeconds = 5, dialer = {}, controller = new AbortController(), ownName = 'status.test' } = run;
  const pinger = run.pinger ?? createPinger({ clock: systemClock });
  const stallDetector = createStallDetector(systemClock);
  const tools: ProbeTools = {
    clock: systemClock,
    dialer: 'dial' in dialer ? dialer : createDialer(dialer),
    pinger,
    timeSlices: createTimeSlices(systemClock),
    evaluator,
    commands: createCheckCommands(),
    ownName,
    stallDetector,
    probe: probeTarget,
  };
  try {
    return await probeUnderDeadline(target, timeoutSeconds, tools, controller, run.trace);
  } finally {
    stallDetector.stop();
    if (!run.pinger) pinger.close();
  }
}

/** A resolver that fails for every name with this system error. */
const failingResolver = (code: string): DialerOptions => ({
  resolveName: (host) =>
    Promise.reject(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code, syscall: 'getaddrinfo' })),
});

/** A dialer whose host cannot connect at all. */
const failingDialer = (code: string): Dialer => {
  const fail = (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code, syscall: 'connect' }));
  return { dial: fail, dialUdp: fail, resolve: fail, lookup: () => undefined, systemResolvers: () => [] };
};

/** Requirements of every probe. */
export function describeProbeConformance(name: string, subject: ProbeSubject): void {
  describe(`${name}, as every probe,`, () => {
    const targets: TcpTarget[] = [];
    afterEach(async () => {
      await Promise.all(targets.splice(0).map((target) => target.close()));
    });
    const serve = async (behaviour: Behaviour): Promise<TcpTarget> => {
      const target = await startTcpTarget(behaviour);
      targets.push(target);
      return target;
    };
    const probe = (host: string, port: number, run?: ProbeRun): Promise<ProbeOutcome> =>
      runProbe(subject.targetAt(host, port), run);

    it('finds a target up that answers, and measures the time', async () => {
      const target = await serve(subject.answering ?? behaviours.silent());

      const outcome = await probe(target.host, target.port);

      expect(outcome).toMatchObject({ outcome: 'up', response_time_us: expect.any(Number) });
    });

    it('finds a name up that leads to the target', async () => {
      const target = await serve(subject.answering ?? behaviours.silent());
      const resolveName = async () => [{ address: target.host, family: 4 }];

      expect(await probe('service.test', target.port, { dialer: { resolveName } })).toMatchObject({ outcome: 'up' });
    });

    it('reports that a name does not exist', async () => {
      const outcome = await probe('nowhere.test', 1, { dialer: failingResolver('ENOTFOUND') });

      expect(outcome).toMatchObject({ outcome: 'down', reason: 'DNS name not found', response_time_us: null });
    });

    it('treats a resolver that does not answer as a fault of this machine', async () => {
      const outcome = await probe('service.test', 1, { dialer: failingResolver('EAI_AGAIN') });

      expect(outcome).toMatchObject({ outcome: 'fault', fault: 'resolver' });
    });

    it('treats an endless lookup as a fault of this machine', async () => {
      const resolveName = () => new Promise<never>(() => undefined);

      const outcome = await probe('service.test', 1, { timeoutSeconds: 0.1, dialer: { resolveName } });

      expect(outcome).toMatchObject({ outcome: 'fault', fault: 'resolver' });
    });

    it.each([
      ['EMFILE', 'file-descriptors'],
      ['EADDRNOTAVAIL', 'ports'],
      ['ENOMEM', 'memory'],
      ['ENETUNREACH', 'no-route'],
    ])('treats %s as a fault of this machine', async (code, reason) => {
      const outcome = await probe('127.0.0.1', 1, { dialer: failingDialer(code) });

      expect(outcome).toMatchObject({ outcome: 'fault', fault: reason });
    });

    it.each(['169.254.169.254', 'metadata.test'])(
      'never opens the cloud metadata service, asked for as %s',
      async (host) => {
        const resolveName = async () => [{ address: '169.254.169.254', family: 4 }];

        const outcome = await probe(host, 80, { dialer: { resolveName } });

        expect(outcome).toMatchObject({
          outcome: 'down',
          reason: 'link-local and cloud metadata addresses are never opened',
        });
      },
    );

    if (subject.answering === null) return;

    it('reports that the connection was refused', async () => {
      expect(await probe('127.0.0.1', await unusedPort())).toMatchObject({
        outcome: 'down',
        reason: expect.stringMatching(subject.unanswered ?? /^connection refused$/),
        response_time_us: null,
      });
    });

    it('reports that the connection was reset', async () => {
      const target = await serve(behaviours.resets());

      expect(await probe(target.host, target.port)).toMatchObject({
        outcome: 'down',
        reason: expect.stringMatching(subject.unanswered ?? /^connection reset$/),
      });
    });

    it('reports that the connection was closed without an answer', async () => {
      const target = await serve(behaviours.closes());

      const outcome = await probe(target.host, target.port);

      expect(outcome).toMatchObject({
        outcome: 'down',
        reason: expect.stringMatching(subject.unanswered ?? /^connection closed /),
      });
    });

    it.each([
      ['is silent', behaviours.silent()],
      ['drips', subject.dripping ?? behaviours.drips('x', 10)],
    ])('ends the check of a service that %s in time, and leaves no connection open', async (_, behaviour) => {
      const target = await serve(behaviour);
      const started = performance.now();

      const outcome = await probe(target.host, target.port, { timeoutSeconds: 0.3 });

      expect(performance.now() - started).toBeGreaterThanOrEqual(subject.unanswered ? 250 : 299);
      expect(outcome).toMatchObject({
        outcome: 'down',
        reason: expect.stringMatching(subject.unanswered ?? /^timed out after 0.3 s while /),
      });
      await vi.waitFor(() => expect(target.open()).toBe(0));
      expect(target.total()).toBe(1);
    });

    it('tries the next address when the first refuses', async () => {
      const target = await serve(subject.answering ?? behaviours.silent());
      const resolveName = async () => [
        { address: '127.0.0.77', family: 4 },
        { address: target.host, family: 4 },
      ];

      expect(await probe('service.test', target.port, { dialer: { resolveName } })).toMatchObject({ outcome: 'up' });
    });

    it('closes the connection at once when the answer is not needed any more', async () => {
      const target = await serve(behaviours.silent());
      const controller = new AbortController();
      const outcome = probe(target.host, target.port, { controller });
      await vi.waitFor(() => expect(target.open()).toBe(1));

      controller.abort({ outcome: 'fault', fault: 'shutting-down', message: 'enough' });

      expect(await outcome).toMatchObject({ fault: 'shutting-down' });
      await vi.waitFor(() => expect(target.open()).toBe(0));
    });

    it('is up or down, and never at fault, whatever bytes a target sends before it closes', async () => {
      let bytes = new Uint8Array();
      const target = await serve((socket) => socket.resume().end(bytes));

      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (sent) => {
          bytes = sent;
          expect((await probe(target.host, target.port)).outcome).toMatch(/^(up|down)$/);
        }),
        { numRuns: 20 },
      );
    });

    it('strips control characters from what a target says', async () => {
      const target = await serve(behaviours.closes('\u001b[31mboo\u0000\r\n'));

      const outcome = await probe(target.host, target.port);

      expect(JSON.stringify(outcome)).not.toMatch(/\\u00[01]/);
      expect(outcome).toMatchObject({ outcome: 'down' });
    });
  });
}
