import { connect, type Socket } from 'node:net';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type NetworkMonitorType, networkProbeTarget } from '@upvigil/core/contract/monitor-kinds/registry';
import { runProbe } from '@upvigil/server/checks/probe/probes/conformance';
import { startTcpTarget } from '@upvigil/server/testing/targets/tcp-target';
import { describe, expect, it, vi } from 'vitest';
import { type KindServer, startKindServers } from '../support/targets/kind-servers.ts';

const servers = (await startKindServers()).filter(({ type, port }) => port !== null && type !== 'TCP_PORT');
/** Answers are cut at this many places. */
const cuts = 25;
const silentSeconds = 0.2;

const endings = {
  close: (client: Socket) => void client.end(),
  reset: (client: Socket) => void client.resetAndDestroy(),
  silence: () => undefined,
};

/** Passes on `most` of the bytes that a server sends, one by one. */
async function passOn(server: Socket, client: Socket, most: number, end: (client: Socket) => void): Promise<void> {
  let passed = 0;
  for await (const chunk of server) {
    for (const byte of chunk as Buffer) {
      passed += 1;
      if (passed === most + 1) end(client);
      if (passed > most) break;
      client.write(Buffer.from([byte]));
      await yieldToEventLoop();
    }
  }
}

async function probeThroughRelay(
  { type, port, options }: KindServer,
  most: number,
  end: (client: Socket) => void,
  timeoutSeconds = 5,
) {
  let received = 0;
  const relay = await startTcpTarget((client) => {
    client.setNoDelay(true);
    const server = connect(port ?? 0, '127.0.0.1');
    client.on('data', (bytes) => server.write(bytes));
    client.on('close', () => {
      received = client.bytesWritten;
      server.destroy();
    });
    // The probe may close the connection first.
    passOn(server, client, most, end).catch(() => client.end());
  });
  const fields = { host: relay.host, port: relay.port, expected_response: null, packet_loss_threshold: null, options };
  const target = networkProbeTarget(type as NetworkMonitorType, fields);
  if (target === null) throw new Error(`${type} needs a port`);
  const began = performance.now();
  const outcome = await runProbe(target, { timeoutSeconds });
  const took = performance.now() - began;
  await vi.waitFor(() => expect(relay.open()).toBe(0));
  await relay.close();
  return { outcome, took, received };
}

describe.each(servers)('a server of $type', (server) => {
  it('is up when its answer arrives byte by byte', { timeout: 20_000 }, async () => {
    const { outcome } = await probeThroughRelay(server, Number.POSITIVE_INFINITY, endings.silence);
    expect(outcome).toMatchObject({ outcome: 'up' });
  });

  it.each(Object.entries(endings))(
    'is up or down in time when its answer ends by %s',
    { timeout: 120_000 },
    async (_, end) => {
      const whole = await probeThroughRelay(server, Number.POSITIVE_INFINITY, endings.close);
      const step = Math.max(1, Math.floor(whole.received / cuts));
      for (let most = 0; most < whole.received; most += step) {
        const { outcome, took } = await probeThroughRelay(
          server,
          most,
          end,
          end === endings.silence ? silentSeconds : 5,
        );
        expect(outcome.outcome).toMatch(/^(up|down)$/);
        if (end === endings.silence && outcome.outcome === 'down') expect(outcome.reason).toMatch(/^timed out after /);
        expect(took).toBeLessThan(2_000);
      }
    },
  );
});
