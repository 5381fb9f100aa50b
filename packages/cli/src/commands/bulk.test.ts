import { addHeartbeat } from '@upvigil/core/testing/fake-heartbeats';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, test } from 'vitest';
import { checkedMonitor, checkedUrl, noWebsites } from '../testing/installations.ts';
import { runOn, serverForTest } from '../testing/run-command.ts';

/** Two URLs and a service with the tag env:staging in two websites, and one URL without. */
function staging(): FakeState {
  const state = noWebsites();
  const tags = ['env:staging'];
  addWebsite(state, { id: 1, name: 'Shop' });
  addWebsite(state, { id: 2, name: 'Blog' });
  checkedUrl(state, 1, { id: 11, label: 'Cart', tags });
  checkedUrl(state, 2, { id: 12, label: 'Posts', tags, check_interval: 300 });
  checkedMonitor(state, 2, { id: 13, name: 'Mail', tags }, { is_up: false });
  checkedUrl(state, 1, { id: 14, label: 'Home', tags: ['env:prod'] });
  return state;
}

const enabledIds = ({ urls, monitors }: FakeState): number[] =>
  [...urls, ...monitors].flatMap(({ id, enabled }) => (enabled ? [id] : [])).sort();

test('confirms the numbers of a dry run, and changes only after yes', async () => {
  const server = await serverForTest(staging());
  const command = ['bulk', 'disable', '--tag', 'env:'];
  const no = await runOn(server, [...command, '--tag', '!env:prod'], { tty: true, stdin: 'n\n' });
  expect(no.stderr).toContain('Disable 3 monitors in 2 websites? [y/N]');
  expect(no.exitCode).toBe(1);
  expect(enabledIds(server.state)).toEqual([11, 12, 13, 14]);
  const yes = await runOn(server, [...command, '--website', 'Blog'], { tty: true, stdin: 'y\n' });
  expect(yes).toMatchObject({ stdout: 'Disabled 2 monitors in 1 website.\n', exitCode: 0 });
  expect(enabledIds(server.state)).toEqual([11, 14]);
});

test('--dry-run changes nothing, and needs no answer', async () => {
  const server = await serverForTest(staging());
  const command = ['bulk', 'update', '--tag', 'env:staging', '--kind', 'URL', '--check-interval', '300', '--dry-run'];
  const { stdout } = await runOn(server, command, { tty: true });
  expect(stdout).toBe('Changes 1 monitor in 1 website: check interval 300. 1 monitor stays unchanged.\n');
  expect((await runOn(server, command)).stdout).toBe('1\t1\t0\t1\n');
  expect(server.state.urls.map(({ check_interval }) => check_interval)).toEqual([60, 300, 60]);
});

test('names refused monitors, changes the others, and ends with 1', async () => {
  const server = await serverForTest(staging());
  addHeartbeat(server.state, 1, { id: 15, name: 'Nightly backup' });
  const command = ['bulk', 'update', '--all', '--response-time-threshold', '2', '--yes', '--json'];
  const { stdout, stderr, exitCode } = await runOn(server, command);
  expect(JSON.parse(stdout)).toMatchObject({ changed: 4, websites: 2, refused: [{ id: 15 }] });
  expect(stderr).toBe('Refused: Nightly backup (15): A heartbeat has no response time threshold\n');
  expect(exitCode).toBe(1);
  const unknown = await runOn(server, ['bulk', 'enable', '--monitor', '99', '--monitor', '11', '--yes'], { tty: true });
  expect(unknown).toMatchObject({ stdout: 'No monitor changes. 1 monitor stays unchanged.\n', exitCode: 1 });
  expect(unknown.stderr).toBe('There is no monitor 99\n');
});

test.each([
  ['disable', 'The selection has 4 monitors, not 3: nothing was changed'],
  ['delete', 'The selection has 4 monitors, not 3: nothing was changed'],
])('%s changes nothing if another monitor matches since the question', async (action, sentence) => {
  const server = await serverForTest(staging());
  const { handle } = server.fake;
  server.fake.handle = async (request) => {
    const answer = await handle(request);
    const isPreview = request.url.endsWith('/monitors/bulk') && server.state.urls.length === 3;
    if (isPreview) checkedUrl(server.state, 1, { id: 16, tags: ['env:staging'] });
    return answer;
  };
  const { stdout, stderr, exitCode } = await runOn(server, ['bulk', action, '--tag', 'env:staging', '--yes']);
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: `upvigil: ${sentence}\n`, exitCode: 1 });
  expect(enabledIds(server.state)).toEqual([11, 12, 13, 14, 16]);
});

