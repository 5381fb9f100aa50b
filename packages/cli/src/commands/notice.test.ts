import { minutesAgo } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import { fakeNow, noWebsites } from '../testing/installations.ts';
import { runCommand, serverForTest } from '../testing/run-command.ts';

const ago = (minutes: number): string => minutesAgo(minutes, () => fakeNow);

test('shows what lasts however old it is, and what ended within the hours', async () => {
  const data = noWebsites();
  data.notices.push(
    {
      id: 3,
      kind: 'offline',
      message: 'offline 12:04 to 12:31',
      remedy: 'Look at it',
      began_at: ago(90),
      ended_at: ago(63),
    },
    {
      id: 2,
      kind: 'channel_failing',
      message: 'Ops phone fails',
      remedy: 'Send a test',
      began_at: ago(60 * 24 * 9),
      ended_at: null,
    },
    {
      id: 1,
      kind: 'backup_overdue',
      message: 'No backup',
      remedy: 'Make one',
      began_at: ago(60 * 90),
      ended_at: ago(60 * 30),
    },
  );
  const server = await serverForTest(data);
  const environment = { server: server.url, token: server.state.token };
  const kinds = async (...argv: string[]) =>
    (await runCommand(['notices', ...argv], { environment })).stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[2]);
  expect(await kinds()).toEqual(['offline', 'channel_failing']);
  expect(await kinds('--hours', '48')).toEqual(['offline', 'channel_failing', 'backup_overdue']);
  const { stdout } = await runCommand(['notices'], { environment, tty: true, columns: 120 });
  expect(stdout).toMatch(/ lasts +channel failing +Ops phone fails +Send a test\n/);
  const { stderr, exitCode } = await runCommand(['notices', '--hours', '0'], { environment });
  expect(stderr).toContain('--hours <n> must be a whole number from 1 to 8760');
  expect(exitCode).toBe(1);
});
