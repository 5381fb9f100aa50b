import { limits } from '@upvigil/core/limits';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addEvidence, deliveryOf } from '@upvigil/core/testing/fake-watched';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { addNotifiedAlert, checkedUrl, fakeNow, manyWebsites, noWebsites } from '../testing/installations.ts';
import { type RunOptions, runCommand, runOn, serverForTest } from '../testing/run-command.ts';

const at = new Date(fakeNow).toISOString();
const byNtfy = deliveryOf({ channel: 'ntfy', channel_id: 5, channel_name: 'Ops phone', sent_at: at });
const acknowledged = { acknowledged_at: at, acknowledged_by: 'link to ops@example.org' };

async function alerts(given: Parameters<typeof addNotifiedAlert>[1][], options: RunOptions = {}): Promise<string[]> {
  const data = manyWebsites(1);
  for (const each of given) addNotifiedAlert(data, each);
  const server = await serverForTest(data);
  const environment = { server: server.url, token: server.state.token };
  const { stdout } = await runCommand(['alerts'], { environment, ...options });
  return stdout.trimEnd().split('\n');
}
const fields = (line: string | undefined): string[] => line?.split('\t').slice(4) ?? [];

test('in a pipe, further columns come after the original ones, at fixed positions', async () => {
  expect((await alerts([{ id: 1 }])).map(fields)).toEqual([['sent', '-', '-']]);
  expect((await alerts([{ id: 1, deliveries: [byNtfy] }, { id: 2 }])).map(fields)).toEqual([
    ['sent', '-', '-', '-', '-'],
    ['-', '-', '-', 'Ops phone', '-'],
  ]);
  expect((await alerts([{ id: 1, ...acknowledged }])).map(fields)).toEqual([['sent', '-', '-', '-', at]]);
});

test('on a terminal a column appears only if an alert has content for it', async () => {
  const on = { tty: true, columns: 140 };
  expect((await alerts([{ id: 1 }], on))[0]).toMatch(/EMAIL +SMS +SLACK$/);
  const [head, row] = await alerts([{ id: 1, deliveries: [byNtfy], ...acknowledged }], on);
  expect(head).toMatch(/SLACK +OTHER +ACKNOWLEDGED$/);
  expect(row).toMatch(/Ops phone +link to ops@example\.org$/);
  const [narrow] = await alerts([{ id: 1, deliveries: [byNtfy], ...acknowledged }], { ...on, columns: 80 });
  expect(narrow).toMatch(/MESSAGE +EMAIL .*ACKN/);
  expect(narrow?.length).toBeLessThanOrEqual(80);
});

test('the body that was answered keeps its lines, and none is wider than the terminal', async () => {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1 });
  addEvidence(data, 1, { body: `<ul>\r\n\t<li>監視\u001b[2J</li>\n${'x'.repeat(100)}</ul>` });
  const server = await serverForTest(data);
  const environment = { server: server.url, token: server.state.token };
  const pipe = await runCommand(['alerts', 'show', '1'], { environment });
  expect(pipe.stdout).toContain(`\n<ul>\n  <li>監視 [2J</li>\n${'x'.repeat(100)}</ul>\n`);
  const terminal = await runCommand(['alerts', 'show', '1'], { environment, tty: true, columns: 60 });
  expect(terminal.stdout).toContain(`\n<ul>\n  <li>監視 [2J</li>\n${'x'.repeat(60)}\n${'x'.repeat(40)}</ul>\n`);
});

test('an alert without evidence still has its deliveries; an unknown one is refused', async () => {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1, severity: 'critical', route: 'Night', policy: 'On call' });
  const server = await serverForTest(data);
  const environment = { server: server.url, token: server.state.token };
  const { stdout, exitCode } = await runCommand(['alerts', 'show', '1'], { environment });
  expect(stdout).toMatch(
    /^Alert: 1 DOWN\n[\s\S]*\nSeverity: critical\n[\s\S]*\nRoute: Night\nPolicy: On call\n\nDeliveries:\n/,
  );
  expect(stdout).toMatch(/\n\nThe response to this check is no longer stored\n$/);
  expect(exitCode).toBe(0);
  const json = await runCommand(['alerts', 'show', '1', '--json'], { environment });
  expect(JSON.parse(json.stdout)).toMatchObject({ alert: { id: 1, policy: 'On call' } });
  const gone = await runCommand(['alerts', 'show', '9'], { environment });
  expect(gone).toMatchObject({ stdout: '', stderr: 'upvigil: There is no alert 9\n', exitCode: 1 });
});

/** URLs that are down, with one alert each, with ids from 1. */
function down(count: number): FakeState {
  const data = noWebsites();
  for (let id = 1; id <= count; id += 1) {
    checkedUrl(data, 1, { id });
    addNotifiedAlert(data, { id, url_id: id });
  }
  return data;
}

const start = (data: FakeState) => serverForTest(data);
const run = (server: FakeServer, argv: readonly string[], options?: RunOptions) =>
  runOn(server, ['ack', ...argv], options);
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
  expect((await run(server, ['--all'], { tty: true })).stdout).toBe('No open alert needs an acknowledgement\n');
});

test.each([
  [[], 'Give either the ids of alerts or --all'],
  [['1', '--all'], 'Give either the ids of alerts or --all'],
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
