import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { unusedPort } from '@upvigil/server/testing/targets/tcp-target';

/** Programs of real servers by name, with the Debian package of each. `.ci/run` installs these packages. */
const packages = {
  'redis-server': 'redis-server',
  mariadbd: 'mariadb-server-core',
  mosquitto: 'mosquitto',
  unbound: 'unbound',
} as const;
export type ServerProgram = keyof typeof packages;
/** Programs that are no servers. */
const otherPackages = { check_http: 'monitoring-plugins-basic' } as const;
const allPackages = { ...packages, ...otherPackages };

/** A started server on loopback, in a temporary folder of its own. */
export interface RealServer {
  readonly port: number;
  /** Kills the program and removes its folder. */
  stop(): Promise<void>;
}

const startSeconds = 60;

/** Daemons are often in folders that only root has in its PATH. */
const programFolders = [
  ...(process.env.PATH ?? '').split(':'),
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/lib/nagios/plugins',
];

function findProgram(name: keyof typeof allPackages): string | null {
  const isExecutable = (file: string): boolean => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return programFolders.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
}

/**
 * The end of the title of a test that must be skipped because the program is missing; empty if the test can run. With
 * REAL_SERVERS=required no test is skipped.
 */
export function skipNote(name: keyof typeof allPackages): string {
  if (process.env.REAL_SERVERS === 'required' || findProgram(name)) return '';
  return ` (SKIPPED: needs the Debian package ${allPackages[name]})`;
}

/** The file of the program. Throws if it is missing. */
export function programFile(name: ServerProgram): string {
  const file = findProgram(name);
  if (file === null) throw new Error(`${name} is missing: install the Debian package ${packages[name]}`);
  return file;
}

/** Starts a server on a free port, and returns when it accepts connections. `prepare` returns its arguments. */
export async function startServerProgram(
  name: ServerProgram,
  prepare: (folder: string, port: number) => readonly string[],
): Promise<RealServer> {
  const file = programFile(name);
  const folder = mkdtempSync(path.join(tmpdir(), `upvigil-${name}-`));
  const port = await unusedPort();
  let log = '';
  const child = spawn(file, prepare(folder, port), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (log += String(chunk)));
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + startSeconds * 1000;
  while (!(await acceptsConnections(port))) {
    if (hasEnded(child) || performance.now() > deadline) {
      await stop();
      throw new Error(`${name} did not start\n${log}`);
    }
    await pause(20);
  }
  return { port, stop };
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  // Its data is not needed, and MariaDB takes seconds for a proper end.
  child.kill('SIGKILL');
  await ended;
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end());
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
}

/** TCP states of a connection that the server has not closed (include/net/tcp_states.h): ESTABLISHED, CLOSE_WAIT. */
const openStates: ReadonlySet<string> = new Set(['01', '08']);

/** Open connections of a server on loopback by the kernel's list, for servers that report no count of their own. */
export function countConnections(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return rows.filter((row) => {
    const [, address, , state = ''] = row.trim().split(/\s+/);
    return address === local && openStates.has(state);
  }).length;
}
