import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildWhenChanged } from '../../scripts/build/build-when-changed.mjs';
import { newDataDir, spawnProduct } from '../support/product.ts';
import { percentile } from './support/figures.ts';
import { seedIdle } from './support/installations/idle-installation.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const root = path.join(import.meta.dirname, '../..');
const runs = 5;

async function firstAnswer(dataDir: string): Promise<number> {
  const began = performance.now();
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench' });
  await fetch(`${product.baseUrl}/status`);
  const took = performance.now() - began;
  await product.end('SIGTERM');
  return took;
}

/** From the command to the first response, if nothing has to be built and the data folder exists. */
async function firstAnswerOfNpmStart(dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    // Its own process group, because npm does not pass on every signal.
    detached: true,
    env: { ...process.env, LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  await fetch(`${baseUrl}/status`);
  const took = performance.now() - began;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  return took;
}

/** Time to find out that nothing has to be built. */
async function fingerprint(): Promise<number> {
  const began = performance.now();
  const hasBuilt = await buildWhenChanged({ root, build: () => Promise.reject(new Error('something changed')) });
  if (hasBuilt) throw new Error('it was built');
  return performance.now() - began;
}

/** The shortest possible start of a server in Node. */
async function firstAnswerOfBareServer(): Promise<number> {
  const source = `require('node:http').createServer((request, response) => response.end('ok'))
    .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); })`;
  const began = performance.now();
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  await fetch(String(url).trim());
  const took = performance.now() - began;
  child.kill();
  return took;
}

/** Prints and returns the median of some runs in milliseconds. */
async function medianOf(what: string, measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measure());
  const median = percentile(times, 0.5);
  console.log(`${what}: median ${median.toFixed(0)} ms of ${runs}`);
  return median;
}

spawnSync('node', ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
const bare = await medianOf('bare node:http server, process start to first answer', firstAnswerOfBareServer);
for (const [monitors, target] of [
  [0, 'start-empty'],
  [10_000, 'start-10000'],
] as const) {
  const dataDir = newDataDir();
  await seedIdle(dataDir, monitors);
  const took = await medianOf(`process start to first answer, ${monitors} monitors`, () => firstAnswer(dataDir));
  reportFigure(target, took, { reference: { name: 'bare server', measured: bare } });
  rmSync(dataDir, { recursive: true, force: true });
}
const dataDir = newDataDir();
const whole = await medianOf('npm start to first answer, nothing changed', () => firstAnswerOfNpmStart(dataDir));
reportFigure('npm-start', whole);
rmSync(dataDir, { recursive: true, force: true });
await medianOf('comparing files with the last build', fingerprint);
