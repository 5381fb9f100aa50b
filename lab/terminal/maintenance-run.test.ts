import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';
import { keys } from '../support/terminal/terminal-session.ts';
import { startWatchedTerminal, type WatchedTerminal } from '../support/terminal/watched-terminal.ts';

const bin = path.resolve(import.meta.dirname, '../../packages/cli/dist/bin.js');
const deployScript = path.resolve(import.meta.dirname, '../../examples/deploy/deploy.sh');

let watched: WatchedTerminal;
let folder: string;

beforeAll(async () => {
  watched = await startWatchedTerminal(1);
});
afterAll(() => watched.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'upvigil-run-'));
});
afterEach(() => {
  watched.endSessions();
  rmSync(folder, { recursive: true, force: true });
});

const environmentOf = ({ baseUrl, token }: Product): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
  UPVIGIL_SERVER: baseUrl,
  UPVIGIL_TOKEN: token,
});

/** Starts a program without a terminal. */
function begin(file: string, argv: readonly string[], env: Record<string, string>) {
  const child = spawn(file, argv, { cwd: folder, env, stdio: 'pipe' });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  return { child, ended: async () => ({ ...(await exit), stdout: await stdout, stderr: await stderr }) };
}

const maintenanceRun = (...command: string[]): string[] => [
  ...[bin, 'maintenance', 'run', '--website', 'Zebra shop', '--for', '30m', '--title', 'Deployment', '--'],
  ...command,
];
/** A shell command that reports its start, and records each signal that it gets in a file. */
const noting = (then: string): string[] => [
  ...['sh', '-c'],
  `trap 'echo TERM >>heard; ${then}' TERM; trap 'echo INT >>heard; ${then}' INT; : >begun; while [ -e begun ]; do sleep 0.05; done`,
];
const hasBegun = () => vi.waitFor(() => expect(existsSync(path.join(folder, 'begun'))).toBe(true), 30_000);
const heard = (): string => readFileSync(path.join(folder, 'heard'), 'utf8');
const going = async ({ api }: Product = watched.product) =>
  (await api.maintenance.runs({ query: {} })).filter(({ state }) => state === 'in_progress');

test('a command has our stdin, stdout, stderr and environment, runs in maintenance, and its exit code is kept', async () => {
  const script = 'read line; echo "got $line"; echo oops >&2; env | grep -c "^FORCE_COLOR"; exit 3';
  const { child, ended } = begin(process.execPath, maintenanceRun('sh', '-c', script), environmentOf(watched.product));
  await vi.waitFor(async () => expect(await going()).toMatchObject([{ title: 'Deployment' }]), 30_000);
  child.stdin.end('a line\n');
  expect(await ended()).toEqual({ code: 3, signal: null, stdout: 'got a line\n0\n', stderr: 'oops\n' });
  expect(await going()).toEqual([]);
});

test.each([
  ['SIGTERM', 'exit 7', 7, 'TERM\n'],
  ['SIGINT', 'exit 8', 8, 'INT\n'],
  ['SIGTERM', 'trap - TERM; kill -TERM $$', 143, 'TERM\n'],
] as const)('%s goes on to the command (%s), and the run is ended after it', async (signal, then, code, notes) => {
  const { child, ended } = begin(process.execPath, maintenanceRun(...noting(then)), environmentOf(watched.product));
  await hasBegun();
  expect(await going()).toHaveLength(1);
  child.kill(signal);
  expect(await ended()).toEqual({ code, signal: null, stdout: '', stderr: '' });
  expect(heard()).toBe(notes);
  expect(await going()).toEqual([]);
});

test('Ctrl+C in a terminal reaches the command once, and the run is ended after it', async () => {
  const [, ...argv] = maintenanceRun('sh', '-c', `cd ${folder}; ${noting('sleep 1; exit 9').at(-1)}`);
  const terminal = watched.open(argv, { columns: 120 });
  await hasBegun();
  await terminal.sees(/^Maintenance run \d+ until /);
  terminal.press(keys.controlC);
  expect(await terminal.ended()).toMatchObject({ exitCode: 9 });
  expect(heard()).toBe('INT\n');
  expect(await going()).toEqual([]);
});

test('a server that goes away meanwhile is reported, and the exit code is kept', async () => {
  const mortal = await startProduct();
  await mortal.api.websites.create({ body: { name: 'Zebra shop' } });
  const { child, ended } = begin(process.execPath, maintenanceRun(...noting('exit 7')), environmentOf(mortal));
  await hasBegun();
  await mortal.remove();
  child.kill('SIGTERM');
  const { code, stderr } = await ended();
  expect(code).toBe(7);
  expect(stderr).toMatch(
    /^upvigil: Maintenance run \d+ was not ended, and ends automatically at .*: No answer from .*\n$/,
  );

  const refused = begin(process.execPath, maintenanceRun('touch', 'was-run'), environmentOf(mortal));
  expect(await refused.ended()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^upvigil: The command was not run: No answer from .*\n$/),
  });
  expect(existsSync(path.join(folder, 'was-run'))).toBe(false);
});

test('the example of a deployment marks what it did, and only when it went well', async () => {
  const environment = {
    ...environmentOf(watched.product),
    UPVIGIL: `${process.execPath} ${bin}`,
    UPVIGIL_WEBSITE: 'Zebra shop',
  };
  const { api } = watched.product;
  const deploy = (version: string, command: string) =>
    begin(deployScript, [version, 'sh', '-c', command], environment).ended();
  expect(await deploy('v1.4.1', 'exit 5')).toMatchObject({ code: 5 });
  expect(await deploy('v1.4.2', 'echo deployed')).toMatchObject({ code: 0, stdout: 'deployed\n', stderr: '' });
  expect(await api.marks.list({ query: {} })).toMatchObject([{ label: 'v1.4.2', website_name: 'Zebra shop' }]);
  expect(await going()).toEqual([]);
});
