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

/** A backup of an installation that uses every feature. */
export const frozenBackup = fileURLToPath(new URL('../../../fixtures/0.1.0/backup.tar.gz', import.meta.url));

/** That installation, with its program stopped. */
interface Installation {
  folder: string;
  /** Of a signed-in session. */
  headers: { authorization: string };
  /** Values of path parameters, by name. */
  known: Readonly<Record<string, string>>;
}

/** A program on a copy of it, which answers requests but neither checks nor sends. */
export interface AnsweringApp extends Pick<Installation, 'headers' | 'known'> {
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Restarts the program and requests every public document: no stored value may break one. */
  showAnew(): Promise<void>;
}

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

const sealSecrets = async () => ({ missing: 0 });

let installed: Promise<Installation> | undefined;

/** Made once in a process, because hashing a password is slow. */
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
  /** Checks that the stored data breaks no page after the next start. */
  close(): Promise<void>;
}

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

/** Opens a program for one parser alone, because the parser's inputs are stored. */
export async function openAnswering<Input>(
  parse: (app: AnsweringApp, input: Input) => Promise<unknown>,
): Promise<OpenParser<Input>> {
  const app = await startAnswering();
  return { parse: (input) => parse(app, input), close: () => app.close() };
}

let reading: Promise<RunningApp> | undefined;

/**
 * Opens the program shared by all parsers that only read: starting one for each would take longer than their inputs.
 */
export async function openReading<Input>(
  parse: (app: AnsweringApp, input: Input) => Promise<unknown>,
): Promise<OpenParser<Input>> {
  reading ??= startAnswering();
  const app = await reading;
  return { parse: (input) => parse(app, input) };
}

/** Closes the shared program after its last parser. */
export async function closeReading(): Promise<void> {
  const app = await reading;
  reading = undefined;
  await app?.close();
}

const shownPages = [
  ...['/status', '/status/1', '/history.atom', '/history.rss', '/api/v2/summary.json', '/metrics', '/'],
  ...['/badge/1/status.svg', '/badge/1/uptime.svg'],
];

/** All public documents, as HTML, text and data. */
async function mustShowPages({ inject }: Pick<AnsweringApp, 'inject'>): Promise<void> {
  for (const url of shownPages) {
    for (const accept of ['text/html', 'text/plain'])
      mustBeAnswered((await inject({ method: 'GET', url, headers: { accept } })).statusCode, `${url} afterwards`);
  }
}

/** A healthy program always answers, so a 503 is a failure too. */
export const mustBeAnswered = (status: number, what: string): void =>
  mustHold(status < 500, `${what} is answered with less than 500, and not with ${status}`);
