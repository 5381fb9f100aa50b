import { startFake } from '@upvigil/core/testing/fake-maintenance';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { checkedMonitor, checkedUrl, fakeNow, manyWebsites } from '../testing/installations.ts';
import { type RunOptions, runCommand } from '../testing/run-command.ts';
import { untilText } from './maintenance.ts';

/**
 * Two websites, of which the second is down, in maintenance or not. `besides` adds a third that is down without
 * maintenance.
 */
function installation({ inMaintenance, besides = false }: { inMaintenance: boolean; besides?: boolean }): FakeState {
  const data = manyWebsites(besides ? 3 : 2);
  checkedUrl(data, 2, { id: 22 }, { is_up: false, status_code: 503 });
  checkedMonitor(data, 2, { id: 23 }, { is_up: false });
  if (besides) checkedUrl(data, 3, { id: 33 }, { is_up: false, status_code: 503 });
  if (inMaintenance) startFake(data, { title: 'Deployment', website_ids: [2], monitor_ids: [], public: false }, 35);
  return data;
}

async function run(data: FakeState, argv: readonly string[], options: RunOptions = {}) {
  const server = await startFakeServer(data);
  onTestFinished(() => server.close());
  return await runCommand(argv, { ...options, environment: { server: server.url, token: server.state.token } });
}
const until = '2026-11-20T18:59:00.000Z';

test('without maintenance it is an outage', async () => {
  const { stdout, exitCode } = await run(installation({ inMaintenance: false }), ['status']);
  expect({ exitCode, first: stdout.split(' | ')[0] }).toEqual({
    exitCode: 1,
    first: 'UPVIGIL WARNING - Issues Detected: 1 of 2 websites affected: Website 02',
  });
});

test('an outage in maintenance is no outage: in the word, in the exit code and in the figures', async () => {
  const { stdout, exitCode } = await run(installation({ inMaintenance: true }), ['status']);
  const [summary = '', , row] = stdout.split('\n');
  expect(exitCode).toBe(0);
  expect(summary).toBe(
    'UPVIGIL OK - Under Maintenance: 1 of 2 websites: Website 02 | websites=2;;;0 up=1;;;0;2 partial=0;;;0;2 down=0;;;0;2 unknown=0;;;0;2 maintenance=1;;;0;2',
  );
  expect(row).toMatch(new RegExp(`^2\\tpartial\\tWebsite 02\\t.*\\t${until}$`));
});

test('an outage outside maintenance counts and is named', async () => {
  const { stdout, exitCode } = await run(installation({ inMaintenance: true, besides: true }), ['status']);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^UPVIGIL WARNING - Issues Detected: 1 of 3 websites affected: Website 03 \|/);
});

test('one website in maintenance, and its services', async () => {
  const { stdout, exitCode } = await run(installation({ inMaintenance: true }), ['status', '2']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^UPVIGIL OK - Website 02: Under Maintenance \| .* down=0;;;0;4 .* maintenance=2;;;0;4\n/);
  expect(stdout.match(new RegExp(`\\t${until}\n`, 'g'))).toHaveLength(4);
});

test('a terminal has a maintenance column only if needed', async () => {
  const tty = { tty: true, columns: 140 };
  const { stdout } = await run(installation({ inMaintenance: true }), ['status'], tty);
  expect(stdout).toMatch(/30 DAYS +MAINTENANCE\n.*Operational.*-\n.*Under Maintenance +Website 02 .*until \d\d:59\n$/);
  expect((await run(installation({ inMaintenance: false }), ['status'], tty)).stdout).not.toContain('MAINTENANCE');
});

test('lists show maintenance in their words', async () => {
  const data = installation({ inMaintenance: true });
  expect((await run(data, ['websites'], { tty: true })).stdout).toMatch(/2 {2}Website 02 +MAINT /);
  const tty = { tty: true, columns: 140 };
  expect((await run(data, ['urls', '2'], tty)).stdout).toMatch(/page22 {2}maintenance until \d\d:59/);
  expect((await run(data, ['monitors', '2'], tty)).stdout).toMatch(
    /host23.example.org:443 {2}maintenance until \d\d:59/,
  );
  expect((await run(data, ['dashboard'], { columns: 140 })).stdout).toMatch(/\nMAINT +Website 02 /);
});

test('the end is a time of day, with the day if it is another one', () => {
  expect(untilText({ until }, fakeNow)).toMatch(/^maintenance until \d\d:59$/);
  expect(untilText({ until: '2026-11-23T12:00:00.000Z' }, fakeNow)).toMatch(/^maintenance until Nov 2\d \d\d:00$/);
});
