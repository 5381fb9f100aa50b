import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { runCommand, temporaryFolder } from '../testing/run-command.ts';

let server: FakeServer;
let fakePassword: string;
let fakeToken: string;
beforeAll(async () => {
  server = await startFakeServer();
  ({ password: fakePassword, token: fakeToken } = server.state);
});
afterAll(() => server.close());

/** A home folder for the stored settings. */
const home = () => ({ server: server.url, configDir: path.join(temporaryFolder(), 'upvigil') });

test('reads the password without showing it, and stores server and token for the owner alone', async () => {
  const environment = home();
  const { stdout, stderr, exitCode } = await runCommand(['login'], {
    tty: true,
    stdin: `${fakePassword}x\u007f\r`,
    environment,
  });
  const file = path.join(environment.configDir, 'config.json');
  expect(exitCode).toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toBe(`Admin password for ${server.url}: \nSigned in to ${server.url}; the token is in ${file}\n`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ server: server.url, token: fakeToken });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(environment.configDir).mode & 0o777).toBe(0o700);
});

test('tightens a folder that others could read', async () => {
  const environment = home();
  mkdirSync(environment.configDir, { mode: 0o755 });
  await runCommand(['login', '--password-stdin'], { stdin: `${fakePassword}\n`, environment });
  expect(statSync(environment.configDir).mode & 0o777).toBe(0o700);
});

test('reads the password from stdin, and then needs neither address nor token', async () => {
  const environment = home();
  const signedIn = await runCommand(['login', '--password-stdin', '--json'], {
    stdin: `${fakePassword}\nnot part of it`,
    environment,
  });
  expect(JSON.parse(signedIn.stdout)).toEqual({ server: server.url, signed_in: true });
  const next = await runCommand(['whoami', '--json'], { environment: { configDir: environment.configDir } });
  expect(JSON.parse(next.stdout)).toEqual({ server: server.url, signed_in: true });
});

test('a wrong password has the message of the pages, and nothing is stored', async () => {
  const environment = home();
  const { stderr, exitCode } = await runCommand(['login', '--password-stdin'], { stdin: 'wrong\n', environment });
  expect(stderr).toBe('upvigil: Invalid password. Please try again.\n');
  expect(exitCode).toBe(1);
  const { stdout } = await runCommand(['whoami'], { environment });
  expect(stdout).toContain('not signed in');
});

test('without a terminal and without --password-stdin nobody is asked', async () => {
  const { stderr, exitCode } = await runCommand(['login'], { environment: home() });
  expect(stderr).toBe('upvigil: The password is asked on a terminal: pipe it in with --password-stdin\n');
  expect(exitCode).toBe(1);
});

test('Ctrl+C at the question ends without signing in', async () => {
  const { stderr, exitCode } = await runCommand(['login'], { tty: true, stdin: 'abc\u0003', environment: home() });
  expect(stderr).toMatch(/Interrupted\n$/);
  expect(exitCode).toBe(1);
});

test('logout ends the session on the server and forgets the token, even when the server is away', async () => {
  const environment = home();
  await runCommand(['login', '--password-stdin'], { stdin: fakePassword, environment });
  const requests = server.seen.length;
  const { stderr } = await runCommand(['logout'], { environment });
  expect(stderr).toBe(`Signed out of ${server.url}\n`);
  expect(server.seen.slice(requests)).toEqual(['POST /api/auth/logout']);
  expect((await runCommand(['logout'], { environment })).stderr).toBe('Not signed in\n');

  await runCommand(['login', '--password-stdin'], { stdin: fakePassword, environment });
  await server.stop();
  const away = await runCommand(['logout'], { environment });
  await server.restart();
  expect(away.stderr).toMatch(/^The session could not be ended on the server: .*\nSigned out of /);
  expect(away.exitCode).toBe(0);
  expect((await runCommand(['websites'], { environment })).stderr).toContain('Not signed in');
});

test('the stored token is sent to its own server and to no other', async () => {
  const environment = home();
  await runCommand(['login', '--password-stdin'], { stdin: fakePassword, environment });
  const other = await startFakeServer();
  const { stderr } = await runCommand(['websites', '--server', other.url], { environment });
  await other.close();
  expect(stderr).toBe(`upvigil: Not signed in to ${other.url}. Run: upvigil login\n`);
  expect(other.seen).toEqual([]);
});

test('UPVIGIL_PASSWORD signs in for one command and out again', async () => {
  const requests = server.seen.length;
  const { exitCode } = await runCommand(['websites'], { environment: { ...home(), password: fakePassword } });
  expect(exitCode).toBe(0);
  expect(server.seen.slice(requests)).toEqual(['POST /api/auth/login', 'GET /api/websites/', 'POST /api/auth/logout']);
});

