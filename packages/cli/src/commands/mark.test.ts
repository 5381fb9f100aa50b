import { expect, onTestFinished, test } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { manyWebsites } from '../testing/installations.ts';
import { type RunOptions, runCommand } from '../testing/run-command.ts';

async function start(): Promise<FakeServer> {
  const server = await startFakeServer(manyWebsites(2));
  onTestFinished(() => server.close());
  return server;
}
const run = (server: FakeServer, argv: readonly string[], options: RunOptions = {}) =>
  runCommand(argv, { ...options, environment: { server: server.url, token: server.state.token } });

test('a mark of a website, with where to read and when, is listed and deleted', async () => {
  const server = await start();
  const url = 'https://git.example.org/v1.4.2';
  const asked = [
    'mark',
    'v1.4.2',
    '--website',
    'Website 02',
    '--url',
    url,
    '--at',
    '2026-11-20T19:00:00+01:00',
    '--public',
  ];
  const { id } = JSON.parse((await run(server, [...asked, '--json'])).stdout) as { id: number };
  expect(server.state.marks).toMatchObject([
    { label: 'v1.4.2', website_id: 2, url, at: '2026-11-20T18:00:00.000Z', public: true },
  ]);
  const listed = await run(server, ['marks', '--hours', '1']);
  expect(listed.stdout).toBe(`${id}\tv1.4.2\t2026-11-20T18:00:00.000Z\tWebsite 02\tyes\t${url}\n`);
  const deleted = await run(server, ['unmark', String(id)], { tty: true });
  expect(deleted).toEqual({ stdout: '', stderr: `Deleted mark ${id}\n`, exitCode: 0 });
  const gone = await run(server, ['unmark', String(id), '--json']);
  expect(gone).toEqual({ stdout: '', stderr: `upvigil: There is no mark ${id}\n`, exitCode: 1 });
});

test.each([
  [['mark'], "missing required argument 'label'"],
  [['mark', 'v1', '--at', '14:05'], '--at <time> must be a moment, as 2026-11-21T03:00:00Z, but it is "14:05"'],
  [['mark', 'v1', '--at', '2026-02-30T25:00:00Z'], '--at <time> must be a moment'],
  [['unmark', 'v1'], '<id> must be a whole number 1 or above, but it is "v1"'],
])('%j is refused, and no server is asked', async (argv, sentence) => {
  const server = await start();
  const { stdout, stderr, exitCode } = await run(server, argv);
  expect(stderr).toContain(`upvigil: ${sentence}`);
  expect({ stdout, exitCode, seen: server.seen }).toEqual({ stdout: '', exitCode: 1, seen: [] });
});
