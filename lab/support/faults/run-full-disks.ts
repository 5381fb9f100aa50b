import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createApiClient } from '@upvigil/core/client/api-client';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { factNames, findDamage, findData, findRest, hashOf, there } from '../kills/facts/find-facts.ts';
import { absent, createLedger } from '../kills/facts/ledger.ts';
import { openKilledStorage } from '../kills/killed-storage.ts';
import { adminPassword, type Product, spawnProduct } from '../product.ts';
import { startWebTarget, type WebTarget } from '../targets/web-target.ts';
import { waitUntil } from '../wait-until.ts';
import { namesFullDisk, type Round, workOnce } from './full-disk-steps.ts';
import { openSmallDisk, plenty, type SmallDisk } from './small-disk.ts';

export interface FullDisksReport {
  /** Number of rounds, each with a different amount of space. */
  rounds: number;
  /** Number of refused requests in those rounds, by kind. */
  refused: Record<string, number>;
  /**
   * Rounds after which the process was killed on the full disk, and those of them after which it started there again.
   */
  killed: number;
  startedFull: number;
  /** Successive rounds at the end that had enough space. */
  whole: number;
  /** Losses, damages and wrong responses, a sentence each. */
  wrong: string[];
}

export interface FullDisksOptions {
  /** Number of free pages in each round. */
  freePages: Iterable<number>;
  /** The run ends after this many rounds with enough space: then the disk has become full at every write. */
  wholeRounds: number;
  /** Called after each round. */
  onRound?(pages: number, report: FullDisksReport): void;
}

/** Limit until the product has recovered once there is space, in milliseconds. */
const recoverMs = 60_000;
/** The process is killed on the full disk after this many rounds. */
const killEvery = 4;

/**
 * Uses the built product on a disk that becomes full after a number of pages, in many rounds, and checks the stored
 * data after each.
 */
export async function runFullDisks({ freePages, wholeRounds, onRound }: FullDisksOptions): Promise<FullDisksReport> {
  const disk = await openSmallDisk();
  const target = await startWebTarget();
  const run = await prepare(disk, target);
  try {
    for (const pages of freePages) {
      await run.round(pages);
      onRound?.(pages, run.report);
      if (run.report.whole >= wholeRounds) break;
    }
    return run.report;
  } finally {
    await run.end();
    await target.close();
    await disk.remove();
  }
}

