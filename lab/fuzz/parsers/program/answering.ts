import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { systemClock } from '@upvigil/server/base/clock';
import { restoreBackup } from '@upvigil/server/operations/backup/restore-backup';
import { openSqliteStorage } from '@upvigil/server/storage/database';
import { migrate } from '@upvigil/server/storage/migrate';
import { startQuietApp } from '@upvigil/server/testing/quiet-app';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { mustHold, type OpenParser } from '../../parser.ts';

/** A backup of an installation that has something of everything. */
export const frozenBackup = fileURLToPath(new URL('../../../fixtures/0.1.0/backup.tar.gz', import.meta.url));

/** That installation, at rest. */
interface Installation {
  folder: string;
  /** Those of a session. */
  headers: { authorization: string };
  /** Values for a part of a path, by its name. */
  known: Readonly<Record<string, string>>;
}

/** A program over a copy of it. It answers, and neither checks nor sends. */
export interface AnsweringApp extends Pick<Installation, 'headers' | 'known'> {
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Restarts the program and requests every public document: no stored value may break one. */
  showAnew(): Promise<void>;
}

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

const sealSecrets = async () => ({ missing: 0 });

let installed: Promise<Installation> | undefined;

/** Made once in a process, because a password takes its time. */
async function install(): Promise<Installation> {
  const folder = newFolder();
  process.once('exit', () => removeFolder(folder));
  const storage = openSqliteStorage(folder);
  await migrate(storage);
  const { signal } = new AbortController();
  const writeEvent = async () => undefined;
  await restoreBackup({
    storage,
    dataDir: folder,
    file: frozenBackup,
    now: Date.now(),
    signal,
    sealSecrets,
    writeEvent,
  });
  const password = 'correct horse battery';
  const app = await startQuietApp(storage, { dataDir: folder, clock: systemClock, password });
  const headers = { authorization: `Bearer ${await app.signIn(password)}` };
  const made = await app.inject({ method: 'POST', url: `${apiPrefix}/backup/create`, headers });
  await app.stop();
  await storage.close();
  return { folder, headers, known: { name: made.json<{ name: string }>().name } };
}

interface RunningApp extends AnsweringApp {
  /** Whatever it took must break no page of its next start. */
  close(): Promise<void>;
}

/** The program over a copy of the installation. */
async function startAnswering(): Promise<RunningApp> {
  installed ??= install();
  const { folder, headers, known } = await installed;
  const dataDir = newFolder();
  cpSync(folder, dataDir, { recursive: true });
  const storage = openSqliteStorage(dataDir);
  const app = await startQuietApp(storage, { dataDir, clock: systemClock });
  const showAnew = async (): Promise<void> => {
    const next = await startQuietApp(storage, { dataDir, clock: systemClock });
    await mustShowPages(next);
    await next.stop();
  };
  return {
    inject: app.inject,
    showAnew,
    headers,
    known,
    async close() {
      await app.stop();
      await showAnew();
      await storage.close();
      removeFolder(dataDir);
    },
  };
}

/** A program that one parser has for itself, because what it takes is stored. */
export async function openAnswering<Input>(
  parse: (app: AnsweringApp, input: Input) => Promise<unknown>,
): Promise<OpenParser<Input>> {
  const app = await startAnswering();
  return { parse: (input) => parse(app, input), close: () => app.close() };
}

let reading: Promise<RunningApp> | undefined;

/** The program that all parsers share that only read: to start one for each takes longer than their inputs. */
export async function openReading<Input>(
  parse: (app: AnsweringApp, input: Input) => Promise<unknown>,
): Promise<OpenParser<Input>> {
  reading ??= startAnswering();
  const app = await reading;
  return { parse: (input) => parse(app, input) };
}

/** Ends the program that parsers share, when the last of them is done. */
export async function closeReading(): Promise<void> {
  const app = await reading;
  reading = undefined;
  await app?.close();
}

const shownPages = [
  ...['/status', '/status/1', '/history.atom', '/history.rss', '/api/v2/summary.json', '/metrics', '/'],
  ...['/badge/1/status.svg', '/badge/1/uptime.svg'],
];

/** All that everybody may see, as HTML, text and data. */
async function mustShowPages({ inject }: Pick<AnsweringApp, 'inject'>): Promise<void> {
  for (const url of shownPages) {
    for (const accept of ['text/html', 'text/plain'])
      mustBeAnswered((await inject({ method: 'GET', url, headers: { accept } })).statusCode, `${url} afterwards`);
  }
}

/** A program that is well is never away: a 503 is a failure too. */
export const mustBeAnswered = (status: number, what: string): void =>
  mustHold(status < 500, `${what} is answered with less than 500, and not with ${status}`);
