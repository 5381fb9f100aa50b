import { answerAndExit, createTargetCheck } from './check-target.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';
import { behaviours, startTcpTarget } from './tcp-target.ts';

/** One step: changes names, then checks all of `check` at the same time. */
export interface NameStep {
  names?: DnsServer['names'];
  check: readonly string[];
  timeout_seconds?: number;
}

/** Runs with its own name server as the only one: checks names with the host's resolver and writes the outcomes. */
async function runSteps(steps: readonly NameStep[]): Promise<unknown[]> {
  const server = await startDnsServer(53, {});
  const { port } = await startTcpTarget(behaviours.silent());
  const check = createTargetCheck();
  const outcomes: unknown[] = [];
  for (const { names, check: hosts, timeout_seconds = 2 } of steps) {
    Object.assign(server.names, names);
    const targets = hosts.map((host) => ({ kind: 'TCP_PORT', host, port, expected_response: null }) as const);
    outcomes.push(await Promise.all(targets.map((target) => check(target, timeout_seconds))));
  }
  return outcomes;
}

answerAndExit(await runSteps(JSON.parse(process.argv[2] ?? '[]')));
