import type { ProbeTarget } from '@upvigil/server/base/domain/check';
import { runProbe } from '@upvigil/server/checks/probe/probes/conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countConnections, type RealServer, type ServerProgram, skipNote } from './server-program.ts';

/** A kind of monitor and its real server. */
interface RealServerSubject {
  /** Of a Debian package; null for a server from npm. */
  program: ServerProgram | null;
  start(): Promise<RealServer>;
  /** Monitors that find the server up, by what their checks do. */
  up(port: number): Readonly<Record<string, ProbeTarget>>;
  /** Options that the server refuses; a wrong password by default. */
  refusal?: string;
  /** A monitor that the server refuses, and the reason. */
  refused(port: number): { target: ProbeTarget; reason: string };
  /** Open connections of monitors as the server counts them; by default as the kernel does. */
  countConnections?(port: number): Promise<number>;
  /** The reason while the server is stopped; 'connection refused' by default. */
  stopped?(port: number): string;
}

const checkCount = 200;
const checksAtOnce = 20;

/** The requirements for a kind on its real server. */
export function describeRealServer(title: string, subject: RealServerSubject): void {
  const note = subject.program === null ? '' : skipNote(subject.program);
  describe.skipIf(note !== '')(`${title}${note}`, () => {
    let server: RealServer;
    beforeAll(async () => {
      server = await subject.start();
    });
    afterAll(() => server?.stop());

    it('finds the server up', async () => {
      for (const [what, target] of Object.entries(subject.up(server.port))) {
        expect(await runProbe(target), what).toMatchObject({ outcome: 'up' });
      }
    });

    it(`is down with ${subject.refusal ?? 'a wrong password'}`, async () => {
      const { target, reason } = subject.refused(server.port);

      expect(await runProbe(target)).toMatchObject({ outcome: 'down', reason });
    });

    it(`leaves no connection open after ${checkCount} checks, half of them failing`, async () => {
      const targets = [...Object.values(subject.up(server.port))];
      const { target: refused } = subject.refused(server.port);
      let downCount = 0;
      for (let first = 0; first < checkCount; first += checksAtOnce) {
        const checks = Array.from({ length: checksAtOnce }, (_, at) =>
          runProbe(at % 2 === 0 ? refused : (targets[((first + at - 1) / 2) % targets.length] ?? refused), {
            timeoutSeconds: 20,
          }),
        );
        const outcomes = await Promise.all(checks);
        downCount += outcomes.filter(({ outcome }) => outcome === 'down').length;
      }

      expect(downCount).toBe(checkCount / 2);
      const { countConnections: count = countConnections } = subject;
      await expect.poll(() => count(server.port)).toBe(0);
    });

    it('is down while the server is stopped', async () => {
      const [target = subject.refused(server.port).target] = Object.values(subject.up(server.port));
      await server.stop();

      expect(await runProbe(target)).toMatchObject({
        outcome: 'down',
        reason: subject.stopped?.(server.port) ?? 'connection refused',
      });
    });
  });
}
