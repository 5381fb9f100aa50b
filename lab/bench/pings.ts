/**
 * CPU of a ping to a heartbeat at 200 pings a second, from the request to its answer after the commit, without the CPU
 * of the idle program. Short blocks of the built product and of a bare `node:http` server alternate, because the same
 * request costs twice as much on a busy machine. Also the statements of an idle second. 1,000 heartbeats, half of them
 * with a cron expression.
 *
 *   npm run bench -- pings
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DatabaseTransaction, openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { makeHeartbeat } from '@upvigil/server/testing/heartbeat-rows';
import { makeWebsite } from '@upvigil/server/testing/rows';
import { adminPassword, spawnProduct } from '../support/product.ts';
import { nextMessage } from '../support/targets/known-target.ts';
import { cpuSeconds, percentile } from './support/figures.ts';
import { serveProgram } from './support/served-program.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const heartbeats = 1_000;
const perSecond = 200;
const rounds = 9;
const seconds = { warmUp: 8, idle: 10, block: 3 };
const keyOf = (at: number): string => `heartbeat-${at}`;

async function seed(trx: DatabaseTransaction): Promise<void> {
  const { id: website_id } = await makeWebsite(trx);
  for (let at = 0; at < heartbeats; at += 1) {
    const schedule = at % 2 === 0 ? {} : { period: null, cron: '0 3 * * *', time_zone: 'Europe/Berlin' };
    await makeHeartbeat(trx, keyOf(at), { website_id, options: schedule });
  }
}

/** A program that gets no ping: sends its statements a second about heartbeats. */
async function serveIdle(): Promise<void> {
  const { storage, stop } = await serveProgram(seed);
  let statements = 0;
  storage.onStatement((sql) => {
    if (sql.includes('heartbeats')) statements += 1;
  });
  await sleep(seconds.idle * 1000);
  process.send?.(statements / seconds.idle);
  await stop();
}

async function startProductWithHeartbeats(folder: string) {
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  await storage.db.transaction().execute(seed);
  await storage.close();
  return spawnProduct({ DATA_DIR: folder, ADMIN_PASSWORD: adminPassword, CHROMIUM_PATH: 'off' });
}

/** A server that reads a ping and answers at once. */
function serveBare(): void {
  const server = createServer((ping, answer) => {
    ping.resume().on('end', () => answer.writeHead(200, { 'content-type': 'text/plain' }).end('OK'));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

/** Milliseconds of CPU of a ping in each block, and until each answer. */
interface Measured {
  costs: number[];
  times: number[];
}

let sent = 0;

/** Sends pings to a server on keep-alive connections. `pid`: its process. */
function measureServer(baseUrl: string, pid: number) {
  const agent = new Agent({ keepAlive: true });
  const measured: Measured = { costs: [], times: [] };
  const ping = (key: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const toSend = request(`${baseUrl}/ping/${key}`, { agent, method: 'POST' }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`A ping was answered ${answer.statusCode}`));
        answer.resume().on('end', () => resolve(void measured.times.push(performance.now() - began)));
      });
      toSend.on('error', reject).end('done');
    });
  return {
    measured,
    async block(blockSeconds: number): Promise<void> {
      const before = cpuSeconds(pid);
      const began = performance.now();
      const pings: Promise<void>[] = [];
      while (pings.length < perSecond * blockSeconds) {
        const early = (pings.length * 1000) / perSecond - (performance.now() - began);
        if (early > 0) await sleep(early);
        pings.push(ping(keyOf(sent % heartbeats)));
        sent += 1;
      }
      await Promise.all(pings);
      measured.costs.push(((cpuSeconds(pid) - before) * 1000) / pings.length);
    },
    close: () => agent.destroy(),
  };
}

async function measure(folder: string): Promise<void> {
  const file = fileURLToPath(import.meta.url);
  const statements = await nextMessage<number>(fork(file, ['idle']));
  const product = await startProductWithHeartbeats(folder);
  const bareChild = fork(file, ['bare']);
  const barePort = await nextMessage<number>(bareChild);
  const pidOf = ({ pid = Number.NaN }: ChildProcess): number => pid;
  const own = measureServer(product.baseUrl, pidOf(product.process));
  const bare = measureServer(`http://127.0.0.1:${barePort}`, pidOf(bareChild));
  await own.block(seconds.warmUp);
  await bare.block(seconds.warmUp);
  const before = cpuSeconds(pidOf(product.process));
  await sleep(seconds.idle * 1000);
  const idle = ((cpuSeconds(pidOf(product.process)) - before) * 1000) / seconds.idle / perSecond;
  for (const { measured } of [own, bare]) Object.assign(measured, { costs: [], times: [] });
  for (let round = 0; round < rounds; round += 1) {
    await own.block(seconds.block);
    await bare.block(seconds.block);
  }
  for (const { close } of [own, bare]) close();
  bareChild.kill();
  await product.end('SIGTERM');
  const cost = percentile(own.measured.costs, 0.5) - idle;
  const bareCost = percentile(bare.measured.costs, 0.5);
  const { times } = own.measured;
  console.log(
    `CPU ${cost.toFixed(3)} ms a ping (least ${(Math.min(...own.measured.costs) - idle).toFixed(3)}); a bare server ${bareCost.toFixed(3)} ms; answered in ${percentile(times, 0.5).toFixed(1)} ms (p50), ${percentile(times, 0.99).toFixed(1)} ms (p99)`,
  );
  console.log(`${statements.toFixed(1)} statements a second without pings`);
  reportFigure('ping', cost, { reference: { name: 'bare server', measured: bareCost } });
  reportFigure('sweep', statements);
}

if (process.argv[2] === 'bare') serveBare();
else if (process.argv[2] === 'idle') await serveIdle();
else {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-pings-'));
  await measure(folder);
  rmSync(folder, { recursive: true });
}
