import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { newDataDir, spawnProduct } from '../e2e/support/product.ts';
import { openSqliteStorage } from '../packages/server/src/storage/database.ts';
import { migrate } from '../packages/server/src/storage/migrate.ts';
import { buildWhenChanged } from '../scripts/build/build-when-changed.mjs';
import { percentile } from './support/figures.ts';

const root = path.join(import.meta.dirname, '..');
const runs = 5;

/** An installation whose monitors are not due for an hour, so that the start alone is measured. */
async function seed(dataDir: string, monitors: number): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const { id: website_id } = await storage.db
    .insertInto('websites')
    .values({ name: 'Bench', description: null, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = (at: number) => ({
    ...{ website_id, kind: 'URL' as const, name: null, target: `http://127.0.0.1:9/?id=${at}`, port: null },
    ...{ description: null, metadata_tag: null, metadata_value: null, expected_response: null },
    ...{ packet_loss_threshold: null, check_mode: 'http' as const, timeout_seconds: 8, failure_threshold: 2 },
    ...{ check_interval_seconds: 3600, response_time_threshold_seconds: 60, enabled: 1 as const },
    ...{ created_at: Date.now(), next_due_at: Date.now() + 3_600_000 },
  });
  for (let at = 0; at < monitors; at += 500) {
    const count = Math.min(500, monitors - at);
    await storage.db
      .insertInto('monitors')
      .values(Array.from({ length: count }, (_, index) => row(at + index)))
      .execute();
  }
  await storage.close();
}

async function firstAnswer(dataDir: string): Promise<number> {
  const began = performance.now();
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench' });
  await fetch(`${product.baseUrl}/status`);
  const took = performance.now() - began;
  await product.end('SIGTERM');
  return took;
}

/** From the command to the first answer, when nothing has to be built. */
async function firstAnswerOfNpmStart(): Promise<number> {
  const dataDir = newDataDir();
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
  rmSync(dataDir, { recursive: true, force: true });
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

for (const monitors of [0, 10_000]) {
  const dataDir = newDataDir();
  await seed(dataDir, monitors);
  const took = await medianOf(() => firstAnswer(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`process start to first answer, ${monitors} monitors: ${took}`);
}
spawnSync('node', ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
console.log(`comparing files with the last build: ${await medianOf(fingerprint)}`);
console.log(`npm start to first answer, nothing changed: ${await medianOf(firstAnswerOfNpmStart)}`);
