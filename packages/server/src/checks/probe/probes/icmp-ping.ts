import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { defaults } from '@upvigil/core/defaults';
import type { ProbeOutcome, TargetOf } from '../../../base/domain/check.ts';
import { hasRoute } from '../dialing/local-route.ts';
import { down, nothingMeasured, outcomeOfError, silent } from '../failure-text.ts';
import { fault } from '../faults.ts';
import type { Echoes, PingUnavailable } from '../icmp/ping.ts';
import type { Probe, ProbeContext } from './probe.ts';

/** The wait for replies ends this much before the deadline, so that the result is their count instead of a timeout. */
const marginBeforeDeadlineMilliseconds = 25;

/** Sends 4 echo requests, 200 ms apart, and counts the replies. */
export const probeIcmpPing: Probe<'ICMP_PING'> = async (target, context) => {
  const { dialer, step } = context;
  try {
    step('looking up the name');
    const addresses = await dialer.resolve(target.host, step, target.ip_family);
    step('waiting for echo replies');
    return outcomeOf(await pingFirstReachable(target.host, addresses, context), target);
  } catch (error) {
    return outcomeOfError(error);
  }
};

/** `has_route`: set if the error leaves open whether this host has a route to the address. */
type PingedAddress = Echoes & { has_route?: boolean };

/** Errors that may or may not mean that this host has no route. */
const unclearErrors: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'EINVAL']);

/** Pings the first usable address: a name may have an IPv6 address on a host without IPv6. */
async function pingFirstReachable(
  name: string,
  addresses: LookupAddress[],
  { pinger, deadline, signal, trace }: ProbeContext,
): Promise<PingedAddress | PingUnavailable> {
  const options = {
    count: defaults.ping.echoRequests,
    gap: defaults.ping.gapMilliseconds,
    giveUpAt: deadline - marginBeforeDeadlineMilliseconds,
    signal,
  };
  let last: PingedAddress | PingUnavailable = { unavailable: 'the name has no address' };
  const resolved = isIP(name) ? null : { name, addresses };
  for (const { address } of addresses) {
    trace.pings(address, resolved);
    const echoes = await pinger.ping(address, options);
    if ('unavailable' in echoes || echoes.send_error === null) return echoes;
    last = { ...echoes, ...(unclearErrors.has(echoes.send_error) ? { has_route: await hasRoute(address) } : {}) };
  }
  return last;
}

function outcomeOf(echoes: PingedAddress | PingUnavailable, target: TargetOf<'ICMP_PING'>): ProbeOutcome {
  if ('unavailable' in echoes) return fault('ping-unavailable', echoes.unavailable);
  const { sent, received, average_us, send_error, has_route } = echoes;
  if (received === 0 && send_error !== null) {
    return outcomeOfError(Object.assign(new Error('echo request not sent'), { code: send_error, has_route }));
  }
  const packet_loss = ((sent - received) / sent) * 100;
  const measured = { response_time_us: average_us, packet_loss };
  if (received === 0) return silent(`no answer to ${sent} echo requests`, measured);
  if (packet_loss > target.packet_loss_threshold) {
    const limit = `more than the ${target.packet_loss_threshold} % allowed`;
    return down(`packet loss of ${Math.round(packet_loss)} %, ${limit}`, measured);
  }
  return { outcome: 'up', ...nothingMeasured, ...measured };
}
