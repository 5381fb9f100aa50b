import { limits } from '@upvigil/core/limits';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, onTestFinished, test } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { checkedUrl, fakeNow, noWebsites, toldAlert } from '../testing/installations.ts';
import { type RunOptions, type RunResult, runCommand } from '../testing/run-command.ts';

/** So many URLs that are down, with an alert each, by the ids from 1. */
function down(count: number): FakeState {
  const data = noWebsites();
  for (let id = 1; id <= count; id += 1) {
    checkedUrl(data, 1, { id });
    toldAlert(data, { id, url_id: id });
  }
  return data;
}

async function start(data: FakeState): Promise<FakeServer> {
  const server = await startFakeServer(data);
  onTestFinished(() => server.close());
  return server;
}
const run = (server: FakeServer, argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  runCommand(['ack', ...argv], { ...options, environment: { server: server.url, token: server.state.token } });
const notes = ({ state }: FakeServer) =>
  state.alerts.flatMap(({ id, acknowledged_at, acknowledge_note }) =>
    acknowledged_at ? [[id, acknowledge_note]] : [],
  );

test('acknowledges each alert that is named, once, with the note', async () => {
  const server = await start(down(3));
  const { stdout, stderr, exitCode } = await run(server, ['1', '3', '1', '--note', 'On it'], { tty: true });
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'Acknowledged 2 alerts\n', stderr: '', exitCode: 0 });
  expect(notes(server)).toEqual([
    [3, 'On it'],
    [1, 'On it'],
  ]);
  expect(server.seen.filter((each) => each.startsWith('POST'))).toHaveLength(2);
});

test('one that is over or not there is named, and the others are acknowledged all the same', async () => {
  const data = down(3);
  Object.assign(data.alerts.find(({ id }) => id === 2) ?? {}, { ended_at: new Date(fakeNow).toISOString() });
  const server = await start(data);
  const { stdout, stderr, exitCode } = await run(server, ['2', '99', '3']);
  expect({ stdout, exitCode }).toEqual({ stdout: '1\n', exitCode: 1 });
  expect(stderr).toBe('upvigil: The alert 2 is over\nupvigil: There is no alert 99\n');
  expect(notes(server)).toEqual([[3, null]]);
  const json = await run(server, ['2', '1', '--json']);
  expect(JSON.parse(json.stdout)).toEqual({ acknowledged: 1, failed: [{ id: 2, detail: 'The alert 2 is over' }] });
  expect({ stderr: json.stderr, exitCode: json.exitCode }).toEqual({ stderr: '', exitCode: 1 });
});

test('--all takes what is open and not acknowledged, however much that is', async () => {
  const count = limits.acknowledgedAtOnce + 5;
  const data = down(count);
  Object.assign(data.alerts[0] ?? {}, { acknowledged_at: new Date(fakeNow).toISOString(), acknowledge_note: 'mine' });
  const server = await start(data);
  const { stdout, exitCode } = await run(server, ['--all', '--note', 'storm']);
  expect({ stdout, exitCode }).toEqual({ stdout: `${count - 1}\n`, exitCode: 0 });
  expect(notes(server)).toHaveLength(count);
  expect(data.alerts[0]?.acknowledge_note).toBe('mine');
  expect((await run(server, ['--all'], { tty: true })).stdout).toBe(
    'No open alert waits for somebody to acknowledge it\n',
  );
});

test.each([
  [[], 'Either the ids of alerts or --all is required'],
  [['1', '--all'], 'Either the ids of alerts or --all is required'],
  [['1', 'x'], '[id...] must be a whole number 1 or above, but it is "x"'],
])('%j is refused before anything is done', async (argv, sentence) => {
  const server = await start(down(1));
  const { stdout, stderr, exitCode } = await run(server, argv);
  expect({ stdout, exitCode, seen: server.seen }).toEqual({ stdout: '', exitCode: 1, seen: [] });
  expect(stderr).toContain(`upvigil: ${sentence}`);
});

test('a note that is too long is refused in the words of the server, and nothing is acknowledged', async () => {
  const server = await start(down(2));
  const { stderr, exitCode } = await run(server, ['1', '2', '--note', 'x'.repeat(501)]);
  expect(stderr).toBe('upvigil: Note must have at most 500 characters\n');
  expect({ exitCode, notes: notes(server) }).toEqual({ exitCode: 1, notes: [] });
});
