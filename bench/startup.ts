import { rmSync } from 'node:fs';
import { newDataDir, spawnProduct } from '../e2e/support/product.ts';
import { seedIdle } from './support/idle-installation.ts';

const runs = 5;

async function firstAnswer(dataDir: string): Promise<number> {
  const began = performance.now();
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench' });
  await fetch(`${product.baseUrl}/status`);
  const took = performance.now() - began;
  await product.end('SIGTERM');
  return took;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

for (const monitors of [0, 10_000]) {
  const dataDir = newDataDir();
  await seedIdle(dataDir, monitors);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await firstAnswer(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`process start to first answer, ${monitors} monitors: median ${median(times).toFixed(0)} ms of ${runs}`);
}
