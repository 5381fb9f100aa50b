import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { systemClock } from '../../base/clock.ts';
import { readConfig } from '../../base/config/config.ts';
import { compose } from '../../compose/compose.ts';
import { type Database, openSqliteStorage } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { generalSettings } from '../../storage/settings/general-settings-store.ts';
import { makeMonitor, makeWebsite } from '../rows.ts';
import { answerAndExit } from './check-target.ts';

/** Changes of the network, as shell commands; `router` is the targets' own network. */
export interface LineCut {
  cut: string;
  restore: string;
}

export interface LineCuts {
  targets: readonly string[];
  /** `host:port`. */
  references: readonly string[];
  /** Run one after another. */
  cuts: readonly LineCut[];
  /** How long the uplink stays cut after the notice, seconds. */
  seconds: number;
  /** Stops the targets, while the references keep running. */
  endTargets: string;
}

/** The states during the cut and after it. */
export interface LineCutStates {
  during: LineCutState;
  after: LineCutState;
}

/** The stored state of the installation. */
export interface LineCutState {
  /** Recorded checks, and the failed ones among them. */
  checks: number;
  failures: number;
  /** Failures in the roll-ups, from which uptime is computed. */
  counted_failures: number;
  alerts: string[];
  notices: { kind: string; message: string; ended_at: number | null }[];
  faults: string[];
}

/** Several checks of each monitor, beyond those that were already running. */
const checksOfAWhile = 24;

const shell = promisify(execFile);
const run = (commands: string): Promise<unknown> => shell('sh', ['-c', commands]);

async function stateOf(db: Database): Promise<LineCutState> {
  const checks = await db.selectFrom('checks').select('is_up').execute();
  const rollups = await db.selectFrom('rollups_daily').select('failures').execute();
  const faults = await db.selectFrom('monitors').select('last_fault').where('last_fault', 'is not', null).execute();
  return {
    checks: checks.length,
    failures: checks.filter(({ is_up }) => is_up === 0).length,
    counted_failures: rollups.reduce((sum, row) => sum + row.failures, 0),
    alerts: (await db.selectFrom('alerts').select('alert_type').execute()).map(({ alert_type }) => alert_type),
    notices: await db.selectFrom('notices').select(['kind', 'message', 'ended_at']).execute(),
    faults: faults.map(({ last_fault }) => (JSON.parse(last_fault ?? '{}') as { reason: string }).reason),
  };
}

async function until(db: Database, holds: (state: LineCutState) => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !holds(await stateOf(db)); tries++) await delay(100);
}

/** One failed check raises an alert here, so that a single wrong verdict is detected. */
async function addMonitors(db: Database, targets: readonly string[]): Promise<void> {
  const website_id = (await makeWebsite(db)).id;
  const each = {
    website_id,
    timeout_seconds: 2,
    check_interval_seconds: 1,
    failure_threshold: 1,
    created_at: Date.now(),
  };
  for (const host of targets) {
    await makeMonitor(db, { ...each, kind: 'TCP_PORT', name: host, target: host, port: 80 });
    await makeMonitor(db, { ...each, kind: 'URL', target: `http://${host}/` });
  }
}

async function cutAndRestore(db: Database, { cut, restore }: LineCut, seconds: number): Promise<LineCutStates> {
  const noticesBefore = (await stateOf(db)).notices.length;
  await run(cut);
  await until(db, ({ notices }) => notices.length > noticesBefore);
  await delay(seconds * 1000);
  const during = await stateOf(db);
  await run(restore);
  await until(db, ({ notices }) => notices.every(({ ended_at }) => ended_at !== null));
  const { checks } = await stateOf(db);
  // Checks that began before the end are finished by then.
  await until(db, (state) => state.checks >= checks + checksOfAWhile);
  return { during, after: await stateOf(db) };
}

/**
 * Runs the whole program with targets behind an uplink that is cut for a while. Writes the stored state of both
 * phases.
 */
async function cutLine({ targets, references, cuts, seconds, endTargets }: LineCuts): Promise<void> {
  const serve = `require('node:http').createServer((_, answer) => answer.end('ok')).listen(80, '0.0.0.0')`;
  const server = spawn('ip', ['netns', 'exec', 'router', process.execPath, '-e', serve], { stdio: 'ignore' });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-line-'));
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  const { db } = storage;
  await generalSettings.save(db, { ...(await generalSettings.read(db)), reference_targets: [...references] });
  await addMonitors(db, targets);
  const composition = await compose({
    config: readConfig({ DATA_DIR: folder, ADMIN_PASSWORD: 'correct horse battery', CHROMIUM_PATH: 'off' }),
    storage,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    recentLog: { lines: () => [] },
    publicUrl: () => 'http://localhost',
  });
  await answersAt(targets[0] ?? '');
  await composition.start();
  await until(db, ({ checks }) => checks >= checksOfAWhile);
  const states: LineCutStates[] = [];
  for (const cut of cuts) states.push(await cutAndRestore(db, cut, seconds));
  await run(endTargets);
  await until(db, ({ alerts }) => alerts.length >= 2 * targets.length);
  const ended = await stateOf(db);
  server.kill('SIGKILL');
  await composition.stop();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
  answerAndExit({ states, ended });
}

async function answersAt(host: string): Promise<void> {
  while (!(await fetch(`http://${host}/`).catch(() => null))) await delay(100);
}

try {
  await cutLine(JSON.parse(process.argv[2] ?? '{}'));
} catch (error) {
  process.stderr.write(String(error), () => process.exit(1));
}
