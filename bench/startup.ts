import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { newDataDir, spawnProduct } from '../e2e/support/product.ts';
import { buildWhenChanged } from '../scripts/build/build-when-changed.mjs';
import { percentile } from './support/figures.ts';
import { seedIdle } from './support/idle-installation.ts';

const root = path.join(import.meta.dirname, '..');
const runs = 5;

async function firstAnswer(dataDir: string): Promise<number> {
  const began = performance.now();
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench' });
  await fetch(`${product.baseUrl}/status`);
  const took = performance.now() - began;
  await product.end('SIGTERM');
  return took;
}

/** From the command to the first answer, when nothing has to be built and no data folder has to be made. */
async function firstAnswerOfNpmStart(dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    // A group of its own: npm does not pass every signal on.
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

/** Of finding out that nothing has to be built. */
async function fingerprint(): Promise<number> {
  const began = performance.now();
  const hasBuilt = await buildWhenChanged({ root, build: () => Promise.reject(new Error('something changed')) });
  if (hasBuilt) throw new Error('it was built');
  return performance.now() - began;
}

async function medianOf(measure: () => Promise<number>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measure());
  return `median ${percentile(times, 0.5).toFixed(0)} ms of ${runs}`;
}

spawnSync('node', ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
for (const monitors of [0, 10_000]) {
  const dataDir = newDataDir();
  await seedIdle(dataDir, monitors);
  console.log(
    `process start to first answer, ${monitors} monitors: ${await medianOf(() => firstAnswer(dataDir))}`,
    `npm start to first answer, nothing changed, ${monitors} monitors: ${await medianOf(() => firstAnswerOfNpmStart(dataDir))}`,
  );
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`comparing files with the last build: ${await medianOf(fingerprint)}`);
