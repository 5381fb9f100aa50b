/**
 * What a check costs: the engine (schedule, thread, probe, judging; without storing) at 100, 500 and 1,000 checks a
 * second, beside a bare node:http loop at the same rate in the same run, each in a process of its own, against a
 * target process on loopback that answers after 50 ms.
 *
 *   npm run build && npx tsx --conditions=source bench/checks.ts [rate …]
 *
 * The measured processes run the built files, as production does.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@upvigil/server/clock';
import type { FinishedCheck } from '@upvigil/server/domain/check';
import { createEngine } from '@upvigil/server/engine/engine';
import { newDataDir, spawnProduct } from '../e2e/support/product.ts';
import { errorsOf, nextMessage, type RecordedTime, startKnownTarget } from '../e2e/support/targets/known-target.ts';
import { seedDue } from './support/due-installation.ts';
import { cpuSeconds, percentile } from './support/figures.ts';

const intervalSeconds = 10;
const warmUpMilliseconds = 12_000;
const measuredMilliseconds = 20_000;
const productWarmUpMilliseconds = 80_000;
const targetDelay = 50;
const mostAtOnce = 5000;

/** What one measured process found. Times in milliseconds. */
interface Measured {
  checks: number;
  failed: number;
  cpu: number;
  wall: number;
  rss_mib: number;
  lateness: number[];
  recorded: RecordedTime[];
}

/** Runs `step` until both the warm-up and the measured time are over, and accounts for the latter. */
async function accountFor(found: Pick<Measured, 'lateness' | 'recorded'> & { failed: number }): Promise<Measured> {
  await sleep(warmUpMilliseconds);
  found.lateness.length = 0;
  found.recorded.length = 0;
  found.failed = 0;
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await sleep(measuredMilliseconds);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    checks: found.recorded.length,
    failed: found.failed,
    cpu: (user + system) / 1000,
    wall: performance.now() - started,
    rss_mib: process.memoryUsage.rss() / 1024 / 1024,
    lateness: [...found.lateness],
    recorded: [...found.recorded],
  };
}

async function measureEngine(url: string, rate: number): Promise<Measured> {
  const found = { lateness: [] as number[], recorded: [] as Measured['recorded'], failed: 0 };
  const dueAt = new Map<number, number>();
  const onFinished = (checks: FinishedCheck[]): void => {
    for (const check of checks) {
      const due = dueAt.get(check.monitor_id);
      if (due !== undefined) found.lateness.push(check.checked_at - due);
      if (check.next_due_at !== null) dueAt.set(check.monitor_id, check.next_due_at);
      found.recorded.push({
        id: check.monitor_id,
        at: check.checked_at,
        took: (check.response_time_us ?? Number.NaN) / 1000,
      });
      if (!check.is_up) found.failed += 1;
    }
  };
  const engine = createEngine({
    clock: systemClock,
    log: { info: () => undefined, warn: console.warn, error: console.error },
    onFinished,
    onFault: (id, fault, message) => console.error(`monitor ${id}: ${fault}, ${message}`),
  });
  await engine.start();
  engine.watch(
    Array.from({ length: rate * intervalSeconds }, (_, index) => ({
      id: index + 1,
      revision: 1,
      created_at: 0,
      target: {
        kind: 'URL',
        url: `${url}/?id=${index + 1}`,
        metadata_tag: null,
        metadata_value: null,
        check_mode: 'http',
      },
      timeout_seconds: 10,
      check_interval_seconds: intervalSeconds,
      response_time_threshold_seconds: 5,
      failure_threshold: 2,
      outage_streak: 0,
      slow_streak: 0,
      metadata_streak: 0,
      next_due_at: null,
    })),
  );
  const measured = await accountFor(found);
  await engine.stop();
  return measured;
}

/** The least that checks can cost in Node: requests at an even pace, each on a fresh connection. */
async function measureBareLoop(url: string, rate: number): Promise<Measured> {
  const found = { lateness: [] as number[], recorded: [] as Measured['recorded'], failed: 0 };
  let isOver = false;
  let running = 0;
  const check = (id: number): void => {
    // A machine that cannot hold the rate would run out of file descriptors.
    if (running >= mostAtOnce) return;
    running += 1;
    const at = Date.now();
    const started = performance.now();
    get(`${url}/?id=${id}`, { agent: false }, (response) => {
      response.resume().on('end', () => found.recorded.push({ id, at, took: performance.now() - started }));
    })
      .on('error', () => {
        found.failed += 1;
      })
      .on('close', () => {
        running -= 1;
      });
  };
  const pace = async (): Promise<void> => {
    const started = performance.now();
    for (let count = 0; !isOver; ) {
      for (; started + (count * 1000) / rate <= performance.now(); count += 1) check(count);
      await sleep(Math.max(0, started + (count * 1000) / rate - performance.now()));
    }
  };
  const pacing = pace();
  const measured = await accountFor(found);
  isOver = true;
  await pacing;
  return measured;
}

