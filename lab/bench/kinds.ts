/**
 * CPU of a check of each monitor kind in the engine (schedule, thread, probe; without storage) at 100 checks a second,
 * compared with TCP_PORT; TLS is compared with IMAP over TLS. All kinds run in one engine, in short interleaved blocks, and
 * a ratio compares blocks of the same round. So other work of the machine meets all kinds alike. The servers belong to
 * another process and answer at once. The floor is TCP_PORT with the difference between two bare clients of `net`: one
 * that sends a command and reads the answer, and one that only connects.
 *
 *   npm run bench -- kinds
 */
import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type NetworkMonitorType,
  networkMonitorTypes,
  networkProbeTarget,
} from '@upvigil/core/contract/monitor-kinds/registry';
import { systemClock } from '@upvigil/server/base/clock';
import type { ProbeTarget, WatchedMonitor } from '@upvigil/server/base/domain/check';
import { createEngine } from '@upvigil/server/checks/engine/engine';
import { watchedForTest } from '@upvigil/server/testing/watched-monitor';
import { type KindServer, startKindServers } from '../support/targets/kind-servers.ts';
import { nextMessage } from '../support/targets/known-target.ts';
import { percentile } from './support/figures.ts';
import { reportFigure } from './support/targets/report-figure.ts';
import type { TargetId } from './support/targets/targets.ts';

const rate = 100;
const rounds = 9;
/** Before the first round, so that the code of each kind is compiled. */
const warmUp = { checks: 1_500, atOnce: 4 };
const block = { intervalSeconds: 2, settleMs: 200, measuredMs: 1_200, lastResultsMs: 200 };

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

interface Kind {
  type: NetworkMonitorType;
  target: ProbeTarget;
  /** Milliseconds of CPU of a check, in each round. */
  costs: number[];
}

const isMonitorKind = (type: string): type is NetworkMonitorType => networkMonitorTypes.some((each) => each === type);

function kindOf({ type, port, host = '127.0.0.1', options }: KindServer): Kind[] {
  if (!isMonitorKind(type)) return [];
  const fields = { host, port, expected_response: null, packet_loss_threshold: null, options };
  const target = networkProbeTarget(type, fields);
  if (target === null) throw new Error(`${type} needs a port`);
  return [{ type, target, costs: [] }];
}

let nextId = 1;

const monitorsOf = (target: ProbeTarget): WatchedMonitor[] =>
  Array.from({ length: rate * block.intervalSeconds }, () =>
    watchedForTest(nextId++, { target, check_interval_seconds: block.intervalSeconds }),
  );

/** Measures checks in an engine of this process. */
function createMeter() {
  let checkedAt: number[] = [];
  let failed = 0;
  const engine = createEngine({
    clock: systemClock,
    log: { info: () => undefined, warn: console.warn, error: console.error },
    onFinished(checks) {
      for (const { checked_at, is_up } of checks) {
        checkedAt.push(checked_at);
        if (!is_up) failed += 1;
      }
    },
    onFault: (id, fault, message) => console.error(`monitor ${id}: ${fault}, ${message}`),
    ownName: 'bench.test',
  });
  return {
    engine,
    async warmUp({ type, target }: Kind): Promise<void> {
      const checkSome = async (): Promise<void> => {
        for (let check = 0; check < warmUp.checks / warmUp.atOnce; check += 1) {
          const result = await engine.probe(target, 10);
          if (result.outcome !== 'up') throw new Error(`${type}: ${JSON.stringify(result)}`);
        }
      };
      await Promise.all(Array.from({ length: warmUp.atOnce }, checkSome));
    },
    /** Milliseconds of CPU of a check in one block, over the checks that began between two readings of the CPU. */
    async measure({ type, target }: Kind): Promise<number> {
      const monitors = monitorsOf(target);
      checkedAt = [];
      failed = 0;
      engine.watch(monitors);
      await sleep(block.settleMs);
      const began = { at: Date.now(), cpu: process.cpuUsage() };
      await sleep(block.measuredMs);
      const { user, system } = process.cpuUsage(began.cpu);
      const ended = Date.now();
      await sleep(block.lastResultsMs);
      engine.forget(monitors.map(({ id }) => id));
      if (failed > 0) console.error(`${type}: ${failed} checks failed`);
      return (user + system) / 1000 / checkedAt.filter((at) => at >= began.at && at < ended).length;
    },
  };
}

/** A bare client; with a command it also sends it and reads the answer. */
const callBare = (port: number, command: string | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => (command === null ? socket.destroy() : socket.write(command)));
    socket.on('data', () => socket.destroy()).on('close', () => resolve());
    socket.on('error', reject);
  });

/** Milliseconds of CPU of a bare call in one block, at the rate of the checks. */
async function measureBare(port: number, command: string | null): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  const calls: Promise<void>[] = [];
  while (calls.length < (rate * block.measuredMs) / 1000) {
    await sleep((calls.length * 1000) / rate - (performance.now() - began));
    calls.push(callBare(port, command));
  }
  await Promise.all(calls);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls.length;
}

function report({ type, costs }: Kind, reference: Kind): void {
  const ratios = costs.map((cost, round) => cost / (reference.costs[round] ?? Number.NaN));
  const cost = percentile(costs, 0.5);
  const ratio = percentile(ratios, 0.5);
  const spread = `${percentile(ratios, 0.25).toFixed(2)} to ${percentile(ratios, 0.75).toFixed(2)}`;
  console.log(
    `${type.padEnd(10)} ${cost.toFixed(3)} ms of CPU a check, ${ratio.toFixed(2)} times ${reference.type} (half of the rounds: ${spread})`,
  );
  const target = targetOf[type];
  if (target) reportFigure(target, cost, { of: type, reference: { name: reference.type, measured: cost / ratio } });
}

async function compare(): Promise<void> {
  const servers = fork(fileURLToPath(import.meta.url), ['servers'], { serialization: 'advanced' });
  const started = await nextMessage<KindServer[]>(servers);
  const kinds = started.flatMap(kindOf);
  const redisPort = started.find(({ type }) => type === 'REDIS')?.port ?? Number.NaN;
  const exchanges: number[] = [];
  const meter = createMeter();
  await meter.engine.start();
  for (const kind of kinds) await meter.warmUp(kind);
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) kind.costs.push(await meter.measure(kind));
  }
  // Afterwards, because bare clients just before a block made its checks a tenth cheaper.
  for (let round = 0; round < rounds; round += 1) {
    const connected = await measureBare(redisPort, null);
    exchanges.push((await measureBare(redisPort, '*1\r\n$4\r\nPING\r\n')) - connected);
  }
  await meter.engine.stop();
  servers.kill();
  for (const kind of kinds) {
    const reference = kinds.find(({ type }) => type === (kind.type === 'TLS' ? 'IMAP' : 'TCP_PORT'));
    if (reference) report(kind, reference);
  }
  const connecting = percentile(kinds.find(({ type }) => type === 'TCP_PORT')?.costs ?? [], 0.5);
  const floor = 1 + percentile(exchanges, 0.5) / connecting;
  console.log(`floor of one command and answer: ${floor.toFixed(2)} times TCP_PORT`);
}

if (process.argv[2] === 'servers') process.send?.(await startKindServers());
else await compare();
