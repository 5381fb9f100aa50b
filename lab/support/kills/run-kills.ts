import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient } from '@upvigil/core/client/api-client';
import { slackTextOf, startSlackSink } from '@upvigil/server/testing/sinks/slack-sink';
import { adminPassword, commandFile, newDataDir, type Product, spawnProduct } from '../product.ts';
import { waitUntil } from '../wait-until.ts';
import { runClients, type Workload } from './clients.ts';
import { countSent, sentSoFar } from './facts/count-sent.ts';
import { countBeingDeleted, factNames, findDamage, findData, findRest, hashOf, there } from './facts/find-facts.ts';
import { createLedger } from './facts/ledger.ts';
import { type KilledDatabase, openKilledStorage } from './killed-storage.ts';
import { fillPastDays } from './past-days.ts';
import { createRandom, planLife } from './plan-life.ts';
import { watchStandstills, withStandstill } from './standstills.ts';

export interface KillsReport {
  /** Kills during the start, and during work. */
  kills: { starting: number; working: number };
  /** Requests with a 2xx response, and without any response. */
  answered: number;
  unanswered: number;
  restores: number;
  /** Sent alerts, and those sent more than once after a kill: delivery is promised at least once. */
  sent: number;
  sentAgain: number;
  /**
   * Losses, damages, messages sent twice in one life, wrong responses: a sentence each, with the number of the kill.
   */
  wrong: string[];
}

export interface KillsOptions {
  count: number;
  seed: number;
  database: KilledDatabase;
  /** Called after each kill. */
  onKill?(kill: number, report: KillsReport): void;
}

/** Limit for a start to remove what a kill left behind, in milliseconds. */
const tidyMs = 20_000;
/** A life without a response to a client is killed after this time, in milliseconds. */
const firstAnswerMs = 10_000;
/** Limit for the last life to send all pending messages, in milliseconds. */
const sendMs = 120_000;

/** Starts the built product, uses it, and kills it at random times from this seed. Checks the data after each kill. */
export async function runKills({ count, seed, database, onKill }: KillsOptions): Promise<KillsReport> {
  const run = await openRun(seed, database);
  try {
    await run.begin();
    for (let kill = 1; kill <= count; kill++) {
      await run.liveAndDie(kill);
      onKill?.(kill, run.report);
    }
    await run.finish();
    return run.report;
  } finally {
    await run.close();
  }
}

