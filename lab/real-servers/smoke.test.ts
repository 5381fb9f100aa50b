import type { ProbeTarget } from '@upvigil/server/base/domain/check';
import { networkTarget, runProbe } from '@upvigil/server/checks/probe/probes/conformance';
import { describe, expect, it } from 'vitest';
import { type RealServer, type ServerProgram, skipNote } from '../support/real-servers/server-program.ts';
import { startMariaDb, startMosquitto, startRedis, startUnbound } from '../support/real-servers/servers.ts';

const host = '127.0.0.1';

interface Smoke {
  start(): Promise<RealServer>;
  target(port: number): ProbeTarget;
}

/** One check of each real server, as a part of `npm test`. The deep part `real-servers` proves the rest. */
const servers: Record<ServerProgram, Smoke> = {
  'redis-server': { start: () => startRedis(), target: (port) => networkTarget('REDIS', { host, port }) },
  mariadbd: { start: () => startMariaDb(), target: (port) => networkTarget('MYSQL', { host, port }) },
  mosquitto: { start: () => startMosquitto(), target: (port) => networkTarget('MQTT', { host, port }) },
  unbound: {
    start: () => startUnbound(['shop.zone.test. A 192.0.2.1']),
    target: (port) => networkTarget('DNS', { host: 'shop.zone.test' }, { resolvers: [`${host}:${port}`] }),
  },
};

describe('a monitor', () => {
  for (const [name, { start, target }] of Object.entries(servers)) {
    const note = skipNote(name as ServerProgram);
    it.skipIf(note !== '').concurrent(`finds ${name} up${note}`, async () => {
      const server = await start();
      try {
        expect(await runProbe(target(server.port))).toMatchObject({ outcome: 'up' });
      } finally {
        await server.stop();
      }
    });
  }
});
