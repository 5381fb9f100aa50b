import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@upvigil/server/base/clock';
import type { FinishedCheck, ProbeTarget, WatchedMonitor } from '@upvigil/server/base/domain/check';
import { createEngine } from '@upvigil/server/checks/engine/engine';
import { watchedForTest } from '@upvigil/server/testing/watched-monitor';
import { afterAll, beforeAll, expect, test } from 'vitest';

const perSecond = 20;
const intervalSeconds = 2;
const measuredMs = 20_000;
/** Of the contract: what commands may add to the response times of other monitors. */
const mostAddedMs = 3;

const server = createServer((socket) => socket.on('error', () => undefined).end('hello'));
let finished: FinishedCheck[] = [];
const engine = createEngine({
  clock: systemClock,
  log: { info: () => undefined, warn: console.warn, error: console.error },
  onFinished: (checks) => void finished.push(...checks),
  onFault: (id, fault, message) => console.error(`monitor ${id}: ${fault}, ${message}`),
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  engine.setCommands([
    { name: 'true', title: 'True', command: ['/bin/true'], env: {}, user: null, memory_mb: 512, ids: null },
  ]);
  await engine.start();
});
afterAll(async () => {
  await engine.stop();
  server.close();
});

const monitors = (firstId: number, target: ProbeTarget): WatchedMonitor[] =>
  Array.from({ length: perSecond * intervalSeconds }, (_, at) =>
    watchedForTest(firstId + at, { target, check_interval_seconds: intervalSeconds }),
  );

/** The 99th percentile of the response times of the other monitors, in milliseconds. */
async function measure(): Promise<number> {
  finished = [];
  await sleep(measuredMs);
  const times = finished.flatMap(({ monitor_id, response_time_us }) =>
    monitor_id < firstCommand && response_time_us !== null ? [response_time_us / 1000] : [],
  );
  expect(times.length).toBeGreaterThan((perSecond * measuredMs) / 1000 / 2);
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
const firstCommand = 1_000;

test('20 runs of commands a second add little to the response times of other monitors', async () => {
  const { port } = server.address() as AddressInfo;
  engine.watch(monitors(1, { kind: 'TCP_PORT', host: '127.0.0.1', port, expected_response: null }));
  await sleep(2 * intervalSeconds * 1000);
  const alone = await measure();
  engine.watch(monitors(firstCommand, { kind: 'COMMAND', command: 'true', host: '', port: null }));
  // The first run starts the starter.
  await sleep(2 * intervalSeconds * 1000);
  const beside = await measure();

  const runs = finished.filter(({ monitor_id, is_up }) => monitor_id >= firstCommand && is_up);
  console.log(`p99 alone ${alone.toFixed(2)} ms, beside ${runs.length} runs ${beside.toFixed(2)} ms`);
  expect(runs.length).toBeGreaterThan((perSecond * measuredMs) / 1000 / 2);
  expect(beside - alone).toBeLessThan(mostAddedMs);
});
