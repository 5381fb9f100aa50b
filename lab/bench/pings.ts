/**
 * CPU of a ping to a heartbeat at 200 pings a second, from the request to its answer after the commit, without the CPU
 * of the idle program; and the statements of an idle second with 1,000 heartbeats. Half of them have a cron expression.
 *
 *   npm run bench -- pings
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeHeartbeat } from '@upvigil/server/testing/heartbeat-rows';
import { makeWebsite } from '@upvigil/server/testing/rows';
import { nextMessage } from '../support/targets/known-target.ts';
import { percentile } from './support/figures.ts';
import { serveProgram } from './support/served-program.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const heartbeats = 1_000;
const perSecond = 200;
const seconds = { warmUp: 10, idle: 10, measured: 20 };
const keyOf = (at: number): string => `heartbeat-${at}`;

/** The program, which answers each message with the CPU (ms) and the statements since the one before. */
async function serve(): Promise<void> {
  const { baseUrl, storage, stop } = await serveProgram(async (trx) => {
    const { id: website_id } = await makeWebsite(trx);
    for (let at = 0; at < heartbeats; at += 1) {
      const schedule = at % 2 === 0 ? {} : { period: null, cron: '0 3 * * *', time_zone: 'Europe/Berlin' };
      await makeHeartbeat(trx, keyOf(at), { website_id, options: schedule });
    }
  });
  let cpu = process.cpuUsage();
  let statements = 0;
  storage.onStatement((sql) => {
    if (sql.includes('heartbeats')) statements += 1;
  });
  process.on('message', (message) => {
    if (message === 'stop') return void stop();
    const used = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    process.send?.({ cpu: (used.user + used.system) / 1000, statements });
    statements = 0;
  });
  process.send?.({ baseUrl });
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const { baseUrl } = (await nextMessage(child)) as { baseUrl: string };
  const figures = async (): Promise<{ cpu: number; statements: number }> => {
    child.send('figures');
    return (await nextMessage(child)) as { cpu: number; statements: number };
  };
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const ping = (at: number): void => {
    const began = performance.now();
    const sent = request(`${baseUrl}/ping/${keyOf(at % heartbeats)}`, { agent, method: 'POST' }, (answer) => {
      if (answer.statusCode !== 200) throw new Error(`A ping was answered ${answer.statusCode}`);
      answer.resume().on('end', () => times.push(performance.now() - began));
    });
    sent.end('done');
  };
  const send = async (count: number): Promise<void> => {
    const began = performance.now();
    for (let at = 0; at < count; at += 1) {
      const early = (at * 1000) / perSecond - (performance.now() - began);
      if (early > 0) await sleep(early);
      ping(at);
    }
  };
  await send(perSecond * seconds.warmUp);
  await sleep(2_000);
  await figures();
  await sleep(seconds.idle * 1000);
  const idle = await figures();
  times.length = 0;
  await send(perSecond * seconds.measured);
  await sleep(3_000);
  const busy = await figures();
  child.send('stop');
  agent.destroy();
  const own = busy.cpu - (idle.cpu * seconds.measured) / seconds.idle;
  const each = own / (perSecond * seconds.measured);
  console.log(
    `CPU ${each.toFixed(3)} ms a ping; answered in ${percentile(times, 0.5).toFixed(1)} ms (p50), ${percentile(times, 0.99).toFixed(1)} ms (p99)`,
  );
  console.log(`${(idle.statements / seconds.idle).toFixed(1)} statements a second without pings`);
  reportFigure('ping', each);
  reportFigure('sweep', idle.statements / seconds.idle);
}

await (process.argv[2] === 'serve' ? serve() : measure());
