import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { spawnProduct } from '../../support/product.ts';
import { errorsOf, type KnownTarget, type RecordedTime, type Served } from '../../support/targets/known-target.ts';
import { cpuSeconds, percentile } from './figures.ts';
import { recordedSince, type Watched } from './installations/watched-installation.ts';
import { withLateness } from './lateness.ts';

const mebibyte = 1024 * 1024;

/** Times in milliseconds, memory in MiB. */
export interface Figures {
  checks: number;
  cpuPerCheck: number;
  latenessP50: number;
  latenessP99: number;
  errorP50: number;
  errorP99: number;
}

export interface ProductFigures extends Figures {
  cores: number;
  /** Percent of the due checks. */
  achieved: number;
  /** Maximum during the measurement. */
  rss: number;
  /** At the end; shared memory counts in part. */
  pss: number;
}

/** Resident memory of a process, in bytes. Linux only. */
const rssOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

/**
 * In bytes. The kernel walks all pages of the process and blocks it meanwhile, so this is not read during a
 * measurement.
 */
const pssOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;

export interface Run {
  cpu: number;
  recorded: readonly RecordedTime[];
  served: Served;
  /** In ms since the epoch; requests before it show when checks are due. */
  from: number;
  to: number;
}

/** Figures by the same rules for the product and the bare loop. */
export function figuresOf({ cpu, recorded, served, from, to }: Run, intervalSeconds: number): Figures {
  const seen = [...served].flatMap(([id, times]) => times.map(([at]) => ({ id, at })));
  const inside = withLateness(seen, intervalSeconds * 1000).filter(({ at }) => at >= from && at < to);
  const late = inside.map((check) => check.late);
  const errors = errorsOf(recorded, served);
  return {
    checks: inside.length,
    cpuPerCheck: cpu / inside.length,
    latenessP50: percentile(late, 0.5),
    latenessP99: percentile(late, 0.99),
    errorP50: percentile(errors, 0.5),
    errorP99: percentile(errors, 0.99),
  };
}

/** Starts the built product on a data folder, and measures it for `seconds` after it has settled. */
export async function measureProduct(
  target: KnownTarget,
  dataDir: string,
  watched: Watched,
  { settleSeconds, seconds }: { settleSeconds: number; seconds: number },
): Promise<ProductFigures> {
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench password', CHROMIUM_PATH: 'off' });
  const pid = product.process.pid ?? Number.NaN;
  await sleep(settleSeconds * 1000);
  const from = Date.now();
  const cpuBefore = cpuSeconds(pid);
  let rss = 0;
  while (Date.now() < from + seconds * 1000) {
    await sleep(Math.min(1000, from + seconds * 1000 - Date.now()));
    rss = Math.max(rss, rssOf(pid));
  }
  const to = Date.now();
  const cpu = (cpuSeconds(pid) - cpuBefore) * 1000;
  const pss = pssOf(pid);
  // The product finishes running checks and stores them before it stops.
  await product.end('SIGTERM');
  const storage = openSqliteStorage(dataDir);
  const recorded = (await recordedSince(storage, from)).filter(({ at }) => at < to);
  await storage.close();
  const figures = figuresOf({ cpu, recorded, served: await target.takeServed(), from, to }, watched.intervalSeconds);
  const due = (watched.monitors / watched.intervalSeconds) * ((to - from) / 1000);
  return {
    ...figures,
    cores: cpu / (to - from),
    achieved: (figures.checks / due) * 100,
    rss: rss / mebibyte,
    pss: pss / mebibyte,
  };
}
