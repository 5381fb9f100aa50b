/**
 * Cost of many visitors on the public page, for the process and for the checks. First the cost of a request while
 * 2,000 monitors are checked every 20 s, as a ratio to a bare node:http server that sends the same bytes from memory;
 * without and with the cost of the checks. Then 100 websites of 5 monitors with a year of history, served by the built
 * product in its own process, while 50 connections request the documents as fast as they can: first with no check due,
 * then with each monitor checked every 10 s. The lateness of those checks and the error of their recorded times are
 * compared with a minute without visitors. The bare server is measured in the same run as the lower bound.
 *
 *   npm run bench -- public-status
 *   npm run build && npx tsx --conditions=source lab/bench/public-status.ts --only-ratios
 *
 * Server, target and visitors share this machine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { newDataDir, spawnProduct } from '../support/product.ts';
import { errorsOf, startKnownTarget } from '../support/targets/known-target.ts';
import { waitUntil } from '../support/wait-until.ts';
import { cpuSeconds, percentile } from './support/figures.ts';
import { recordedSince, seedWatched } from './support/installations/watched-installation.ts';
import { seedYear, websites } from './support/installations/year-of-history.ts';
import { withLateness } from './support/lateness.ts';
import { type LoadFigures, loadWith, showLoad } from './support/load.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const { values } = parseArgs({
  options: {
    /** Duration of each load. */
    seconds: { type: 'string', default: '2' },
    /** Stops after the ratios to a bare server: a minute or two instead of several. */
    'only-ratios': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const quietSeconds = 40;
const intervalSeconds = 10;
const targetDelay = 50;

const kinds = [
  '/api/public/status',
  '/api/public/status/{id}',
  '/status',
  '/status/{id}',
  '/api/v2/status.json',
  '/api/v2/summary.json',
  '/history.atom',
  '/badge/{id}/status.svg',
  '/badge/{id}/uptime.svg',
];
/** The paths of a kind of document, requested in sequence: one for each website, or only one. */
const pathsOf = (kind: string): string[] =>
  kind.includes('{id}') ? Array.from({ length: websites }, (_, at) => kind.replace('{id}', String(at + 1))) : [kind];
const documents = kinds.map((kind): [kind: string, paths: readonly string[]] => [kind, pathsOf(kind)]);

/**
 * Uptime Kuma serves up to 9,100 status pages a second and core, and its JSON 8,000. These rates are compared with it.
 */
const comparedWithKuma: readonly string[] = ['/status', '/api/public/status'];

/** The lower bound: the same bytes and headers, served from a map by node:http. */
const bareSource = `
  const answers = new Map();
  require('node:http').createServer((request, response) => {
    if (request.method === 'PUT') {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
        answers.set(request.url, { headers: JSON.parse(request.headers['x-headers']), body: Buffer.concat(chunks) });
        response.end();
      });
      return;
    }
    const { headers, body } = answers.get(request.url);
    response.writeHead(200, headers);
    response.end(body);
  }).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });`;

/** A response as sent, without the headers that Node adds itself. */
async function readRaw(url: string): Promise<{ headers: string[]; body: Buffer }> {
  const headers = { 'accept-encoding': 'gzip, br', accept: 'text/html, */*' };
  const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
  const body = await buffer(response);
  const kept: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2);
    if (!/^(date|connection|keep-alive)$/i.test(name)) kept.push(name, value);
  }
  return { headers: kept, body };
}

interface Server {
  url: string;
  pid: number;
}