test.each([
  [['delete', '--tag', 'env:staging'], 'Deleted 3 monitors in 2 websites.'],
  [['delete', '--monitor', 'Shop/Cart'], 'Deleted 1 monitor in 1 website.'],
  [['check', '--state', 'down'], 'Checked 1 monitor in 1 website.'],
  [['add-tags', 'owner:ann, new', '--tag', '!owner:'], 'Added tags owner:ann, new to 4 monitors in 2 websites.'],
  [['remove-tags', 'env:prod', '--all'], 'Removed tag env:prod from 1 monitor in 1 website.'],
  [['unmute', '--all'], 'No monitor changes. 4 monitors stay unchanged.'],
  [['acknowledge', '--all'], 'No monitor changes. 4 monitors stay unchanged.'],
  [
    ['update', '--search', 'mail', '--to-website', 'Shop', '--parent', '', '--severity', 'warning'],
    'Changed 1 monitor in 1 website: severity warning, parent none, website Shop.',
  ],
])('%j', async (words, sentence) => {
  const server = await serverForTest(staging());
  const { stdout, stderr, exitCode } = await runOn(server, ['bulk', ...words, '--yes'], { tty: true });
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: `${sentence}\n`, stderr: '', exitCode: 0 });
});

const lines = [
  'https://shop.example.org/cart Cart #env:prod',
  '# a comment',
  'ping 10.0.0.1 Router',
  'ftp://files.example.org',
].join('\n');

test('create prints each line with its status, adds the valid ones once, and ends with 1 for an invalid one', async () => {
  const data = noWebsites();
  addWebsite(data, { id: 1, name: 'Shop' });
  const server = await serverForTest(data);
  const command = ['bulk', 'create', 'Shop', '--file', '-', '--tags', 'new', '--check-interval', '30'];
  const dry = await runOn(server, [...command, '--dry-run'], { tty: true, isPiped: true, stdin: lines, columns: 140 });
  expect(dry.stdout).toMatch(/LINE +STATUS +KIND +TARGET +NAME +TAGS +PROBLEM\n +1 +new +URL /);
  expect(dry.stderr).toBe('Would create 2 monitors; 1 invalid\n');
  expect(data.urls).toEqual([]);
  const { stdout, exitCode } = await runOn(server, command, { stdin: lines });
  expect(stdout).toMatch(
    /^1\tnew\tURL\t.*\tCart\t.*env:prod.*\t\n3\tnew\tICMP_PING\t10\.0\.0\.1\tRouter\tnew\t\n4\tinvalid\t/,
  );
  expect(exitCode).toBe(1);
  expect(data.urls).toMatchObject([{ label: 'Cart', check_interval: 30 }]);
  const again = await runOn(server, [...command, '--json'], { stdin: lines });
  expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, lines: [{ status: 'exists' }, {}, {}] });
});

test('check with a filter shows the result of each enabled monitor, and ends with the worst', async () => {
  const server = await serverForTest(staging());
  addHeartbeat(server.state, 1, { id: 15, name: 'Nightly backup', tags: ['env:staging'] });
  Object.assign(server.state.urls[0] ?? {}, { enabled: false });
  const { stdout, exitCode } = await runOn(server, ['check', '--tag', 'env:staging']);
  expect(stdout).toMatch(/^UPVIGIL CRITICAL - env:staging: 1 of 2 monitors UP, 0 with warnings, 1 down/);
  expect(stdout.split('\n').filter((text) => /^\d+\t/.test(text))).toHaveLength(2);
  expect(exitCode).toBe(2);
  const json = await runOn(server, ['check', '--tag', 'env:staging', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    url_checks: [{ url_id: 12 }],
    network_checks: [{ network_monitor_id: 13 }],
  });
  expect((await runOn(server, ['check', '--tag', 'none'])).exitCode).toBe(3);
});
