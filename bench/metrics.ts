import { rmSync } from 'node:fs';
import { newDataDir, spawnProduct } from '../e2e/support/product.ts';
import { percentile } from './support/figures.ts';
import { seedIdle } from './support/idle-installation.ts';

const monitors = 10_000;
const scrapes = 25;

const dataDir = newDataDir();
await seedIdle(dataDir, monitors);
for (const env of [{ METRICS_PER_MONITOR: 'off' }, {}, { METRICS_KUMA_NAMES: 'on' }]) {
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench', ...env });
  const scrape = async (): Promise<string> => (await fetch(`${product.baseUrl}/metrics`)).text();
  const cpuSeconds = (text: string): number => Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
  const told = (text: string): number =>
    text.split('\n').filter((line) => line.startsWith('upvigil_monitor_up{')).length;
  const expected = 'METRICS_PER_MONITOR' in env ? 0 : monitors;
  // The first scrapes load the library and make the labels.
  while (told(await scrape()) !== expected) await new Promise((resolve) => setTimeout(resolve, 200));
  for (let warm = 0; warm < 5; warm++) await scrape();
  const times: number[] = [];
  const before = cpuSeconds(await scrape());
  let text = '';
  for (let run = 0; run < scrapes; run++) {
    const began = performance.now();
    text = await scrape();
    times.push(performance.now() - began);
  }
  const cpu = ((cpuSeconds(text) - before) / scrapes) * 1000;
  console.log(
    `/metrics of ${monitors} monitors, ${JSON.stringify(env)}: median ${percentile(times, 0.5).toFixed(0)} ms, quickest ${percentile(times, 0).toFixed(0)} ms of ${scrapes}, ${cpu.toFixed(0)} ms of CPU, ${(text.length / 1e6).toFixed(1)} MB`,
  );
  await product.end('SIGTERM');
}
rmSync(dataDir, { recursive: true, force: true });