async function prepare(disk: SmallDisk, target: WebTarget) {
  const env = { ADMIN_PASSWORD: adminPassword, DATA_DIR: disk.folder, CHROMIUM_PATH: 'off' };
  const dataDir = disk.folderFromHere;
  const backups = path.join(dataDir, 'backups');
  const storage = await openKilledStorage('sqlite', dataDir);
  const report: FullDisksReport = {
    rounds: 0,
    refused: {},
    killed: 0,
    startedFull: 0,
    whole: 0,
    wrong: [],
  };
  const ledgers = { data: createLedger(), rest: createLedger() };
  const checkedBackups = new Set<string>();
  let token = '';

  const start = async () => {
    const started = await spawnProduct(env, disk.wrapper);
    return { ...started, api: createApiClient({ baseUrl: started.baseUrl, getToken: () => token }) };
  };
  let product = await start();
  const signIn = createApiClient({ baseUrl: product.baseUrl, getToken: () => null });
  token = (await signIn.auth.login({ body: { password: adminPassword } })).access_token;
  ledgers.rest.ask(factNames.session(token), there)();
  const logos = await makeLogos(product.api);
  ledgers.data.ask(factNames.logo, logos.at(-1)?.hash ?? '')();
  const { name } = await product.api.backup.create({ query: { name: 'whole' } });
  const backup = { name, holds: ledgers.data.snapshot() };

  /** Compares the stored data with the responses. */
  const look = async (when: string): Promise<void> => {
    const found = await storage.read(async (opened) => ({
      damage: await findDamage(opened, { dataDir, checked: checkedBackups }),
      data: await findData(opened.db, ledgers.data.isKnown),
      rest: await findRest(opened.db, dataDir, ledgers.rest.isKnown),
    }));
    const wrong = [...found.damage, ...ledgers.data.compare(found.data), ...ledgers.rest.compare(found.rest)];
    report.wrong.push(...wrong.map((each) => `${when}: ${each}`));
  };

  /** Changes can be stored as soon as there is space, and waiting results are stored soon after. */
  const becomesWell = async (when: string): Promise<void> => {
    const { baseUrl, api } = product;
    const { id: websiteId } = await api.websites.create({ body: { name: 'first with space' } });
    await api.websites.remove({ params: { websiteId } });
    const isWell = async () => (await fetch(`${baseUrl}/healthz`)).ok;
    if (!(await waitUntil(isWell, { everyMs: 50, atMostMs: recoverMs }))) report.wrong.push(`${when}: not well again`);
  };

  /** Kills the process on the full disk and starts it there: it must work or say why not. */
  const killOnFullDisk = async (when: string): Promise<void> => {
    await product.end('SIGKILL');
    report.killed += 1;
    await look(`${when}, killed`);
    try {
      product = await start();
      report.startedFull += 1;
    } catch (error) {
      if (!namesFullDisk(String(error))) report.wrong.push(`${when}, started: ${error}`);
      disk.leaveFree(plenty);
      product = await start();
    }
  };

  const onRefused = async (when: string, what: string, message: string): Promise<void> => {
    report.refused[what] = (report.refused[what] ?? 0) + 1;
    if (!namesFullDisk(message)) report.wrong.push(`${when}: ${what} was refused with '${message}'`);
    const health = await (await fetch(`${product.baseUrl}/healthz`)).text();
    if (!health.includes(troubleMessages.diskFull)) report.wrong.push(`${when}, ${what}: /healthz says ${health}`);
  };

  return {
    report,
    async round(pages: number) {
      const number = ++report.rounds;
      const when = `${pages} pages`;
      const asked = target.requestTimes.length;
      await removeBackups(product.api, name);
      ledgers.rest.ask(factNames.backup(`round${number - 1}`), absent)();
      emptyLog(disk);
      disk.leaveFree(pages);
      const refusedBefore = sumOf(report.refused);
      const refused: Round['onRefused'] = (what, message) => onRefused(when, what, message);
      await workOnce({
        number,
        api: product.api,
        ...ledgers,
        target,
        backups,
        logos,
        backup,
        onRefused: refused,
      });
      const isWhole = sumOf(report.refused) === refusedBefore;
      const isKilled = !isWhole && number % killEvery === 0;
      if (isKilled) await killOnFullDisk(when);
      disk.leaveFree(plenty);
      await becomesWell(when);
      await look(when);
      const left = readdirSync(backups).filter((each) => each.startsWith('.'));
      if (left.length > 0 && !isKilled) report.wrong.push(`${when}: ${left.join(', ')} was left behind`);
      const found = target.requestTimes.length - asked;
      const stored = await countChecks(product.api, number);
      if (!isKilled && stored !== found) report.wrong.push(`${when}: ${found} checks were made, ${stored} are stored`);
      report.whole = isWhole ? report.whole + 1 : 0;
    },
    async end() {
      const code = await product.end('SIGTERM');
      if (code !== 0) report.wrong.push(`the product ended with ${code}`);
      await storage.remove();
    },
  };
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Two images in their stored form. */
async function makeLogos(api: Product['api']): Promise<Round['logos']> {
  const logos: Round['logos'] = [];
  for (const color of ['red', 'blue']) {
    const words = Array.from({ length: 400 }, (_, index) => `<text y="${index}">${color}</text>`).join('');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${words}</svg>`;
    const file = new Blob([svg]);
    const { logo_base64 } = await api.branding.uploadLogo({ file, fileName: 'logo.svg' });
    logos.push({ file, hash: hashOf(logo_base64 ?? '') });
  }
  return logos;
}

/** So that each round starts with the same free space. */
async function removeBackups(api: Product['api'], kept: string): Promise<void> {
  const { backups } = await api.backup.list();
  for (const { name } of backups.filter((each) => each.name !== kept)) await api.backup.remove({ params: { name } });
}

const emptyLogCode = `
  const [driver, file] = process.argv.slice(1);
  const { DatabaseSync } = require(driver);
  const { busy } = new DatabaseSync(file, { timeout: 10_000 }).prepare('pragma wal_checkpoint(truncate)').get();
  process.exit(busy);
`;

/**
 * Makes every commit need space: an old long log would be overwritten from its start and need none. Runs inside the
 * mount, because SQLite resolves the real path of a file.
 */
function emptyLog({ folder, wrapper }: SmallDisk): void {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const [command = '', ...args] = wrapper;
  execFileSync(command, [...args, process.execPath, '-e', emptyLogCode, driver, path.join(folder, 'upvigil.sqlite')]);
}

/** Number of checks of the targets of a round. */
async function countChecks(api: Product['api'], round: number): Promise<number> {
  const websites = await api.websites.list();
  const website = websites.find((each) => each.name === `round-${round}`);
  if (!website) return 0;
  const urls = await api.urls.listByWebsite({ params: { websiteId: website.id } });
  const checks = await Promise.all(urls.map(({ id }) => api.checks.listByUrl({ params: { urlId: id } })));
  return checks.flat().length;
}
