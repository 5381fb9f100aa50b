import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import { checksum, decodeEchoReply, encodeEchoRequest } from './echo-packet.ts';
import type { EchoReply, IcmpSocket } from './icmp-socket.ts';
import type { PingOptions } from './ping.ts';
import { createPinger } from './pinger.ts';
import { createSocketPing } from './socket-ping.ts';
import { readPingOutput } from './spawned-ping.ts';

const optionsOf = (waitFor: number, changes: Partial<PingOptions> = {}): PingOptions => ({
  count: 4,
  gap: 10,
  giveUpAt: systemClock.monotonic() + waitFor,
  signal: new AbortController().signal,
  ...changes,
});

describe('echo packets', () => {
  const token = { cookie: 0xdeadbeef, number: 70_000 };

  it.each([4, 6] as const)('of IPv%i carry our token there and back', (family) => {
    const packet = encodeEchoRequest(family, 0x1234, token);
    expect(decodeEchoReply(family, packet, false)).toBeNull();

    packet[0] = family === 4 ? 0 : 129;
    expect(decodeEchoReply(family, packet, false)).toEqual(token);
  });

  it('have a checksum that adds up', () => {
    expect(checksum(encodeEchoRequest(4, 1, token))).toBe(0);
  });

  it('are found behind the IP header that raw sockets give', () => {
    const packet = encodeEchoRequest(4, 1, token);
    packet[0] = 0;
    const header = Buffer.alloc(24);
    header[0] = 0x46;

    expect(decodeEchoReply(4, Buffer.concat([header, packet]), true)).toEqual(token);
  });

  it('that are cut short are no answers', () => {
    expect(decodeEchoReply(4, Buffer.alloc(0), true)).toBeNull();
    expect(decodeEchoReply(4, Buffer.alloc(12), false)).toBeNull();
  });
});

describe('pinging over a socket', () => {
  /** A network in which `answer` returns the delay of each reply in microseconds; null for none. */
  function fakeSocket(answer: (number: number) => number | null, error: string | null = null): IcmpSocket {
    const replies: EchoReply[] = [];
    return {
      send(number) {
        const after = answer(number);
        if (after !== null) replies.push({ number, received_at: BigInt(after) * 1000n });
        return { sent_at: 0n, error };
      },
      receive: () => replies.shift() ?? null,
      close: () => undefined,
    };
  }

  it("averages the round trips by the kernel's timestamps, however late they are read", async () => {
    const { ping } = createSocketPing(
      fakeSocket((number) => number * 100),
      systemClock,
    );

    expect(await ping('10.0.0.1', optionsOf(2000))).toEqual({
      sent: 4,
      received: 4,
      average_us: 250,
      send_error: null,
    });
  });

  it('waits for missing answers until it is time to give up', async () => {
    const { ping } = createSocketPing(
      fakeSocket((number) => (number % 2 === 0 ? 500 : null)),
      systemClock,
    );
    const started = performance.now();

    expect(await ping('10.0.0.1', optionsOf(500))).toMatchObject({ sent: 4, received: 2, average_us: 500 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(499);
  });

  it('does not use a clock that was set meanwhile', async () => {
    const { ping } = createSocketPing(
      fakeSocket(() => 3_600_000_000),
      systemClock,
    );

    const echoes = await ping('10.0.0.1', optionsOf(2000));

    expect('average_us' in echoes && echoes.average_us).toBeLessThan(1_000_000);
  });

  it('sends no more after an error', async () => {
    const { ping } = createSocketPing(
      fakeSocket(() => null, 'ENETUNREACH'),
      systemClock,
    );

    expect(await ping('10.0.0.1', optionsOf(2000))).toEqual({
      sent: 1,
      received: 0,
      average_us: null,
      send_error: 'ENETUNREACH',
    });
  });

  it('ends at once when the answer is not needed any more', async () => {
    const { ping } = createSocketPing(
      fakeSocket(() => null),
      systemClock,
    );
    const controller = new AbortController();
    const echoes = ping('10.0.0.1', optionsOf(60_000, { signal: controller.signal }));

    controller.abort();

    expect(await echoes).toMatchObject({ received: 0 });
  });

  it('keeps 200 pings at a time apart, on a real socket', async () => {
    const pinger = createPinger({ clock: systemClock });
    const hosts = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`);

    const all = await Promise.all(hosts.map((host) => pinger.ping(host, optionsOf(5000))));

    expect(all.filter((echoes) => 'received' in echoes && echoes.received === 4)).toHaveLength(200);
    pinger.close();
  });
});

describe('pinging by the ping program', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'upvigil-ping-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const noSocket = () => Promise.reject(new Error('EPERM'));
  const pingBy = async (script: string): Promise<unknown> => {
    const pingCommand = join(folder, 'ping');
    await writeFile(pingCommand, `#!/bin/sh\n${script}\n`);
    await chmod(pingCommand, 0o755);
    return createPinger({ clock: systemClock, pingCommand, loadCalls: noSocket }).ping('10.0.0.1', optionsOf(3000));
  };

  it('reads its summary', async () => {
    const script = `echo "4 packets transmitted, 3 received, 25% packet loss, time 3004ms"
echo "rtt min/avg/max/mdev = 0.030/0.412/0.900/0.1 ms"`;

    expect(await pingBy(script)).toEqual({ sent: 4, received: 3, average_us: 412, send_error: null });
  });

  it('gives it the host behind --, and the English language', async () => {
    const script = `[ "$LC_ALL $*" = "C -n -c 4 -i 0.01 -w 2 -- 10.0.0.1" ] || exit 2
echo "4 packets transmitted, 0 received"`;

    expect(await pingBy(script)).toMatchObject({ sent: 4, received: 0, average_us: null });
  });

  it('reports why neither method works, and the remedy', async () => {
    expect(await pingBy('echo "socket: Operation not permitted" >&2; exit 2')).toEqual({
      unavailable: expect.stringMatching(/no ICMP socket \(EPERM\).*Operation not permitted.*ping_group_range/),
    });
    const pinger = createPinger({ clock: systemClock, pingCommand: join(folder, 'none'), loadCalls: noSocket });
    expect(await pinger.ping('10.0.0.1', optionsOf(1000))).toEqual({ unavailable: expect.stringContaining('ENOENT') });
  });

  it.each([
    [
      'BusyBox',
      '4 packets transmitted, 4 packets received, 0% packet loss\nround-trip min/avg/max = 0.1/0.2/0.3 ms',
      200,
    ],
    [
      'macOS',
      '4 packets transmitted, 4 packets received, 0.0% packet loss\nround-trip min/avg/max/stddev = 0.1/0.25/0.3/0 ms',
      250,
    ],
  ])('reads the summary of %s', (_, output, average_us) => {
    expect(readPingOutput(output)).toEqual({ sent: 4, received: 4, average_us, send_error: null });
  });

  it.each(['0', '00'])('reads nothing where %s packets were transmitted', (sent) => {
    expect(readPingOutput(`${sent} packets transmitted, 0 packets received`)).toBeNull();
  });
});
