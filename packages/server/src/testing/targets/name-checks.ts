import { systemClock } from '../../clock.ts';
import { createDialer } from '../../monitoring/dialer.ts';
import { createPinger } from '../../monitoring/icmp/pinger.ts';
import { createLoopWatch } from '../../monitoring/loop-watch.ts';
import { probeUnderDeadline } from '../../monitoring/probe-under-deadline.ts';
import { probeTarget } from '../../monitoring/probes/registry.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';
import { behaviours, startTcpTarget } from './tcp-target.ts';

/** One step: names change, then all of `check` are checked at one time. */
export interface NameStep {
  names?: DnsServer['names'];
  check: readonly string[];
  timeout_seconds?: number;
}

/** A process whose only name server is its own: checks names by the resolver of the host, and writes the outcomes. */
async function runSteps(steps: readonly NameStep[]): Promise<unknown[]> {
  const server = await startDnsServer(53, {});
  const target = await startTcpTarget(behaviours.silent());
  const clock = systemClock;
  const pinger = createPinger({ clock });
  const tools = { clock, dialer: createDialer(), pinger, loopWatch: createLoopWatch(clock), probe: probeTarget };
  const check = (host: string, seconds: number) =>
    probeUnderDeadline(
      { kind: 'TCP_PORT', host, port: target.port, expected_response: null },
      seconds,
      tools,
      new AbortController(),
    );
  const outcomes: unknown[] = [];
  for (const { names, check: hosts, timeout_seconds = 2 } of steps) {
    Object.assign(server.names, names);
    outcomes.push(await Promise.all(hosts.map((host) => check(host, timeout_seconds))));
  }
  return outcomes;
}

process.stdout.write(JSON.stringify(await runSteps(JSON.parse(process.argv[2] ?? '[]'))), () => process.exit(0));
