import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parts } from '@upvigil/server/operations/backup/archive/parts';
import { createBackup } from '@upvigil/server/operations/backup/create-backup';
import { restoreBackup } from '@upvigil/server/operations/backup/restore-backup';
import { readPages } from '@upvigil/server/operations/backup/table-rows';
import { verifyBackup } from '@upvigil/server/operations/backup/verify-backup';
import { openSqliteStorage, type Storage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { sealStoredSecrets } from '@upvigil/server/storage/settings/secrets/stored-secrets';
import { sql } from 'kysely';
import { reportFigure } from './support/targets/report-figure.ts';

/**
 * Backup and restore of a long history: their duration and memory, how long they block the event loop and the writer,
 * and whether all rows come back.
 * npx tsx --conditions=source lab/bench/backup.ts --checks 1000000 [--folder /where/there/is/space] [--own-checkpoints]
 * With `--own-checkpoints`, SQLite moves its log into the file within statements, as it does without the thread.
 */
const { values } = parseArgs({
  options: {
    checks: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: os.tmpdir() },
    'own-checkpoints': { type: 'boolean', default: false },
  },
});
const checks = Number(values.checks);
const monitors = 200;
const mebibyte = 1024 * 1024;
/** Number of checks that the targets refer to; the time grows with the rows. */
const wantedChecks = 10_000_000;
/** The slowest statement since the last report. */
let longest = { ms: 0, text: '' };

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(values.folder, 'upvigil-bench-'));
  try {
    await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<void> {
  const file = path.join(folder, 'backup.tar.gz');
  const source = await openStorage(path.join(folder, 'source'));
  await fill(source);
  const expected = await fingerprint(source);

  const { signal } = new AbortController();
  const writer = writeBeside(source);
  const created = await report('create', () =>
    createBackup({
      storage: source,
      dataDir: path.join(folder, 'source'),
      productVersion: 'bench',
      file,
      created: 0,
      signal,
    }),
  );
  console.log(
    `  longest write meanwhile ${(await writer.stop()).toFixed(1)} ms; archive ${inMebibytes(statSync(file).size)}`,
  );
  await source.close();

  await report('verify', () => verifyBackup(file));
  const target = await openStorage(path.join(folder, 'target'));
  if (!values['own-checkpoints']) await target.startCheckpoints(() => undefined);
  const restored = await report('restore', () =>
    restoreBackup({
      storage: target,
      dataDir: path.join(folder, 'target'),
      file,
      now: Date.now(),
      signal,
      sealSecrets: (transaction) => sealStoredSecrets(transaction, null),
      writeEvent: async () => undefined,
    }),
  );
  reportFigure('backup-time', (created.seconds * wantedChecks) / checks);
  reportFigure('restore-time', (restored.seconds * wantedChecks) / checks);
  reportFigure('backup-memory', created.grown / mebibyte);
  reportFigure('restore-memory', restored.grown / mebibyte);
  await report('the 10 seconds after it', () => writeFor(target, 10_000));
  console.log(`  write-ahead log ${inMebibytes(statSync(`${target.file}-wal`).size)}`);
  const isEqual = (await fingerprint(target)) === expected;
  await target.close();
  console.log(isEqual ? `all ${checks} checks came back, row by row` : 'ROWS DIFFER');
  process.exitCode = isEqual ? 0 : 1;
}

async function openStorage(dataDir: string): Promise<Storage> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  storage.onStatement((text, _error, ms) => {
    if (ms > longest.ms) longest = { ms, text: text.replaceAll(/\s+/g, ' ').slice(0, 60) };
  });
  return storage;
}

/** Months of history: most checks up, one in fifty refused. */
async function fill({ db }: Storage): Promise<void> {
  await sql`insert into stored_websites (name, created_at) values ('bench', 0)`.execute(db);
  await sql`
    insert into stored_monitors (website_id, kind, name, target, port, timeout_seconds, check_interval_seconds,
      response_time_threshold_seconds, failure_threshold, enabled, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(monitors)})
    select 1, 'TCP_PORT', 'monitor ' || i, 'host-' || i || '.example.com', 443, 10, 60, 5, 2, 1, 0 from n`.execute(db);
  await sql`
    insert into checks (monitor_id, checked_at, is_up, response_time_us, status_code, error_message)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(checks)})
    select 1 + i % ${sql.lit(monitors)}, 1790000000000 + i * 317, i % 50 != 0,
      case when i % 50 = 0 then null else abs(random()) % 900000 end,
      case when i % 50 = 0 then null else 200 end, case when i % 50 = 0 then 'connection refused' end from n`.execute(
    db,
  );
}

/** A checksum over all rows except the few that the bench writes itself. */
async function fingerprint({ db }: Storage): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts.filter(({ table }) => table !== 'settings')) {
    for await (const page of readPages(db, part)) hash.update(JSON.stringify(page));
  }
  return hash.digest('hex');
}

/** Prints the cost of `work`. Returns its seconds, and the largest growth of memory in bytes. */
async function report(what: string, work: () => Promise<unknown>): Promise<{ seconds: number; grown: number }> {
  globalThis.gc?.();
  longest = { ms: 0, text: '' };
  await sleep(200);
  const before = process.memoryUsage.rss();
  let highest = before;
  const sampler = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 20);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  loop.disable();
  clearInterval(sampler);
  const grown = highest - before;
  console.log(
    `${what}: ${seconds.toFixed(1)} s (CPU ${((user + system) / 1e6).toFixed(1)} s), RSS +${inMebibytes(grown)} (from ${inMebibytes(before)}), event loop p99 ${(loop.percentile(99) / 1e6).toFixed(1)} ms, longest ${(loop.max / 1e6).toFixed(1)} ms, longest statement ${longest.ms.toFixed(1)} ms: ${longest.text}`,
  );
  return { seconds, grown };
}

/** Writes a row every 20 ms as the recorder does, and records the slowest write. */
function writeBeside({ db }: Storage): { stop(): Promise<number> } {
  let longest = 0;
  let isStopped = false;
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const started = performance.now();
      await db
        .insertInto('settings')
        .values({ key: 'bench', value: String(started) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(started) }))
        .execute();
      longest = Math.max(longest, performance.now() - started);
      await sleep(20);
    }
  };
  const writing = write();
  return {
    async stop() {
      isStopped = true;
      await writing;
      return longest;
    },
  };
}

/** Continues to write, as checks do after a restore. */
async function writeFor(storage: Storage, milliseconds: number): Promise<void> {
  const writer = writeBeside(storage);
  await sleep(milliseconds);
  await writer.stop();
}

const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`;

await main();
