import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readEnvironment } from '../environment.ts';
import { temporaryFolder } from '../testing/run-command.ts';
import { readRunLine } from './run-line.ts';

const read = (argv: readonly string[], variables: Record<string, string> = {}) =>
  readRunLine(argv, readEnvironment({ UPVIGIL_CONFIG_DIR: '/nonexistent', ...variables }, argv, '/nonexistent'));

const addressFor = (heartbeat: string, variables?: Record<string, string>) =>
  read(['--heartbeat', heartbeat, '--', 'true'], variables)?.pingAddress;

it('leaves everything after -- to the command', () => {
  expect(read(['--no-output', '--heartbeat=nightly-backup', '--', 'job', '--', '--heartbeat', '-x'])).toEqual({
    pingAddress: 'http://127.0.0.1:8080/ping/nightly-backup',
    isOutputSent: false,
    command: ['job', '--', '--heartbeat', '-x'],
  });
});

it.each([
  ['https://status.example.org/ping/key', 'https://status.example.org/ping/key'],
  ['https://user:word@status.example.org/up/ping/key/?create=1', 'https://user:word@status.example.org/up/ping/key'],
  ['https://status.example.org/api/push/key?status=up&msg=OK&ping=', 'https://status.example.org/ping/key'],
])('pings the address %s', (heartbeat, expected) => {
  expect(addressFor(heartbeat)).toBe(expected);
});

it('finds the server of a key as other commands do', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'config.json'), '{"server":"https://stored.example.org/","token":"x"}');
  const variables = { UPVIGIL_CONFIG_DIR: folder };
  expect(addressFor('nightly-backup', variables)).toBe('https://stored.example.org/ping/nightly-backup');
  expect(addressFor('nightly-backup', { ...variables, UPVIGIL_SERVER: 'http://given:1' })).toBe(
    'http://given:1/ping/nightly-backup',
  );
  expect(
    read(['--server', 'http://option', '--heartbeat', 'nightly-backup', '--', 'true'], variables)?.pingAddress,
  ).toBe('http://option/ping/nightly-backup');
});

it('uses the address of a local server when the stored settings cannot be read', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'config.json'), '{');
  expect(addressFor('nightly-backup', { UPVIGIL_CONFIG_DIR: folder })).toBe(
    'http://127.0.0.1:8080/ping/nightly-backup',
  );
});

it.each([
  ['--help'],
  ['--heartbeat', 'nightly-backup'],
  ['--heartbeat', 'nightly-backup', '--'],
  ['--', 'true'],
  ['--heartbeat', '--', 'true'],
  ['--heartbeat', 'ftp://example.org/ping/key', '--', 'true'],
  ['--heartbeat', 'two words', '--', 'true'],
  ['--heartbeat', 'nightly-backup', '--json', '--', 'true'],
])('leaves other command lines to the full parser: %s', (...argv) => {
  expect(read(argv)).toBeNull();
});
