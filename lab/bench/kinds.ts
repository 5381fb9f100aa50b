/**
 * CPU of a check of each monitor kind in the engine (schedule, thread, probe; without storage) at 100 checks a second,
 * compared with TCP_PORT in the same run. TLS is compared with IMAP over TLS. Each runs in its own process, against
 * servers of another process that answer at once.
 *
 *   npm run bench -- kinds
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type NetworkMonitorType,
  networkMonitorTypes,
  networkProbeTarget,
} from '@upvigil/core/contract/monitor-kinds/registry';
import { systemClock } from '@upvigil/server/base/clock';
import { createEngine } from '@upvigil/server/checks/engine/engine';
import { type KindServer, startKindServers } from '../support/targets/kind-servers.ts';
import { nextMessage } from '../support/targets/known-target.ts';
import { accountFor, type Found, type Measured } from './support/measured.ts';
import { reportFigure } from './support/targets/report-figure.ts';
import type { TargetId } from './support/targets/targets.ts';

const rate = 100;
const intervalSeconds = 10;
const time = { warmUpMilliseconds: 12_000, measuredMilliseconds: 10_000 };

async function measureEngine({ type, port, host = '127.0.0.1', options }: KindServer): Promise<Measured> {
  const found: Found = { lateness: [], recorded: [], failed: 0 };
  const fields = { host, port, expected_response: null, packet_loss_threshold: null, options };
  const target = networkProbeTarget(type as NetworkMonitorType, fields);
  if (target === null) throw new Error(`${type} needs a port`);
  const engine = createEngine({
    clock: systemClock,
    log: { info: () => undefined, warn: console.warn, error: console.error },
    onFinished(checks) {
      for (const check of checks) {
        found.recorded.push({ id: check.monitor_id, at: check.checked_at, took: 0 });
        if (!check.is_up) found.failed += 1;
      }
    },
    onFault: (id, fault, message) => console.error(`monitor ${id}: ${fault}, ${message}`),
    ownName: 'bench.test',
  });
  await engine.start();
  engine.watch(
    Array.from({ length: rate * intervalSeconds }, (_, index) => ({
      id: index + 1,
      revision: 1,
      created_at: 0,
      target,
      timeout_seconds: 10,
      check_interval_seconds: intervalSeconds,
      response_time_threshold_seconds: 5,
      failure_threshold: 2,
      recovery_threshold: 1,
      outage_streak: 0,
      slow_streak: 0,
      metadata_streak: 0,
      next_due_at: null,
    })),
  );
  const measured = await accountFor(found, time);
  await engine.stop();
  return measured;
}

const file = fileURLToPath(import.meta.url);

/** Milliseconds of CPU of a check. */
async function costOf(server: KindServer): Promise<number> {
  const child = fork(file, ['engine', JSON.stringify(server)], { serialization: 'advanced' });
  try {
    const { checks, cpu, failed } = await nextMessage<Measured>(child);
    if (failed > 0 || checks === 0) console.error(`${server.type}: ${failed} of ${checks} checks failed`);
    return cpu / checks;
  } finally {
    child.kill();
  }
}

/** The target of a kind; kinds without one are references. */
const targetOf: Partial<Record<NetworkMonitorType, TargetId>> = {
  DNS: 'kind-simple',
  POSTGRESQL: 'kind-simple',
  MYSQL: 'kind-simple',
  REDIS: 'kind-simple',
  MQTT: 'kind-simple',
  SMTP: 'kind-mail',
  POP3: 'kind-mail',
  WEBSOCKET: 'kind-websocket',
  GRPC: 'kind-grpc',
  TLS: 'kind-tls',
};

async function compare(): Promise<void> {
  const child = fork(file, ['servers'], { serialization: 'advanced' });
  const servers = await nextMessage<KindServer[]>(child);
  const costs = new Map<string, number>();
  for (const server of servers) {
    const { type } = server;
    if (!networkMonitorTypes.some((each) => each === type)) continue;
    const cost = await costOf(server);
    costs.set(type, cost);
    const reference = type === 'TLS' ? 'IMAP' : 'TCP_PORT';
    const referenceCost = costs.get(reference) ?? Number.NaN;
    const ratio = (cost / referenceCost).toFixed(2);
    console.log(`${type.padEnd(10)} ${cost.toFixed(3)} ms of CPU a check, ${ratio} times ${reference}`);
    const target = targetOf[type as NetworkMonitorType];
    if (target) reportFigure(target, cost, { of: type, reference: { name: reference, measured: referenceCost } });
  }
  child.kill();
}

const [task, given = ''] = process.argv.slice(2);
if (task === 'engine') process.send?.(await measureEngine(JSON.parse(given) as KindServer));
else if (task === 'servers') process.send?.(await startKindServers());
else await compare();
