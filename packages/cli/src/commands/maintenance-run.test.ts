import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { manyWebsites } from '../testing/installations.ts';
import { type RunOptions, type RunResult, runCommand, serverForTest, temporaryFolder } from '../testing/run-command.ts';

const start = () => serverForTest(manyWebsites(2));
const run = (server: FakeServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  runCommand(['maintenance', 'run', '--website', '2', '--for', '30m', ...argv], {
    ...options,
    environment: { server: server.url, token: server.state.token },
  });
const node = (script: string, ...argv: string[]): string[] => ['--', process.execPath, '-e', script, ...argv];
const runStates = (server: FakeServer) =>
  server.fake.requests.map(({ name }) => name).filter((name) => name.startsWith('maintenance.'));

function signals() {
  let send: (signal: NodeJS.Signals) => void = () => undefined;
  let isHeard = false;
  return {
    send: (signal: NodeJS.Signals) => send(signal),
    isHeard: () => isHeard,
    onSignal: (callback: (signal: NodeJS.Signals) => void) => {
      send = callback;
      isHeard = true;
      return () => {
        isHeard = false;
      };
    },
  };
}

/**
 * A command that creates a file when it starts, records the signals that it receives, and ends when the other file
 * exists.
 */
function waitingCommand(onSignal = '') {
  const folder = temporaryFolder();
  const [begun, end, heard] = ['begun', 'end', 'heard'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const script = `
    const fs = require('fs');
    const [begun, end, heard] = process.argv.slice(1);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => { fs.appendFileSync(heard, signal + ' '); ${onSignal} });
    fs.writeFileSync(begun, '');
    // The test's folder is deleted when the test ends, whatever the result.
    setInterval(() => fs.existsSync(end) ? process.exit(7) : fs.existsSync(begun) || process.exit(1), 20);`;
  return {
    argv: node(script, begun, end, heard),
    begun: () => vi.waitFor(() => expect(existsSync(begun)).toBe(true), 20_000),
    end: () => writeFileSync(end, ''),
    heard: () => (existsSync(heard) ? readFileSync(heard, 'utf8').trim() : ''),
  };
}

test.each([
  [0, 'process.exit(0)'],
  [3, 'process.exit(3)'],
  [137, "process.kill(process.pid, 'SIGKILL')"],
])('the exit code of the command is kept: %d', async (exitCode, script) => {
  const server = await start();
  expect(await run(server, node(script))).toEqual({ stdout: '', stderr: '', exitCode });
  expect(runStates(server)).toEqual(['maintenance.start', 'maintenance.end']);
  expect(server.state.runs).toMatchObject([{ ends_at: '2026-11-20T18:24:00.000Z' }]);
});

test('what follows -- belongs to the command, also where it is called as our own options', async () => {
  const server = await start();
  const file = path.join(temporaryFolder(), 'argv');
  await run(server, [
    ...node('require("fs").writeFileSync(process.argv[1], JSON.stringify(process.argv.slice(2)))', '--', file),
    ...['--json', '--for', '1h', '--', '-x', 'a b'],
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(['--json', '--for', '1h', '--', '-x', 'a b']);
});

test('on a terminal it says that maintenance begins and ends', async () => {
  const server = await start();
  const { stderr } = await run(server, node('0'), { tty: true });
  expect(stderr).toMatch(
    /^Maintenance run \d+ until Nov 20 2026 \d\d:54:00\nEnded maintenance run \d+: problems that last 2 more minutes are reported\n$/,
  );
});

test('SIGTERM is passed on, and the run is ended when the command has ended in its own way', async () => {
  const server = await start();
  const command = waitingCommand();
  const source = signals();
  const result = run(server, command.argv, { onSignal: source.onSignal });
  await command.begun();
  source.send('SIGTERM');
  await vi.waitFor(() => expect(command.heard()).toBe('SIGTERM'), 20_000);
  expect(runStates(server)).toEqual(['maintenance.start']);
  command.end();
  expect(await result).toEqual({ stdout: '', stderr: '', exitCode: 7 });
  expect(runStates(server)).toEqual(['maintenance.start', 'maintenance.end']);
  expect(source.isHeard()).toBe(false);
});

test('a command that a signal ended ends with 128 and the signal', async () => {
  const server = await start();
  const command = waitingCommand('process.removeAllListeners(signal); process.kill(process.pid, signal);');
  const source = signals();
  const result = run(server, command.argv, { onSignal: source.onSignal });
  await command.begun();
  source.send('SIGINT');
  expect((await result).exitCode).toBe(130);
  expect(runStates(server)).toEqual(['maintenance.start', 'maintenance.end']);
});

test('Ctrl+C on a terminal reaches the command by itself, and is not sent a second time', async () => {
  const server = await start();
  const command = waitingCommand();
  const source = signals();
  const result = run(server, command.argv, { tty: true, onSignal: source.onSignal });
  await command.begun();
  source.send('SIGINT');
  source.send('SIGTERM');
  await vi.waitFor(() => expect(command.heard()).toBe('SIGTERM'), 20_000);
  command.end();
  expect((await result).exitCode).toBe(7);
});

test('a signal that comes before the command: it is not run, and the maintenance is ended', async () => {
  const server = await start();
  const letGo = server.fake.hold('maintenance.start');
  const source = signals();
  const command = waitingCommand();
  const result = run(server, command.argv, { onSignal: source.onSignal });
  await vi.waitFor(() => expect(runStates(server)).toEqual(['maintenance.start']), 20_000);
  source.send('SIGTERM');
  letGo();
  expect(await result).toEqual({
    stdout: '',
    stderr: 'upvigil: The command was not run: interrupted\n',
    exitCode: 143,
  });
  expect(runStates(server)).toEqual(['maintenance.start', 'maintenance.end']);
});

test.each([
  ['/nowhere/deploy.sh', 127, 'upvigil: Command not found: /nowhere/deploy.sh\n'],
  ['/', 126, 'upvigil: / cannot be run: permission denied\n'],
])('%s ends with %d, and the maintenance is ended', async (command, exitCode, stderr) => {
  const server = await start();
  expect(await run(server, ['--', command])).toEqual({ stdout: '', stderr, exitCode });
  expect(runStates(server)).toEqual(['maintenance.start', 'maintenance.end']);
});

test.each([
  ['the server away', async (server: FakeServer) => server.stop(), /No answer from http:.*connection refused/],
  [
    'a token that is not accepted',
    async (server: FakeServer) => void Object.assign(server.state, { token: 'new' }),
    /Run: upvigil login/,
  ],
  [
    'a server that refuses',
    async (server: FakeServer) => server.fake.fail('maintenance.start', 409, { detail: 'Too many windows' }),
    /Too many windows/,
  ],
])('with %s the command is not run, but for --anyway', async (_name, make, reason) => {
  const server = await start();
  const file = path.join(temporaryFolder(), 'was-run');
  const script = node('require("fs").writeFileSync(process.argv[1], ""); process.exit(3)', file);
  const environment = { server: server.url, token: server.state.token };
  await make(server);
  const argv = ['maintenance', 'run', '--website', '2', '--for', '30m'];
  const refused = await runCommand([...argv, ...script], { environment });
  expect(refused).toMatchObject({ stdout: '', exitCode: 1 });
  expect(refused.stderr).toMatch(/^upvigil: The command was not run: .*\n$/);
  expect(refused.stderr).toMatch(reason);
  expect(existsSync(file)).toBe(false);
  const anyway = await runCommand([...argv, '--anyway', ...script], { environment });
  expect(anyway.exitCode).toBe(3);
  expect(anyway.stderr).toMatch(/^upvigil: The command runs without maintenance: .*\n$/);
  expect(existsSync(file)).toBe(true);
});

test('a server that is gone at the end: it is said, with when the maintenance ends, and the exit code is kept', async () => {
  const server = await start();
  const command = waitingCommand();
  const result = run(server, command.argv);
  await command.begun();
  await server.stop();
  command.end();
  const { stderr, exitCode } = await result;
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(
    /^upvigil: Maintenance run \d+ was not ended, and ends automatically at Nov 20 2026 \d\d:54:00: No answer from .*\n$/,
  );
});

test('a command that takes longer than its maintenance says so', async () => {
  const server = await start();
  server.fake.fail('maintenance.end', 409, { detail: 'It is over' });
  const { stderr, exitCode } = await run(server, node('process.exit(3)'));
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/^upvigil: Maintenance run \d+ ended before the command: --for was too short\n$/);
});
