import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { packBundle, unpackBundle } from '@upvigil/server/operations/diagnostics/bundle/bundle-archive';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { type RunOptions, runCommand, temporaryFolder } from '../testing/run-command.ts';

let server: FakeServer;
beforeEach(async () => {
  server = await startFakeServer();
  onTestFinished(() => server.close());
});

const run = (argv: readonly string[], options: RunOptions = {}) =>
  runCommand(['doctor', ...argv], { environment: { server: server.url, token: server.state.token }, ...options });

const becomes = (id: DiagnosticResult['id'], change: Partial<DiagnosticResult>): void => {
  const found = server.state.diagnostics.find((each) => each.id === id);
  Object.assign(found ?? {}, change);
};
const refused = { status: 'fail', message: '127.0.0.1:25: 535 refused', remedy: 'Correct the settings' } as const;

test('in a pipe it is a monitoring plugin, a line for each diagnostic', async () => {
  becomes('smtp', refused);
  const { stdout, stderr, exitCode } = await run([]);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'UPVIGIL CRITICAL - Diagnostic smtp failed | failed=1;;;0 warnings=0;;;0',
    'smtp\tfail\t127.0.0.1:25: 535 refused\tCorrect the settings\t3',
    'sms\tok\tAll is well\t\t3',
  ]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 2 });
});

test('on a terminal, problems with remedies follow the list, within the width', async () => {
  becomes('smtp', refused);
  becomes('disk', { status: 'warn', message: 'word '.repeat(40).trim(), remedy: 'x'.repeat(200) });
  for (const columns of [60, 80, 140]) {
    const { stdout } = await run([], { tty: true, columns });
    for (const text of stdout.split('\n')) expect(text.length).toBeLessThanOrEqual(columns);
    expect(stdout).toMatch(/STATUS +DIAGNOSTIC +MESSAGE\n✗ fail +Diagnostic smtp +127/);
    expect(stdout).toContain('\nDiagnostic smtp\n  127.0.0.1:25: 535 refused\n  Correct the settings\n');
  }
  const { stdout } = await run([], { tty: true, unicode: false });
  expect(stdout).toContain('x fail');
});

test.each([
  [{}, 0],
  [{ status: 'warn', remedy: 'Mend it' }, 1],
  [{ status: 'fail', remedy: 'Mend it' }, 2],
  [{ status: 'skipped' }, 0],
] as const)('a result of %j ends with %d', async (change, exitCode) => {
  becomes('dns', change);
  expect((await run(['--json'])).exitCode).toBe(exitCode);
});

test('runs only the named diagnostics, and is unknown if none could run', async () => {
  becomes('clock', { status: 'skipped' });
  const { stdout, exitCode } = await run(['--only', 'clock', '--json']);
  expect((JSON.parse(stdout) as DiagnosticResult[]).map(({ id }) => id)).toEqual(['clock']);
  expect(exitCode).toBe(3);
  const wrong = await run(['--only', 'clock,moon']);
  expect(wrong.stderr).toMatch(/^upvigil: --only must be some of smtp, .*, but it has "moon"\n$/);
  expect(wrong.exitCode).toBe(3);
});

test('asks for a sign-in if the server answers and nobody is signed in', async () => {
  const { stderr, exitCode } = await run([], { environment: { server: server.url, token: null } });
  expect(stderr).toContain('Run: upvigil login');
  expect(exitCode).toBe(3);
});