test('a settings file that cannot be read is named, with what to do', async () => {
  const { configDir } = home();
  mkdirSync(configDir);
  writeFileSync(path.join(configDir, 'config.json'), '{ not json');
  const { stderr, exitCode } = await runCommand(['websites'], { environment: { configDir } });
  expect(stderr).toMatch(/config\.json cannot be read \(.*\): delete it and run: upvigil login\n$/);
  expect(exitCode).toBe(1);
});

test('login replaces a settings file that cannot be read', async () => {
  const environment = home();
  mkdirSync(environment.configDir);
  const file = path.join(environment.configDir, 'config.json');
  writeFileSync(file, '{ not json');
  const whoami = await runCommand(['whoami'], { environment });
  expect(whoami.stdout).toContain('not signed in');
  expect((await runCommand(['login', '--password-stdin'], { stdin: fakePassword, environment })).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ server: server.url, token: fakeToken });
});

test("a server's address is printed without its user and password, and stored with them", async () => {
  const environment = { ...home(), server: server.url.replace('//', '//ops:s3cret@') };
  const printed: string[] = [];
  const run = async (...argv: string[]) => {
    const { stdout, stderr } = await runCommand(argv, { environment, stdin: fakePassword });
    printed.push(stdout + stderr);
  };
  await run('websites');
  await run('login', '--password-stdin');
  expect(readFileSync(path.join(environment.configDir, 'config.json'), 'utf8')).toContain('ops:s3cret@');
  await run('whoami', '--json');
  await server.stop();
  await run('status');
  await server.restart();
  await run('logout');
  await run('status', '--server', 'ops:s3cret@status.example.org');
  for (const text of printed) expect(text).toMatch(/127\.0\.0\.1|status\.example\.org/);
  expect(printed.join('')).not.toMatch(/ops|s3cret/);
});

test.each(['status.example.org', 'ftp://status.example.org', 'nonsense'])('refuses %s as a server', async (text) => {
  const { stderr, exitCode } = await runCommand(['status', '--server', text]);
  expect(stderr).toBe(
    `upvigil: The server must be an address that starts with http:// or https://, but it is "${text}"\n`,
  );
  expect(exitCode).toBe(3);
});

describe('with --web', () => {
  const started = {
    device_code: 'fake-device-code',
    user_code: 'BCDF-GHJK',
    expires_in: 600,
    interval: 1,
    verification_uri: 'https://status.example.org/device',
    verification_uri_complete: 'https://s.example/device#B',
  };

  test('shows a code, waits until somebody entered it, and stores the token', async () => {
    const environment = home();
    server.fake.answer('device.start', started);
    server.state.device = { userCode: 'BCDF-GHJK', isApproved: false };
    const running = runCommand(['login', '--web'], { environment });
    await vi.waitFor(() => expect(server.seen.filter((each) => each.endsWith('/device/token'))).toHaveLength(1), 5000);
    server.state.device.isApproved = true;
    const { stderr, exitCode } = await running;
    server.fake.recover('device.start');
    expect(stderr).toContain('Open https://status.example.org/device in a browser and enter the code BCDF-GHJK\n');
    expect(stderr).toContain('The code is valid for 10 minutes\n');
    expect(exitCode).toBe(0);
    const file = path.join(environment.configDir, 'config.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ server: server.url, token: fakeToken });
  });

  test('ends when the code is too old', async () => {
    server.fake.answer('device.start', started);
    server.fake.fail('device.token', 400, { detail: 'Too old', error: 'expired_token' });
    const { stderr, exitCode } = await runCommand(['login', '--web'], { environment: home() });
    for (const name of ['device.start', 'device.token'] as const) server.fake.recover(name);
    expect(stderr).toMatch(/upvigil: The code has expired\. Run: upvigil login --web\n$/);
    expect(exitCode).toBe(1);
  });

  test('goes with no other way', async () => {
    const { stderr } = await runCommand(['login', '--web', '--password-stdin'], { environment: home() });
    expect(stderr).toBe('upvigil: Give only one of --password-stdin, --token-stdin and --web\n');
  });
});

test('a password that needs a second factor says to make a token', async () => {
  server.state.factors.totp = true;
  const { stderr, exitCode } = await runCommand(['websites'], { environment: { ...home(), password: fakePassword } });
  server.state.factors.totp = false;
  expect(stderr).toMatch(/^upvigil: The password is correct, but this account also needs a second factor/);
  expect(stderr).toMatch(/upvigil login --web, or create a token: upvigil token create\n$/);
  expect(exitCode).toBe(1);
});
