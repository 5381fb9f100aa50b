import { describe, expect, it } from 'vitest';
import { createDialer } from '../dialing/dialer.ts';
import type { Echoes } from '../icmp/ping.ts';
import type { Pinger } from '../icmp/pinger.ts';
import { describeProbeConformance, runProbe } from './conformance.ts';

describeProbeConformance('the ping probe', {
  targetAt: (host) => ({ kind: 'ICMP_PING', host, packet_loss_threshold: 50 }),
  answering: null,
});

/** A network with these replies, by address. */
const pingerOf = (answers: Record<string, Partial<Echoes> | { unavailable: string }>): Pinger => ({
  ping: async (address) => {
    const answer = answers[address] ?? {};
    return 'unavailable' in answer ? answer : { sent: 4, received: 0, average_us: null, send_error: null, ...answer };
  },
  close: () => undefined,
});

describe('the ping probe', () => {
  const target = (host: string, packet_loss_threshold = 50) =>
    ({ kind: 'ICMP_PING', host, packet_loss_threshold }) as const;

  it.each(['127.99.1.2', '::1'])('counts four answers of %s', async (host) => {
    const outcome = await runProbe(target(host));

    expect(outcome).toMatchObject({ outcome: 'up', packet_loss: 0, status_code: null });
    expect(outcome.outcome === 'up' && (outcome.response_time_us ?? Number.NaN)).toBeLessThan(50_000);
  });

  it.each([
    [3, 50, 'up', 25],
    [2, 50, 'up', 50],
    [1, 50, 'down', 75],
    [3, 0, 'down', 25],
    [0, 100, 'down', 100],
    [1, 100, 'up', 75],
  ])('with %i of 4 answers and %i %% loss allowed it finds a host %s', async (received, allowed, expected, loss) => {
    const pinger = pingerOf({ '10.0.0.1': { received, average_us: received > 0 ? 1500 : null } });

    const outcome = await runProbe(target('10.0.0.1', allowed), { pinger });

    expect(outcome).toMatchObject({ outcome: expected, packet_loss: loss });
  });

  it('gives the reason in words', async () => {
    const pinger = pingerOf({ '10.0.0.1': { received: 1, average_us: 1 }, '10.0.0.2': {} });

    expect(await runProbe(target('10.0.0.1'), { pinger })).toMatchObject({
      reason: 'packet loss of 75 %, more than the 50 % allowed',
    });
    expect(await runProbe(target('10.0.0.2'), { pinger })).toMatchObject({ reason: 'no answer to 4 echo requests' });
  });

  it('tries the IPv4 address when this host has no IPv6', async () => {
    const dialer = createDialer({
      resolveName: async () => [
        { address: '2001:db8::1', family: 6 },
        { address: '10.0.0.1', family: 4 },
      ],
    });
    const pinger = pingerOf({
      '2001:db8::1': { sent: 1, send_error: 'ENETUNREACH' },
      '10.0.0.1': { received: 4, average_us: 900 },
    });

    expect(await runProbe(target('both.test'), { dialer, pinger })).toMatchObject({
      outcome: 'up',
      response_time_us: 900,
    });
  });

  it('treats a missing route as a fault of this machine, and an unreachable host as down', async () => {
    const pinger = pingerOf({ '10.0.0.1': { send_error: 'ENETUNREACH' }, '127.0.0.9': { send_error: 'EHOSTUNREACH' } });

    expect(await runProbe(target('10.0.0.1'), { pinger })).toMatchObject({ outcome: 'fault', fault: 'no-route' });
    expect(await runProbe(target('127.0.0.9'), { pinger })).toMatchObject({
      outcome: 'down',
      reason: 'host unreachable',
    });
  });

  it('treats a machine that cannot ping as a fault, with the remedy', async () => {
    const pinger = pingerOf({ '10.0.0.1': { unavailable: 'no ICMP socket (EPERM). Run as root' } });

    expect(await runProbe(target('10.0.0.1'), { pinger })).toEqual({
      outcome: 'fault',
      fault: 'ping-unavailable',
      message: 'no ICMP socket (EPERM). Run as root',
    });
  });
});
