import { addShareLink } from '@upvigil/core/testing/fake-shares';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { type RunOptions, runCommand } from '../testing/run-command.ts';

let server: FakeServer;
beforeEach(async () => {
  server = await startFakeServer();
  addWebsite(server.state, { id: 3, name: 'Shop' });
});
afterEach(() => server.close());

const run = (argv: readonly string[], options: RunOptions = {}) =>
  runCommand(argv, { ...options, environment: { server: server.url, token: server.state.token } });
const made = () => server.state.shareLinks[0];

test('create prints the link and nothing else, in a pipe as on a terminal', async () => {
  const inPipe = await run(['share', 'create', '3']);
  expect(inPipe).toEqual({ stdout: `${made()?.url}\n`, stderr: '', exitCode: 0 });
  expect(made()).toMatchObject({ website_id: 3, name: 'Shop' });
  const seen = await run(['share', 'create', '3', '--expires', '365d', '--name', 'Agency'], { tty: true });
  expect(seen.stdout).toBe(`${made()?.url}\n`);
  expect(seen.stderr).toContain('Anyone with the link can see this website');
  const days = (Date.parse(made()?.expires_at ?? '') - Date.parse(made()?.created_at ?? '')) / 86_400_000;
  expect([made()?.name, Math.round(days)]).toEqual(['Agency', 365]);
  const asJson = await run(['share', 'create', '3', '--json']);
  expect(JSON.parse(asJson.stdout)).toEqual(made());
});

test.each([
  [['share', 'create', '4'], 'There is no website 4'],
  [['share', 'create', '3', '--expires', '366d'], '--expires must be 1d to 365d, but it is "366d"'],
  [['share', 'create', '3', '--expires', 'never'], '--expires must be 1d to 365d, but it is "never"'],
  [['share', 'create', '0'], '<website> must be a whole number 1 or above, but it is "0"'],
  [['share', 'revoke', '99'], 'There is no share link 99'],
])('%j is refused', async (argv, sentence) => {
  const { stdout, stderr, exitCode } = await run(argv);
  expect([stdout, stderr, exitCode]).toEqual(['', `upvigil: ${sentence}\n`, 1]);
});

test('revoke ends the link, and the list shows it', async () => {
  const { id } = addShareLink(server.state, { website_id: 3, name: 'Agency' });
  expect((await run(['share', 'list'])).stdout).toMatch(new RegExp(`^${id}\tShop\tAgency\tworks\t`));
  expect((await run(['share', 'revoke', String(id)])).stderr).toBe(`Revoked share link ${id}\n`);
  expect((await run(['share', 'list'])).stdout).toMatch(new RegExp(`^${id}\tShop\tAgency\trevoked\t.*\t\n$`));
});