describe('without a server', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = path.join(temporaryFolder(), 'data');
    vi.stubEnv('DATA_DIR', dataDir);
    // Vitest sets BASE_URL to a value that no server accepts.
    vi.stubEnv('BASE_URL', '');
    vi.stubEnv('DNS_REFERENCE_NAME', 'off');
    vi.stubEnv('CHROMIUM_PATH', 'off');
    onTestFinished(() => void vi.unstubAllEnvs());
    await server.close();
  });

  test('examines DATA_DIR, lists what it could not test, and changes nothing', async () => {
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'upvigil.sqlite'), 'letter '.repeat(1000));
    for (const token of [server.state.token, null]) {
      const { stdout, stderr, exitCode } = await run([], { environment: { server: server.url, token } });
      expect(stdout).toMatch(/^UPVIGIL CRITICAL - Database failed.*; the server does not answer \|/);
      expect(stdout).toContain('scheduler\tskipped\tNot asked: only a running server knows');
      expect(stdout).toContain('smtp\tskipped\tNot asked: the database cannot be read');
      expect(stdout).toMatch(/\ndatabase\tfail\tDamaged: /);
      expect(stdout).toMatch(/\ndisk\t(ok|warn|fail)\t.* free/);
      expect(stderr).toContain(`These results are from DATA_DIR ${dataDir} on this machine`);
      expect(exitCode).toBe(2);
    }
    expect(existsSync(path.join(dataDir, 'backups'))).toBe(false);
  });

  test('a server that accepts the connection and never answers counts as unreachable', async () => {
    mkdirSync(dataDir);
    const silent = createServer();
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    for (const access of [{ token: 'x' }, { token: null, password: 'x' }, { token: null }]) {
      const environment = { server: address, ...access };
      const { stdout, exitCode } = await run(['--only', 'scheduler', '--timeout', '2'], { environment });
      expect(stdout, JSON.stringify(access)).toContain('the server does not answer');
      expect(exitCode).toBe(3);
    }
  });

  test('where nothing is found wrong it is unknown, not well', async () => {
    mkdirSync(dataDir);
    const { stdout, exitCode } = await run(['--only', 'scheduler']);
    expect(stdout).toContain('UPVIGIL UNKNOWN - No problems found: 0 of 1 tested; the server does not answer');
    expect(exitCode).toBe(3);
  });

  test('reports an unreachable server if this machine has no installation', async () => {
    const { stdout, stderr, exitCode } = await run([]);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^upvigil: No answer from http:\/\/127.0.0.1:\d+ \(connection refused\)/);
    expect(exitCode).toBe(3);
  });

  test('a variable that is not valid is named', async () => {
    vi.stubEnv('ROLE', 'boss');
    const { stderr, exitCode } = await run([]);
    expect(stderr).toContain('upvigil: ROLE must be one of all, web, worker, but it is "boss"');
    expect(exitCode).toBe(3);
  });

  test('a bundle holds the diagnosis of this machine', async () => {
    mkdirSync(dataDir);
    const file = path.join(temporaryFolder(), 'support.tar.gz');
    expect((await run(['--bundle', file, '--yes'])).exitCode).toBe(0);
    const files = await unpackBundle(readFileSync(file));
    expect(files.find(({ name }) => name === 'log.ndjson')?.content).toContain('the server did not answer');
  });
});

describe('--bundle', () => {
  let file: string;
  beforeEach(async () => {
    file = path.join(temporaryFolder(), 'support.tar.gz');
    server.state.bundle = new Uint8Array(await packBundle({ 'README.txt': 'read me', 'evil\u001b[2J': 'x' }, 0));
  });

  test('lists its content, and after a question saves it for its owner alone', async () => {
    const { stdout, stderr, exitCode } = await run(['--bundle', file], { tty: true, stdin: 'y\n' });
    expect(stdout).toBe(`${file}\n`);
    expect(stderr).toMatch(/Content of the support bundle:\n {2}README.txt +7 B {2}what is in this bundle/);
    expect(stderr).not.toContain('\u001b[2J');
    expect(exitCode).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('saves nothing after the answer no, or without a terminal', async () => {
    expect((await run(['--bundle', file], { tty: true, stdin: 'n\n' })).stderr).toContain('Nothing was changed');
    const unasked = await run(['--bundle', file]);
    expect(unasked.stderr).toContain('repeat it with --yes');
    expect(unasked.exitCode).toBe(3);
    expect(existsSync(file)).toBe(false);
  });

  test('prints JSON, and names the file in a folder', async () => {
    const folder = temporaryFolder();
    const { stdout } = await run(['--bundle', folder, '--yes', '--json']);
    const answer = JSON.parse(stdout) as { file: string };
    expect(answer.file).toMatch(/\/upvigil-support_\d{8}T\d{6}Z\.tar\.gz$/);
    expect(existsSync(answer.file)).toBe(true);
  });

  test('refuses a file that is not a bundle', async () => {
    server.state.bundle = new Uint8Array(64);
    const { stderr, exitCode } = await run(['--bundle', file, '--yes']);
    expect(stderr).toBe('upvigil: The server did not send a support bundle\n');
    expect(exitCode).toBe(3);
  });
});
