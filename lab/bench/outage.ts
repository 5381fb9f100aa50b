/**
 * Effect of a simultaneous outage of all targets on checks: the engine, the recorder and the code that raises alerts
 * with evidence run in their own process. 1,000 targets on loopback answer after 50 ms, and suddenly with 503.
 * Measures how late checks start while this is confirmed, sent and stored, compared with the time before in the same
 * process.
 *
 *   npm run bench -- outage
 *
 * The measured process runs the built files, as production does.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRaiseAlerts } from '@upvigil/server/alerts/decide/raise-alerts';
import { systemClock } from '@upvigil/server/base/clock';
import { createChangeFeed } from '@upvigil/server/base/domain/change-feed';
import type { FinishedCheck } from '@upvigil/server/base/domain/check';
import { createEngine } from '@upvigil/server/checks/engine/engine';
import { watchedMonitor } from '@upvigil/server/checks/monitors/load-monitors';
import { createResultRecorder } from '@upvigil/server/checks/record/recording/result-recorder';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { nextMessage } from '../support/targets/known-target.ts';
import { percentile } from './support/figures.ts';
import { seedWatched } from './support/installations/watched-installation.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const watched = { monitors: 1000, intervalSeconds: 10, websites: 50 };
const targetDelay = 50;
const warmUpMilliseconds = 15_000;
/** Two intervals: all targets are found down, confirmed 5 s later, and checked once more. */
const measuredMilliseconds = 20_000;

interface Measured {
  /** Lateness in milliseconds of each check that was due in this period. */
  before: number[];
  meanwhile: number[];
  documents: number;
}

/** A target in its own process, which goes down on a message. */
function runTarget(): void {
  let status = 200;
  const server = createServer((_request, response) => {
    setTimeout(() => response.writeHead(status).end('ok'), targetDelay);
  });
  process.on('message', () => {
    status = 503;
  });
  process.once('disconnect', () => process.exit());
  server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () =>
    process.send?.((server.address() as AddressInfo).port),
  );
}

async function runProduct(dataDir: string): Promise<Measured> {
  const storage = openSqliteStorage(dataDir);
  const clock = systemClock;
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const changes = createChangeFeed(console.error);
  const raiseAlerts = createRaiseAlerts({ clock, channels: [] });
  const recorder = createResultRecorder({ db: storage.db, clock, changes, raiseAlerts, log });
  const dueAt = new Map<number, number>();
  let late: number[] = [];
  const onFinished = (checks: FinishedCheck[]): void => {
    for (const { monitor_id, checked_at, next_due_at } of checks) {
      late.push(checked_at - (dueAt.get(monitor_id) ?? checked_at));
      if (next_due_at !== null) dueAt.set(monitor_id, next_due_at);
    }
    recorder.record(checks);
  };
  const onFault = (id: number, fault: string, message: string) => console.error(`monitor ${id}: ${fault}, ${message}`);
  const engine = createEngine({ clock, log, onFinished, onFault });
  await engine.start();
  const rows = await storage.db.selectFrom('monitors').selectAll().execute();
  engine.watch(rows.map((row) => watchedMonitor(row)));
  const lateIn = async (milliseconds: number): Promise<number[]> => {
    late = [];
    await sleep(milliseconds);
    return late;
  };
  await sleep(warmUpMilliseconds);
  const before = await lateIn(measuredMilliseconds);
  process.send?.('down');
  const meanwhile = await lateIn(measuredMilliseconds);
  await engine.stop();
  await recorder.stop();
  const { documents } = await storage.db
    .selectFrom('evidence')
    .select(({ fn }) => fn.countAll<number>().as('documents'))
    .executeTakeFirstOrThrow();
  await storage.close();
  return { before, meanwhile, documents };
}

const file = fileURLToPath(import.meta.url);
/** Without the condition that resolves to sources: the built files are measured. */
const execArgv = process.execArgv.filter((each) => !each.includes('conditions'));

async function measure(): Promise<void> {
  const target = fork(file, ['target'], { execArgv });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-outage-'));
  await seedWatched(dataDir, `http://127.0.0.1:${await nextMessage<number>(target)}`, watched);
  const product = fork(file, ['product', dataDir], { execArgv, serialization: 'advanced' });
  try {
    await nextMessage(product);
    target.send('down');
    const { before, meanwhile, documents } = await nextMessage<Measured>(product);
    const [p99Before, p99] = [percentile(before, 0.99), percentile(meanwhile, 0.99)];
    console.log(
      `${watched.monitors} targets go down at once: lateness p50 ${percentile(meanwhile, 0.5)} p99 ${p99} ms of`,
      `${meanwhile.length} checks (before: p99 ${p99Before} ms of ${before.length}); ${documents} documents`,
    );
    reportFigure('outage-lateness', documents === watched.monitors ? p99 : Number.NaN, {
      reference: { name: 'before the outage', measured: p99Before },
    });
  } finally {
    product.kill();
    target.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const [kind, dataDir = ''] = process.argv.slice(2);
if (kind === 'target') runTarget();
else if (kind === 'product') process.send?.(await runProduct(dataDir));
else await measure();
