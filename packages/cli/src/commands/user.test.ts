import { addSession, addUser } from '@upvigil/core/testing/fake-users';
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
const ann = () => server.state.users.find(({ email }) => email === 'ann@example.org');

test('invite prints the link and nothing else, or the user with --json', async () => {
  const inPipe = await run(['user', 'invite', 'Ann@example.org', '--role', 'editor']);
  const link = `${server.url}/invite#fake-invitation-${ann()?.id}`;
  expect(inPipe).toEqual({ stdout: `${link}\n`, stderr: '', exitCode: 0 });
  expect(ann()).toMatchObject({ role: 'editor', status: 'invited' });
  const seen = await run(['user', 'invite', 'bob@example.org'], { tty: true });
  expect(seen.stderr).toBe('Give this link to the invited person: it works once, within 72 hours\n');
  const { stdout } = await run(['user', 'invite', 'eve@example.org', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ email: 'eve@example.org', role: 'viewer', mailed: false });
  expect(JSON.parse(stdout).link).toContain(`${server.url}/invite#`);
});

test('role and disable name the user by email or id', async () => {
  const { id } = addUser(server.state, { email: 'ann@example.org', name: 'Ann' });
  const changed = await run(['user', 'role', 'Ann@example.org', 'admin'], { tty: true });
  expect([changed.stdout, changed.stderr]).toEqual(['', 'ann@example.org is admin now\n']);
  expect((await run(['user', 'role', String(id), 'editor'])).stdout).toMatch(
    /^\d+\tann@example.org\tAnn\teditor\tactive\t/,
  );
  const disabled = await run(['user', 'disable', 'ann@example.org', '--json']);
  expect(JSON.parse(disabled.stdout)).toMatchObject({ id, status: 'disabled' });
  expect((await run(['user', 'disable', 'bob@example.org'])).stderr).toBe(
    'upvigil: There is no user bob@example.org\n',
  );
});

test('enable lets in again who was disabled, but nobody who never came', async () => {
  addUser(server.state, { email: 'ann@example.org', name: 'Ann', status: 'disabled' });
  const enabled = await run(['user', 'enable', 'Ann@example.org'], { tty: true });
  expect([enabled.stdout, enabled.stderr]).toEqual([
    '',
    'ann@example.org can sign in again; tokens that ended stay revoked\n',
  ]);
  expect(ann()).toMatchObject({ status: 'active', password: 'correct horse' });
  expect((await run(['user', 'enable', 'ann@example.org'])).stdout).toMatch(/\tann@example.org\tAnn\tviewer\tactive\t/);
  const { stdout } = await run(['user', 'enable', 'ann@example.org', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ email: 'ann@example.org', status: 'active' });
  addUser(server.state, { email: 'bob@example.org', status: 'disabled', password: null });
  const { stderr, exitCode } = await run(['user', 'enable', 'bob@example.org']);
  expect([stderr, exitCode]).toEqual(['upvigil: The invitation was not accepted yet\n', 1]);
});

test('reset is asked about, ends what a user enters by, and prints the new link alone', async () => {
  const { id } = addUser(server.state, { email: 'ann@example.org', name: 'Ann' });
  addSession(server.state, { user_id: id, user_name: 'Ann' });
  expect((await run(['user', 'reset', 'ann@example.org'])).exitCode).toBe(1);
  expect(ann()).toMatchObject({ status: 'active' });
  const reset = await run(['user', 'reset', 'ann@example.org', '--yes']);
  const link = `${server.url}/invite#fake-invitation-${id}`;
  expect(reset).toEqual({ stdout: `${link}\n`, stderr: '', exitCode: 0 });
  expect(ann()).toMatchObject({ status: 'invited', password: null });
  expect(server.state.sessions.map(({ user_id }) => user_id)).toEqual([null]);
  const { stdout } = await run(['user', 'reset', String(id), '--yes', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ id, email: 'ann@example.org', status: 'invited', mailed: false, link });
});

test('of a link that was mailed nothing is printed', async () => {
  const added = addUser(server.state, { email: 'ann@example.org', name: 'Ann' });
  server.fake.answer('users.reset', { ...added, mailed: true, link: null, mail_error: null });
  expect(await run(['user', 'reset', 'ann@example.org', '--yes'])).toEqual({
    stdout: '',
    stderr: 'The invitation was sent to ann@example.org\n',
    exitCode: 0,
  });
});

test('what needs a recent sign-in says so', async () => {
  server.state.mustConfirm = true;
  const { stderr, exitCode } = await run(['user', 'invite', 'ann@example.org']);
  expect([stderr, exitCode]).toEqual([
    'upvigil: Enter your password again: this needs a sign-in within 15 minutes\n',
    1,
  ]);
});

test('login --email signs in a user, and whoami says who that is', async () => {
  addUser(server.state, { email: 'ann@example.org', name: 'Ann', role: 'editor', password: 'right' });
  const environment = { token: null, configDir: temporaryFolder() };
  const login = (password: string) =>
    run(['login', '--email', 'ann@example.org', '--password-stdin'], { stdin: `${password}\n`, environment });
  expect((await login('wrong')).stderr).toBe('upvigil: Invalid email or password\n');
  expect((await login('right')).exitCode).toBe(0);
  expect((await run(['whoami'], { environment, tty: true })).stdout).toBe(
    `Server  ${server.url}\nUser    signed in by upvigil login\nName    Ann <ann@example.org>\nRole    editor\nScopes  write deploy\n`,
  );
  expect((await run(['whoami'], { environment })).stdout).toBe(
    `${server.url}\tsigned in\tAnn\twrite deploy\t\teditor\n`,
  );
  expect(JSON.parse((await run(['whoami', '--json'], { environment })).stdout)).toEqual({
    server: server.url,
    signed_in: true,
    user: { name: 'Ann', email: 'ann@example.org', role: 'editor', scopes: ['write', 'deploy'] },
  });
  expect((await run(['user', 'list'], { environment })).stderr).toBe(
    'upvigil: This needs admin; your role has write and deploy\n',
  );
});
