import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addApiToken } from '@upvigil/core/testing/fake-access';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { type RunOptions, runCommand, temporaryFolder } from '../testing/run-command.ts';

let server: FakeServer;
beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(() => server.close());

const run = (argv: readonly string[], options: RunOptions = {}) =>
  runCommand(argv, {
    ...options,
    environment: { server: server.url, token: server.state.token, ...options.environment },
  });
const made = () => server.state.apiTokens[0];

test('create prints the token and nothing else, in a pipe as on a terminal', async () => {
  const inPipe = await run(['token', 'create', 'Nightly', '--scope', 'backup']);
  expect(inPipe).toEqual({ stdout: `${made()?.token}\n`, stderr: '', exitCode: 0 });
  expect(made()).toMatchObject({ name: 'Nightly', scopes: ['backup'] });
  const days = (Date.parse(made()?.expires_at ?? '') - Date.parse(made()?.created_at ?? '')) / 86_400_000;
  expect(days).toBe(90);

  const seen = await run(['token', 'create', 'All', '--scope', 'read', '--scope', 'backup', '--expires', 'never'], {
    tty: true,
  });
  expect(seen.stdout).toBe(`${made()?.token}\n`);
  expect(seen.stderr).toBe(
    'Copy it now: it is not shown again\nAnyone with this token can read all data, because backups contain it\n',
  );
  expect(made()).toMatchObject({ scopes: ['read', 'backup'], expires_at: null });
});

test.each([
  [['token', 'create', 'a'], '--scope is required: read, check, write, backup, deploy, admin'],
  [
    ['token', 'create', 'a', '--scope', 'all'],
    '--scope must be one of read, check, write, backup, deploy, admin, but it is "all"',
  ],
  [
    ['token', 'create', 'a', '--scope', 'read', '--expires', '36h'],
    '--expires must be 1d to 730d, or never, but it is "36h"',
  ],
  [
    ['token', 'create', 'a', '--scope', 'read', '--expires', '731d'],
    '--expires must be 1d to 730d, or never, but it is "731d"',
  ],
  [['token', 'revoke', '99'], 'There is no token 99'],
])('%j is refused', async (argv, sentence) => {
  const { stdout, stderr, exitCode } = await run(argv);
  expect([stdout, stderr, exitCode]).toEqual(['', `upvigil: ${sentence}\n`, 1]);
});

test('revoke ends the token, and a command with it asks for a sign-in', async () => {
  const { id, token } = addApiToken(server.state, { name: 'Board', scopes: ['read'] });
  const environment = { token };
  expect((await run(['websites'], { environment })).exitCode).toBe(0);
  expect((await run(['token', 'revoke', String(id)])).stderr).toBe(`Revoked token ${id}\n`);
  expect((await run(['websites'], { environment })).stderr).toContain('no longer accepts the token');
});

test("prints the server's refusal for an action that the token does not allow", async () => {
  const { token } = addApiToken(server.state, { name: 'Board', scopes: ['read'] });
  const { stderr, exitCode } = await run(['mark', 'v2'], { environment: { token } });
  expect([stderr, exitCode]).toEqual(['upvigil: This needs deploy; this token has read\n', 1]);
});

test('login stores a token from stdin that the server accepts, whoami shows it, and logout forgets it', async () => {
  const { token } = addApiToken(server.state, { name: 'Board', scopes: ['read', 'deploy'] });
  const environment = { token: null, configDir: path.join(temporaryFolder(), 'upvigil') };
  const signedIn = await run(['login', '--token-stdin'], { stdin: `${token}\n`, environment });
  const file = path.join(environment.configDir, 'config.json');
  expect(signedIn).toMatchObject({ stdout: '', exitCode: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ server: server.url, token });

  const seen = await run(['whoami'], { environment, tty: true });
  expect(seen.stdout).toBe(
    `Server  ${server.url}\nToken   Board, signed in by upvigil login\nScopes  read deploy\nExpires never\n`,
  );
  expect((await run(['whoami'], { environment })).stdout).toBe(`${server.url}\tsigned in\tBoard\tread deploy\t\n`);
  expect(JSON.parse((await run(['whoami', '--json'], { environment })).stdout)).toEqual({
    server: server.url,
    signed_in: true,
    token: { name: 'Board', scopes: ['read', 'deploy'], expires_at: null },
  });

  const asked = server.seen.length;
  const left = await run(['logout'], { environment });
  expect(left.stderr).toBe(
    `The token itself stays valid until it is revoked: upvigil token list, upvigil token revoke ID\nSigned out of ${server.url}\n`,
  );
  expect(server.seen.slice(asked)).toEqual([]);
  expect(readFileSync(file, 'utf8')).not.toContain(token);
});

test('login stores no token that the server refuses, and needs to know which of both is on stdin', async () => {
  const environment = { token: null, configDir: path.join(temporaryFolder(), 'upvigil') };
  const refused = await run(['login', '--token-stdin'], { stdin: 'upv_wrong\n', environment });
  expect([refused.stderr, refused.exitCode]).toEqual([
    `upvigil: ${server.url} no longer accepts the token. Run: upvigil login\n`,
    1,
  ]);
  const both = await run(['login', '--token-stdin', '--password-stdin'], { environment });
  expect(both.stderr).toBe('upvigil: Give only one of --password-stdin, --token-stdin and --web\n');
  const none = await run(['login', '--token-stdin'], { stdin: '\n', environment });
  expect(none.stderr).toBe('upvigil: Token is required\n');
});