async function openRun(seed: number, database: KilledDatabase) {
  const random = createRandom(seed);
  const dataDir = newDataDir();
  const storage = await openKilledStorage(database, dataDir);
  const slack = await startSlackSink();
  const target = await startTarget();
  const report: KillsReport = {
    kills: { starting: 0, working: 0 },
    answered: 0,
    unanswered: 0,
    restores: 0,
    sent: 0,
    sentAgain: 0,
    wrong: [],
  };
  let number = 0;
  const work: Workload = {
    data: createLedger(),
    rest: createLedger(),
    random: createRandom(seed + 1),
    targetUrl: target.url,
    logos: [],
    backup: null,
    down: [],
    next: () => ++number,
  };
  const standstills = watchStandstills();
  const checkedBackups = new Set<string>();
  /** Number of messages at the end of each life. */
  const lives: number[] = [];
  const env = { ADMIN_PASSWORD: adminPassword, DATA_DIR: dataDir, CHROMIUM_PATH: 'off', ...storage.env };
  let lifeBegan = performance.now();
  let countedAt = lifeBegan;
  let token = '';
  let websiteId = 0;

  const start = async () => {
    const started = await spawnProduct(env).catch((error: unknown) => {
      // The product no longer waits for a database that stood still with it.
      if (standstills.longestSince(lifeBegan) === 0) throw error;
      return spawnProduct(env);
    });
    return { ...started, api: createApiClient({ baseUrl: started.baseUrl, getToken: () => token }) };
  };

  const note = (after: string, wrong: readonly string[], since = lifeBegan): void => {
    const standstillMs = standstills.longestSince(since);
    report.wrong.push(...wrong.map((each) => withStandstill(`${after}: ${each}`, standstillMs)));
  };

  const lookAround = async (after: string): Promise<void> => {
    const found = await storage.read(async (opened) => ({
      damage: await findDamage(opened, { dataDir, checked: checkedBackups }),
      data: await findData(opened.db, work.data.isKnown),
      rest: await findRest(opened.db, dataDir, work.rest.isKnown),
    }));
    note(after, [...found.damage, ...work.data.compare(found.data), ...work.rest.compare(found.rest)]);
    report.answered = answered();
    report.unanswered = work.data.counts.unanswered + work.rest.counts.unanswered;
  };

  const answered = (): number => work.data.counts.answered + work.rest.counts.answered;

  /** Counts each message once: after a restore it may be sent again. */
  const addSent = (): void => {
    const { sent, sentAgain, wrong } = countSent(work.down.splice(0), slack.messages.map(slackTextOf), lives);
    report.sent += sent;
    report.sentAgain += sentAgain;
    note('counting', wrong, countedAt);
    countedAt = performance.now();
  };

  return {
    report,
    async begin() {
      const { api, end, baseUrl } = await start();
      const signIn = createApiClient({ baseUrl, getToken: () => null });
      token = (await signIn.auth.login({ body: { password: adminPassword } })).access_token;
      work.rest.ask(factNames.session(token), there)();
      const { id } = await api.websites.create({ body: { name: 'watched' } });
      websiteId = id;
      work.data.ask(factNames.website('watched'), '')();
      const webhook_url = slack.webhookUrl('x');
      await api.slack.save({ params: { websiteId }, body: { enabled: true, webhook_url } });
      for (const color of ['red', 'blue']) {
        const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="${color}"/></svg>`;
        const file = new Blob([picture]);
        const { logo_base64 } = await api.branding.uploadLogo({ file, fileName: 'logo.svg' });
        work.logos.push({ file, hash: hashOf(logo_base64 ?? '') });
        work.data.ask(factNames.logo, hashOf(logo_base64 ?? ''))();
      }
      const past = `${target.url}up/past/`;
      const { id: urlId } = await api.urls.create({ params: { websiteId }, body: { url: past, enabled: false } });
      work.data.ask(factNames.url(past), there)();
      await end('SIGTERM');
      const times = await storage.write(({ db }) => fillPastDays(db, urlId, Date.now()));
      for (const at of times) work.data.ask(factNames.check(past, at), there)();
      await lookAround('after the preparation');
    },
    async liveAndDie(kill: number) {
      lifeBegan = performance.now();
      const { phase, killAfterMs, restores } = planLife(random, work.backup !== null);
      if (phase === 'starting') await dieStarting(env, killAfterMs);
      else note(`kill ${kill}`, await dieWorking(killAfterMs, restores));
      report.kills[phase] += 1;
      lives.push(await sentSoFar(slack));
      await lookAround(`kill ${kill}`);
    },
    async finish() {
      const { end, api } = await start();
      await untilSent(api);
      await end('SIGTERM');
      await lookAround('at the end');
      const left = await storage.read(({ db }) => countBeingDeleted(db));
      note('at the end', left > 0 ? [`${left} deletions were not finished`] : []);
      const sent = slack.messages.map(slackTextOf).join('\n');
      const raised = work.down.filter((url) => work.data.snapshot().get(factNames.alert(url)) === there);
      note(
        'at the end',
        raised.filter((url) => !sent.includes(url)).map((url) => `${url} was never sent`),
      );
      addSent();
    },
    async close() {
      standstills.stop();
      await slack.close();
      await target.close();
      await storage.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  async function dieWorking(afterMs: number, restores: boolean): Promise<string[]> {
    const { api, end, process: child } = await start();
    const wrong = storage.isTidiedAtStart ? await leftBehind(dataDir) : [];
    if (restores) {
      report.restores += 1;
      addSent();
    }
    const before = answered();
    let isOver = false;
    const clients = runClients(work, { api, dataDir, websiteId, restores, isOver: () => isOver });
    await waitUntil(() => answered() > before, { everyMs: 5, atMostMs: firstAnswerMs });
    // The seed determines the time of the kill.
    await pause(afterMs);
    if (child.exitCode !== null) wrong.push(`the product ended by itself with ${child.exitCode}`);
    isOver = true;
    await end('SIGKILL');
    return [...wrong, ...(await clients)];
  }
}

/** Kills the product while it starts, or just after it has started. */
async function dieStarting(env: Record<string, string>, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [commandFile, 'serve'], { env: { ...env, PORT: '0' }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  // The seed determines the time of the kill.
  await pause(afterMs);
  child.kill('SIGKILL');
  await ended;
}

/** Waits until no delivery is pending. */
async function untilSent(api: Product['api']): Promise<void> {
  const isSent = async (): Promise<boolean> => {
    const alerts = await api.alerts.list({ query: { hours: 24 } });
    return alerts.every(({ deliveries }) => deliveries.every(({ status }) => status !== 'pending'));
  };
  await waitUntil(isSent, { everyMs: 200, atMostMs: sendMs });
}

/** A sentence for each incomplete backup that a start does not remove soon after it listens. */
async function leftBehind(dataDir: string): Promise<string[]> {
  const unfinished = (): string[] => readdirSync(path.join(dataDir, 'backups')).filter((name) => name.startsWith('.'));
  await waitUntil(() => unfinished().length === 0, { everyMs: 20, atMostMs: tidyMs });
  return unfinished().map((name) => `${name} was left behind at the start`);
}

/** A website on loopback: paths below `down/` answer 500. */
async function startTarget(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(url.startsWith('/down/') ? 500 : 200).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
