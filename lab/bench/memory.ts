/**
 * Memory, CPU, check rate, lateness and error of the recorded times of the built product on a generated installation,
 * against a target process on loopback that answers after 50 ms and keeps a log. A bare node:http loop at the same
 * rate is measured in the same run, against the same target. At the end the product is restarted, and the time until
 * each monitor was checked is measured.
 *
 *   npm run build && npx tsx --conditions=source lab/bench/memory.ts [--settle 50] [--seconds 40] [monitors/interval[/websites] …]
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newDataDir, spawnProduct } from '../support/product.ts';
import { type KnownTarget, type Served, startKnownTarget } from '../support/targets/known-target.ts';
import { measureBareLoop } from './support/bare-loop.ts';
import { seedWatched, type Watched } from './support/installations/watched-installation.ts';
import { type Figures, figuresOf, measureProduct, type ProductFigures } from './support/measure-product.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { settle: { type: 'string', default: '50' }, seconds: { type: 'string', default: '40' } },
});
const settleSeconds = Number(values.settle);
const seconds = Number(values.seconds);
const loads =
  positionals.length > 0 ? positionals : ['50/60/5', '2000/20', '2000/20/2', '5000/10', '10000/10', '10000/10/2'];
const usualWebsites = 200;
const targetDelay = 50;
/** Up to this number of monitors only memory is compared: the other figures need more checks. */
const smallInstallation = 50;

async function measureBare(target: KnownTarget, { monitors, intervalSeconds }: Watched): Promise<Figures> {
  const began = Date.now();
  const measured = await measureBareLoop({
    url: target.url,
    rate: monitors / intervalSeconds,
    monitors,
    // One more interval, which shows when checks are due.
    warmUpMilliseconds: (intervalSeconds + 5) * 1000,
    measuredMilliseconds: seconds * 1000,
  });
  const to = Date.now();
  const run = { cpu: measured.cpu, recorded: measured.recorded, from: to - measured.wall, to };
  const served = await target.takeServed();
  return figuresOf({ ...run, served: servedSince(served, began + 3000) }, intervalSeconds);
}

/** Leaves out the first moments of a process, when it is slow. */
const servedSince = (served: Served, since: number): Served =>
  new Map([...served].map(([id, times]) => [id, times.filter(([at]) => at >= since)]));

/** Restarts the product. Returns the number of intervals until each monitor was checked; NaN above 3. */
async function measureRestart(target: KnownTarget, dataDir: string, watched: Watched): Promise<number> {
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench password', CHROMIUM_PATH: 'off' });
  const answered = Date.now();
  const interval = watched.intervalSeconds * 1000;
  const firstSeen = new Map<number, number>();
  while (firstSeen.size < watched.monitors && Date.now() < answered + 3 * interval) {
    await sleep(500);
    for (const [id, [first]] of await target.takeServed()) {
      if (first && !firstSeen.has(id)) firstSeen.set(id, first[0]);
    }
  }
  await product.end('SIGTERM');
  await target.takeServed();
  const isAll = firstSeen.size === watched.monitors;
  return isAll ? ([...firstSeen.values()].reduce((a, b) => Math.max(a, b)) - answered) / interval : Number.NaN;
}

function show(name: string, figures: Figures, more: string): void {
  const { checks, cpuPerCheck, latenessP50, latenessP99, errorP50, errorP99 } = figures;
  console.log(
    `  ${name}: ${checks} checks, CPU ${cpuPerCheck.toFixed(3)} ms each;`,
    `lateness p50 ${latenessP50.toFixed(2)} p99 ${latenessP99.toFixed(2)} ms;`,
    `error of recorded time p50 ${errorP50.toFixed(2)} p99 ${errorP99.toFixed(2)} ms${more}`,
  );
}

interface Compared {
  product: ProductFigures;
  bare: Figures;
  /** Null if another layout with the same rate measures it. */
  restart: number | null;
}

const isCompared = (rate: number): rate is 100 | 500 | 1000 => rate === 100 || rate === 500 || rate === 1000;

function report({ product, bare, restart }: Compared, { monitors, intervalSeconds, websites }: Watched): void {
  const rate = monitors / intervalSeconds;
  if (!isCompared(rate)) return;
  const of = { of: `${websites} websites` };
  const reference = (measured: number) => ({ ...of, reference: { name: 'bare loop', measured } });
  reportFigure(`cpu-${rate}`, product.cpuPerCheck, reference(bare.cpuPerCheck));
  reportFigure(`lateness-${rate}`, product.latenessP99, reference(bare.latenessP99));
  reportFigure(`memory-${rate}`, product.rss, of);
  if (rate === 100) {
    reportFigure('error-p50', product.errorP50, reference(bare.errorP50));
    reportFigure('error-p99', product.errorP99, reference(bare.errorP99));
  }
  if (rate === 1000) {
    reportFigure('achieved-1000', product.achieved, of);
  }
  if (restart !== null) reportFigure('restart', restart, { of: `${rate} checks/s` });
}

/** Figures of the bare loop, by its load. */
const bareLoops = new Map<string, Figures>();

async function measure(target: KnownTarget, watched: Watched): Promise<void> {
  const { monitors, intervalSeconds, websites } = watched;
  console.log(`${monitors} monitors every ${intervalSeconds} s in ${websites} websites`);
  const dataDir = newDataDir();
  await seedWatched(dataDir, target.url, watched);
  const product = await measureProduct(target, dataDir, watched, { settleSeconds, seconds });
  const { achieved, cores, rss, pss } = product;
  show(
    'product',
    product,
    `; ${achieved.toFixed(2)} % achieved, ${cores.toFixed(2)} cores, RSS ${rss.toFixed(0)} MiB, PSS ${pss.toFixed(0)}`,
  );
  if (monitors <= smallInstallation) {
    rmSync(dataDir, { recursive: true, force: true });
    reportFigure('memory-50', product.rss);
    return;
  }
  const load = `${monitors}/${intervalSeconds}`;
  const known = bareLoops.get(load);
  const restart = known ? null : await measureRestart(target, dataDir, watched);
  rmSync(dataDir, { recursive: true, force: true });
  if (restart !== null) console.log(`  started again: all checked after ${restart.toFixed(2)} intervals`);
  const bare = known ?? (await measureBare(target, watched));
  bareLoops.set(load, bare);
  show('bare loop', bare, `; CPU a check ${(product.cpuPerCheck / bare.cpuPerCheck).toFixed(2)} times its`);
  report({ product, bare, restart }, watched);
}

const target = await startKnownTarget(targetDelay);
for (const load of loads) {
  const [monitors = 0, intervalSeconds = 0, websites = usualWebsites] = load.split('/').map(Number);
  await measure(target, { monitors, intervalSeconds, websites });
}
target.close();
