/**
 * What a crowd on the public status costs: 100 websites with 5 monitors each and a full history, checked every 20 s by
 * the real server in a process of its own, while 50 connections ask for the documents as fast as they can. A bare
 * node:http server that answers as many bytes from memory is measured in the same run: it is the floor.
 *
 *   npm run build && npx tsx --conditions=source bench/public-status.ts [seconds]
 *
 * CPU is that of the server's process, read from /proc; Linux only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import autocannon from 'autocannon';

const websites = 100;
const monitorsEach = 5;
const intervalSeconds = 20;
const connections = 50;
const seconds = Number(process.argv[2] ?? 10);
const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;
const ticksPerSecond = 100;

const root = path.join(import.meta.dirname, '..');
const paths = [
  '/api/public/status',
  '/api/public/status/1',
  '/status',
  '/status/1',
  '/api/v2/status.json',
  '/badge/1/status.svg',
];

async function seed(dataDir: string, target: string): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const now = Date.now();
  for (let id = 1; id <= websites; id++) {
    const website = { id, name: `Website ${id}`, description: 'Cart, payment and order API', created_at: now };
    await storage.db.insertInto('websites').values(website).execute();
    for (let place = 1; place <= monitorsEach; place++) {
      const monitor_id = (id - 1) * monitorsEach + place;
      await storage.db
        .insertInto('monitors')
        .values(monitorRow(monitor_id, id, `${target}/${monitor_id}`, now))
        .execute();
      const quarters = history(monitor_id, now, quarterMs, 96);
      await storage.db.insertInto('rollups_quarter_hourly').values(quarters).execute();
      await storage.db
        .insertInto('rollups_daily')
        .values(history(monitor_id, now, dayMs, 30))
        .execute();
    }
  }
  await storage.close();
}

const monitorRow = (id: number, website_id: number, target: string, now: number) => ({
  ...{
    id,
    website_id,
    target,
    kind: 'URL' as const,
    check_mode: 'http' as const,
    enabled: 1 as const,
    created_at: now,
  },
  ...{ timeout_seconds: 10, check_interval_seconds: intervalSeconds, response_time_threshold_seconds: 5 },
  failure_threshold: 2,
});

const history = (monitor_id: number, now: number, width: number, count: number) =>
  Array.from({ length: count }, (_, age) => ({
    monitor_id,
    bucket_start: Math.floor(now / width) * width - (age + 1) * width,
    ...{ checks: 45, failures: age % 7 === 0 ? 1 : 0, slow: 0, min_us: 100_000, max_us: 300_000 },
    sum_us: 45 * (150_000 + ((monitor_id * 7919 + age * 104_729) % 100_000)),
    ...{ sketch: new Uint8Array(), status_counts: null },
  }));

async function startServer(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const main = JSON.stringify(path.join(root, 'packages/server/dist/main.js'));
  const child = spawn(process.execPath, ['-e', `import(${main}).then(({ serve }) => serve())`], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_PASSWORD: 'bench password',
      LOG_LEVEL: 'error',
      CHROMIUM_PATH: '/none',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout ?? []) {
    const url = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (url) return { child, url };
  }
  throw new Error('the server did not start');
}

/** The floor: as many bytes, from a map, by node:http. */
const bareSource = `
  const answers = new Map(JSON.parse(process.argv[1]).map(([path, body]) => [path, Buffer.from(body, 'base64')]));
  const server = require('node:http').createServer((request, response) => {
    const body = answers.get(request.url);
    response.writeHead(200, ['Content-Type', 'application/json', 'Content-Encoding', 'br', 'Content-Length', String(body.length)]);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

async function startBare(url: string): Promise<{ child: ChildProcess; url: string }> {
  const bodies = await Promise.all(
    paths.map(async (one) => {
      const response = await fetch(url + one, { headers: { 'accept-encoding': 'br' } });
      return [
        one,
        Buffer.from(await response.arrayBuffer())
          .subarray(0, Number(response.headers.get('content-length')))
          .toString('base64'),
      ];
    }),
  );
  const child = spawn(process.execPath, ['-e', bareSource, JSON.stringify(bodies)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, url: String(chunk).trim() };
}

/** CPU seconds that a process has used, all its threads. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

interface Row {
  requestsPerSecond: number;
  perCore: number;
  p99: number;
  cpuMicroseconds: number;
}

async function measure(url: string, pid: number): Promise<Row> {
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'gzip, br', accept: 'text/html, */*' },
  });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refused`);
  const used = cpuSeconds(pid) - before;
  return {
    requestsPerSecond: result.requests.total / result.duration,
    perCore: result.requests.total / used,
    p99: result.latency.p99,
    cpuMicroseconds: (used * 1e6) / result.requests.total,
  };
}

/** Share of the checks that were started more than 50 ms late, and how many there were, since the start. */
async function lateness(url: string): Promise<{ all: number; late: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (line: string): number =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.split(' ')[1],
    );
  const all = value('upvigil_check_lateness_seconds_count');
  return { all, late: all - value('upvigil_check_lateness_seconds_bucket{le="0.05"}') };
}

const show = (name: string, row: Row): void =>
  console.log(
    name.padEnd(34),
    `${Math.round(row.requestsPerSecond)}/s`.padStart(9),
    `${Math.round(row.perCore)}/s a core`.padStart(16),
    `p99 ${row.p99} ms`.padStart(11),
    `${row.cpuMicroseconds.toFixed(1)} us CPU`.padStart(14),
  );

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'upvigil-bench-'));
  const target = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(target, 'listening');
  await seed(dataDir, `http://127.0.0.1:${(target.address() as AddressInfo).port}`);
  const { child, url } = await startServer(dataDir);
  const pid = child.pid ?? 0;
  await sleep(intervalSeconds * 1000);

  const idleBefore = cpuSeconds(pid);
  const quiet = await lateness(url);
  await sleep(seconds * 1000);
  const quietAfter = await lateness(url);
  const idle = (cpuSeconds(pid) - idleBefore) / seconds;
  console.log(
    `${websites * monitorsEach} monitors every ${intervalSeconds} s, nobody looks: ${(idle * 100).toFixed(1)} % of a core`,
  );

  const bare = await startBare(url);
  for (const one of paths) {
    show(one, await measure(url + one, pid));
    show(`  bare node:http`, await measure(bare.url + one, bare.child.pid ?? 0));
  }
  const loaded = await lateness(url);
  console.log(
    `checks more than 50 ms late: ${quietAfter.late - quiet.late} of ${quietAfter.all - quiet.all} before, ${loaded.late - quietAfter.late} of ${loaded.all - quietAfter.all} under load`,
  );

  bare.child.kill();
  child.kill('SIGTERM');
  await once(child, 'exit');
  target.close();
  target.closeAllConnections();
  rmSync(dataDir, { recursive: true, force: true });
}

await main();
