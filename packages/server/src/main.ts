import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { RequestError } from '@upvigil/core/contract/errors';
import { bundleLogLines } from '@upvigil/core/contract/names/bundle-files';
import { defaults } from '@upvigil/core/defaults';
import { troubleMessages } from '@upvigil/core/texts/messages';
import { systemClock } from './base/clock.ts';
import { type Config, ConfigError, readConfig } from './base/config/config.ts';
import { createLog } from './base/config/logger.ts';
import { createRecentLog } from './base/config/recent-log.ts';
import { trustWarning } from './base/config/trusted-proxies.ts';
import { goBehindProbes } from './checks/engine/thread/thread-priority.ts';
import { type Composition, compose } from './compose/compose.ts';
import { loadProcessEnd, type ProcessEnd } from './compose/end-process.ts';
import { limitHeapGrowth } from './compose/heap-growth.ts';
import { stopParts } from './compose/stop-parts.ts';
import { stopTimes } from './compose/stop-times.ts';
import { diskTroubleOf } from './storage/disk-trouble.ts';
import { DatabaseVersionError } from './storage/migrate.ts';
import { lockedSentence, prepareStorage, StorageError } from './storage/prepare-storage.ts';

/** The start failed for a reason that a person can fix. The message is one sentence with the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface RunningServer {
  /** Address of the server: scheme, host and port. */
  url: string;
  /** Reads the commands file again. After an error, the old commands stay. */
  reloadCommands(): void;
  /** Finishes running checks (up to 5 s), stores results and closes everything. May be called twice. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Prints what a person should read: warnings, the address, and once the generated password. */
  write(text: string): void;
}

/**
 * Opens and migrates the database, connects all parts and listens.
 * @throws StartError if it cannot start as configured, with one sentence that says why
 */
export async function startServer(config: Config, { write }: StartOptions): Promise<RunningServer> {
  const recentLog = createRecentLog(bundleLogLines);
  const log = await createLog(config.logLevel, recentLog);
  const storage = await prepareStorage({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  }).catch((error: unknown) => {
    throw asStartError(error, config);
  });
  let url = `http://${hostInUrl(config.host)}:${config.port}`;
  const composition = await compose({
    config,
    storage,
    clock: systemClock,
    log,
    recentLog,
    publicUrl: () => config.baseUrl ?? url,
  }).catch(async (error: unknown) => {
    await storage.close();
    throw asStartError(error, config);
  });
  try {
    await composition.app.listen({ host: config.host, port: config.port });
    const { port } = composition.app.server.address() as AddressInfo;
    url = `http://${hostInUrl(config.host)}:${port}`;
    await composition.start();
  } catch (error) {
    await composition.stop();
    await storage.close();
    throw asStartError(error, config);
  }
  announce(write, url, composition, config);
  return {
    url,
    reloadCommands: composition.reloadCommands,
    stop: once(async () => {
      const began = systemClock.monotonic();
      await composition.stop();
      const left = stopTimes.parts + 2 * stopTimes.closing - (systemClock.monotonic() - began);
      await stopParts({ database: { stop: storage.close } }, Math.max(left, stopTimes.closing), log);
    }),
  };
}

/**
 * Runs the program as the command line does: configured by the environment, stopped by SIGTERM or SIGINT. SIGHUP reads
 * the commands file again, if there is one. Resolves when it has stopped, and ends the process soon after, even if something is still open.
 * @throws StartError if it cannot start, with one sentence that says why
 */
export async function serve(): Promise<void> {
  // Registered before the start, so that a signal stops a starting program too. Never removed, because a terminal and
  // npm both forward a signal, and the second one must not abort the stop.
  const stopWanted = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => resolve());
  });
  const ending = stopWanted.then(armEnd);
  const config = readConfigOrRefuse();
  limitHeapGrowth();
  let reload = (): void => undefined;
  if (config.commandsFile !== null) process.on('SIGHUP', () => reload());
  const server = await startServer(config, { write: (text) => process.stdout.write(text) });
  reload = server.reloadCommands;
  // Only with SQLite: PostgreSQL workers serve few pages, and need their main thread to store results.
  if (config.databaseUrl === null) goBehindProbes();
  await stopWanted;
  await server.stop();
  const { endNow } = await ending;
  setTimeout(() => endNow(0), stopTimes.leftOvers).unref();
}

/** From now on the process ends in time, even if a part hangs. */
async function armEnd(): Promise<ProcessEnd> {
  const end = await loadProcessEnd();
  end.endAfter(stopTimes.last);
  // A start that is interrupted has no parts to stop yet.
  setTimeout(() => end.endNow(0), stopTimes.parts + 3 * stopTimes.closing).unref();
  return end;
}

function readConfigOrRefuse(): Config {
  try {
    return readConfig();
  } catch (error) {
    throw asStartError(error);
  }
}

/** Parts may refuse the start with a RequestError (the backup folder cannot be written, say). */
const mendable = [ConfigError, StorageError, DatabaseVersionError, RequestError];

/** An error that a person can fix becomes one sentence; any other is a bug and stays unchanged. */
function asStartError(error: unknown, config?: Config): unknown {
  const { code, message, syscall } = error as { code?: string; message: string; syscall?: string };
  if (mendable.some((type) => error instanceof type)) return new StartError(message, { cause: error });
  const sentence =
    config && (diskTroubleOf(error) === null ? listenSentence(code, syscall, config) : diskSentence(error, config));
  return sentence ? new StartError(sentence, { cause: error }) : error;
}

/** Null if the system's own message is better. */
function diskSentence(error: unknown, { databaseUrl, dataDir }: Config): string | null {
  const where = databaseUrl === null ? `DATA_DIR ${path.resolve(dataDir)}` : 'PostgreSQL at DATABASE_URL';
  const trouble = diskTroubleOf(error);
  if (trouble === troubleMessages.diskFull)
    return `${trouble}: ${where} has no space for the start; make some and start again`;
  return trouble === troubleMessages.databaseLocked ? lockedSentence(dataDir) : null;
}

/** Files fail with the same codes, so the syscall decides. */
const listening = new Set(['listen', 'bind', 'getaddrinfo']);

function listenSentence(code = '', syscall = '', { host, port }: Config): string | null {
  if (!listening.has(syscall)) return null;
  if (code === 'EADDRINUSE') return `PORT ${port} on ${host} is taken by another program: stop it or set another PORT`;
  if (code === 'EACCES') return `PORT ${port} needs more rights than this user has: set a PORT of 1024 or above`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine`;
  return null;
}

function announce(
  write: StartOptions['write'],
  url: string,
  { generatedPassword }: Composition,
  { trustProxy }: Config,
): void {
  const warning = trustWarning(trustProxy);
  if (warning !== null) write(`Warning: ${warning}\n`);
  write(`${defaults.productName} listens on ${url}\n`);
  if (generatedPassword !== null) write(`Admin password: ${generatedPassword} (shown only this once)\n`);
}

/** A wildcard address cannot be opened in a browser; an IPv6 address needs brackets. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}