/** How the monitors of the whole product stand under websites: all layouts have as many. */
const layouts = [
  { websites: 200, monitorsEach: 10 },
  { websites: 2, monitorsEach: 1000 },
];
const productRate = 100;

/** CPU milliseconds for each check of the whole product, and of the bare loop at the same time. */
async function measureProduct(
  url: string,
  layout: (typeof layouts)[number],
): Promise<{ product: number; bare: number }> {
  const dataDir = newDataDir();
  await seedDue(dataDir, { ...layout, intervalSeconds: (layout.websites * layout.monitorsEach) / productRate, url });
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench password', CHROMIUM_PATH: 'off' });
  try {
    // Compilers and caches take this long to settle; the bare loop is warm sooner.
    await sleep(productWarmUpMilliseconds - warmUpMilliseconds);
    const bare = measureIn('bare', url, productRate);
    await sleep(warmUpMilliseconds);
    const before = cpuSeconds(product.process.pid ?? 0);
    await sleep(measuredMilliseconds);
    const used = cpuSeconds(product.process.pid ?? 0) - before;
    const found = await bare;
    return { product: (used * 1e6) / (productRate * measuredMilliseconds), bare: found.cpu / found.checks };
  } finally {
    await product.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** In all layouts, or in that of so many websites. */
async function compareProduct(websites?: number): Promise<void> {
  const target = await startKnownTarget(targetDelay);
  for (const layout of layouts) {
    if (websites !== undefined && websites !== layout.websites) continue;
    const { product, bare } = await measureProduct(target.url, layout);
    console.log(
      `${layout.websites} websites of ${layout.monitorsEach}, ${productRate}/s, all of the product:`,
      `CPU per check ${product.toFixed(3)} ms, bare loop ${bare.toFixed(3)} ms, ratio ${(product / bare).toFixed(2)}`,
    );
  }
  target.close();
}

const file = fileURLToPath(import.meta.url);
/** Without the condition that leads to the sources: the built files are measured. */
const execArgv = process.execArgv.filter((each) => !each.includes('conditions'));
const run = (...args: string[]): ChildProcess => fork(file, args, { execArgv, serialization: 'advanced' });

async function measureIn(kind: string, url: string, rate: number): Promise<Measured> {
  const child = run(kind, url, String(rate));
  try {
    return await nextMessage<Measured>(child);
  } finally {
    child.kill();
  }
}

async function compare(rates: readonly number[]): Promise<void> {
  const target = await startKnownTarget(targetDelay);
  for (const rate of rates) {
    const bare = await measureIn('bare', target.url, rate);
    await target.takeServed();
    const engine = await measureIn('engine', target.url, rate);
    const errors = errorsOf(engine.recorded, await target.takeServed());
    const cost = (measured: Measured): number => measured.cpu / measured.checks;
    console.log(
      [
        `${rate}/s:`,
        `${((engine.checks / engine.wall) * 1000).toFixed(0)}/s done, ${engine.failed} failed;`,
        `CPU per check ${cost(engine).toFixed(3)} ms, bare loop ${cost(bare).toFixed(3)} ms,`,
        `ratio ${(cost(engine) / cost(bare)).toFixed(2)};`,
        `lateness p50 ${percentile(engine.lateness, 0.5)} p99 ${percentile(engine.lateness, 0.99)} ms;`,
        `error of recorded time p50 ${percentile(errors, 0.5).toFixed(2)} p99 ${percentile(errors, 0.99).toFixed(2)} ms`,
        `(${errors.length} compared); ${engine.rss_mib.toFixed(0)} MiB`,
      ].join(' '),
    );
  }
  target.close();
}

const [kind = '100', url = '', rate = ''] = process.argv.slice(2);
if (kind === 'engine') process.send?.(await measureEngine(url, Number(rate)));
else if (kind === 'bare') process.send?.(await measureBareLoop(url, Number(rate)));
else if (kind === 'product') await compareProduct(url === '' ? undefined : Number(url));
else if (process.argv.length > 2) await compare(process.argv.slice(2).map(Number));
else {
  await compare([100, 500, 1000]);
  await compareProduct();
}
