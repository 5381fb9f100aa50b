import { rmSync } from 'node:fs';
import { createMonitorText, type MeasuredWebsite } from '../../packages/server/src/api/metrics/monitor-metrics.ts';
import { newDataDir, spawnProduct } from '../support/product.ts';
import { waitUntil } from '../support/wait-until.ts';
import { percentile } from './support/figures.ts';
import { seedIdle } from './support/installations/idle-installation.ts';

const monitors = 10_000;
const scrapes = 25;

/** CPU milliseconds for the text of all monitors, generated from changed figures. */
function timeText(hasKumaNames: boolean): number {
  const website = (at: number): MeasuredWebsite => ({
    id: at,
    name: `Website ${at}`,
    uptime_24h: 99.9,
    uptime_7d: 99.9,
    uptime_30d: 99.9,
    monitors: Array.from({ length: 20 }, (_, index) => ({
      id: at * 20 + index,
      kind: 'URL',
      name: `https://www.example.com/?id=${at * 20 + index}`,
      target: `https://www.example.com/?id=${at * 20 + index}`,
      port: null,
      is_up: true,
      last_response_time_seconds: 0.1234,
    })),
  });
  let websites: MeasuredWebsite[] = [];
  const text = createMonitorText(
    { websites: () => websites, countOf: (checks) => ({ checks, failures: 1 }) },
    hasKumaNames,
  );
  const times = Array.from({ length: scrapes }, () => {
    websites = Array.from({ length: monitors / 20 }, (_, at) => website(at));
    const before = process.cpuUsage();
    text();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return percentile(times, 0.5);
}

for (const hasKumaNames of [false, true]) {
  const names = hasKumaNames ? 'both names' : 'our names';
  console.log(`text of ${monitors} monitors, ${names}: median ${timeText(hasKumaNames).toFixed(0)} ms of CPU`);
}

const dataDir = newDataDir();
await seedIdle(dataDir, monitors);
for (const env of [{ METRICS_PER_MONITOR: 'off' }, {}, { METRICS_KUMA_NAMES: 'on' }]) {
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench', ...env });
  // The header that Prometheus sends.
  const headers = { 'accept-encoding': 'gzip' };
  const scrape = async (): Promise<string> => (await fetch(`${product.baseUrl}/metrics`, { headers })).text();
  const cpuSeconds = (text: string): number => Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
  const listed = (text: string): number =>
    text.split('\n').filter((line) => line.startsWith('upvigil_monitor_up{')).length;
  const expected = 'METRICS_PER_MONITOR' in env ? 0 : monitors;
  // Repeated until all monitors are listed. The first scrapes load the library and create the labels.
  const isWhole = async (): Promise<boolean> => listed(await scrape()) === expected;
  if (!(await waitUntil(isWhole, { everyMs: 200, atMostMs: 60_000 }))) {
    throw new Error(`/metrics did not list ${expected} monitors within a minute`);
  }
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