async function startBare(like: string): Promise<Server & { child: ChildProcess }> {
  const child = spawn(process.execPath, ['-e', bareSource], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const url = String(chunk).trim();
  for (const path of documents.flatMap(([, paths]) => paths)) {
    const { headers, body } = await readRaw(like + path);
    await fetch(url + path, {
      method: 'PUT',
      headers: { 'x-headers': JSON.stringify(headers) },
      body: new Uint8Array(body),
    });
  }
  return { url, pid: child.pid ?? 0, child };
}

async function withProduct<Result>(dataDir: string, use: (server: Server) => Promise<Result>): Promise<Result> {
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench password', CHROMIUM_PATH: 'off' });
  try {
    // Requests are refused until a start has read all websites.
    const isRead = async (): Promise<boolean> => (await fetch(`${product.baseUrl}/api/public/status`)).ok;
    if (!(await waitUntil(isRead, { everyMs: 100, atMostMs: 60_000 }))) throw new Error('no document after a minute');
    return await use({ url: product.baseUrl, pid: product.process.pid ?? 0 });
  } finally {
    await product.end('SIGTERM');
  }
}

const loadAll = async (server: Server, name: string): Promise<Map<string, LoadFigures>> => {
  const found = new Map<string, LoadFigures>();
  for (const [document, paths] of documents) {
    const figures = await loadWith(server.url, paths, seconds, server.pid);
    showLoad(`${name} ${document}`, figures);
    found.set(document, figures);
  }
  return found;
};

const ratioInstallation = { monitors: 2000, intervalSeconds: 20, websites: 200 };
const ratioWarmUpSeconds = 40;
const ratioQuietSeconds = 15;
/** Bare server and product alternate, and the median ratio counts, because the machine's speed varies. */
const ratioRounds = 3;

/** CPU of a request as a ratio to the bare server's, while all monitors are checked. */
async function showRatios(): Promise<void> {
  const dataDir = newDataDir();
  const target = await startKnownTarget(targetDelay);
  await seedWatched(dataDir, target.url, ratioInstallation);
  await withProduct(dataDir, async (server) => {
    await sleep(ratioWarmUpSeconds * 1000);
    const before = cpuSeconds(server.pid);
    await sleep(ratioQuietSeconds * 1000);
    const checking = (cpuSeconds(server.pid) - before) / ratioQuietSeconds;
    const bare = await startBare(server.url);
    try {
      for (const [kind, paths] of documents) await showRatio(kind, paths, { server, bare, checking });
    } finally {
      bare.child.kill();
    }
  });
  target.close();
  rmSync(dataDir, { recursive: true, force: true });
}

interface Compared {
  server: Server;
  bare: Server;
  /** CPU seconds per second that the product uses without visitors. */
  checking: number;
}

interface Round {
  floor: LoadFigures;
  found: LoadFigures;
  /** CPU of a request in microseconds. */
  withoutChecks: number;
  ratio: number;
}

async function runRound(paths: readonly string[], { server, bare, checking }: Compared): Promise<Round> {
  const floor = await loadWith(bare.url, paths, seconds, bare.pid);
  // After a time without visitors, all documents of the kind would be built at once, which continuous load never
  // causes.
  await loadWith(server.url, paths, 1, server.pid);
  const found = await loadWith(server.url, paths, seconds, server.pid);
  const withoutChecks = found.cpuMicroseconds - (checking * 1e6) / found.requestsPerSecond;
  return { floor, found, withoutChecks, ratio: withoutChecks / floor.cpuMicroseconds };
}

async function showRatio(kind: string, paths: readonly string[], compared: Compared): Promise<void> {
  const rounds: Round[] = [];
  for (let round = 0; round < ratioRounds; round++) rounds.push(await runRound(paths, compared));
  rounds.sort((one, other) => one.ratio - other.ratio);
  const middle = rounds[Math.floor(ratioRounds / 2)];
  if (!middle) throw new Error('nothing was measured');
  const { floor, found, withoutChecks, ratio } = middle;
  showLoad(`bare node:http ${kind}`, floor);
  showLoad(`checked ${kind}`, found);
  const withChecks = found.cpuMicroseconds / floor.cpuMicroseconds;
  console.log(`${kind}: ratio ${ratio.toFixed(2)}, with the checks ${withChecks.toFixed(2)}`);
  if (!comparedWithKuma.includes(kind)) return;
  reportFigure('public-rate', 1e6 / withoutChecks, { of: kind });
  reportFigure('public-p99', found.p99, { of: kind });
}

/** A period in wall-clock time. */
interface Stretch {
  name: string;
  from: number;
  to: number;
}

async function during(name: string, work: () => Promise<unknown>): Promise<Stretch> {
  const from = Date.now();
  await work();
  return { name, from, to: Date.now() };
}

interface CheckFigures {
  lateness: number;
  error: number;
}

async function main(): Promise<void> {
  await showRatios();
  if (values['only-ratios']) return;
  const dataDir = newDataDir();
  const target = await startKnownTarget(targetDelay);
  const seedingBegan = Date.now();
  await seedYear(dataDir, target.url);
  console.log(`a year of ${websites * 5} monitors, made in ${Math.round((Date.now() - seedingBegan) / 1000)} s`);

  const unchecked = await withProduct(dataDir, (server) => loadAll(server, 'nothing checked'));

  const storage = openSqliteStorage(dataDir);
  await storage.db
    .updateTable('stored_monitors')
    .set({ check_interval_seconds: intervalSeconds, next_due_at: null })
    .execute();
  const began = Date.now();
  const stretches: Stretch[] = [];
  const checked = await withProduct(dataDir, async (server) => {
    await sleep(2 * intervalSeconds * 1000);
    const cpuBefore = cpuSeconds(server.pid);
    stretches.push(await during('without visitors', () => sleep(quietSeconds * 1000)));
    const share = (cpuSeconds(server.pid) - cpuBefore) / quietSeconds;
    console.log(`checked every ${intervalSeconds} s, without visitors: ${(share * 100).toFixed(1)} % of a core`);
    let found = new Map<string, LoadFigures>();
    stretches.push(
      await during('a crowd looks', async () => {
        found = await loadAll(server, 'checked');
      }),
    );
    return found;
  });
  for (const [document, { requestsPerSecond }] of checked) {
    const before = unchecked.get(document)?.requestsPerSecond ?? Number.NaN;
    console.log(`${document}: ${(requestsPerSecond / before).toFixed(2)} of the requests without checks`);
  }

  const recorded = withLateness(await recordedSince(storage, began), intervalSeconds * 1000);
  const served = await target.takeServed();
  const figures = stretches.map(({ name, from, to }): CheckFigures => {
    const inside = recorded.filter(({ at }) => at >= from && at <= to);
    const errors = errorsOf(inside, served);
    const late = inside.map((check) => check.late);
    const found = { lateness: percentile(late, 0.99), error: percentile(errors, 0.99) };
    console.log(
      `${name}: ${inside.length} checks, lateness p50 ${percentile(late, 0.5)} p99 ${found.lateness} ms,`,
      `error of recorded time p50 ${percentile(errors, 0.5).toFixed(2)} p99 ${found.error.toFixed(2)} ms`,
    );
    return found;
  });
  const [quiet, loaded] = figures;
  if (!quiet || !loaded) throw new Error('nothing was measured');
  reportFigure('crowd-lateness', loaded.lateness - quiet.lateness);
  reportFigure('crowd-error', loaded.error - quiet.error);

  await storage.close();
  target.close();
  rmSync(dataDir, { recursive: true, force: true });
}

await main();
