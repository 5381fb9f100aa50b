import { addReport } from '@upvigil/core/testing/fake-alerting';
import { expect, test } from 'vitest';
import { noWebsites } from '../testing/installations.ts';
import { runCommand, serverForTest } from '../testing/run-command.ts';

async function start() {
  const data = noWebsites();
  addReport(data, {
    name: 'Day',
    enabled: false,
    frequency: 'daily',
    weekday: 'mon',
    time: '08:00',
    time_zone: 'Europe/Berlin',
    recipients: ['a@example.org', 'b@example.org'],
    website_ids: [],
  });
  const server = await serverForTest(data);
  const environment = { server: server.url, token: server.state.token };
  return { server, run: (...argv: string[]) => runCommand(argv, { environment }) };
}

test('a report that is off has no next time; a daily one no weekday', async () => {
  const { run } = await start();
  expect((await run('reports')).stdout).toBe('1\tDay\tdaily 08:00 Europe/Berlin\t\ta@example.org b@example.org\t\t\n');
});

test('a report that could not be sent says why, and ends with 1, also as JSON', async () => {
  const { server, run } = await start();
  const refused = { success: false, message: 'Email is switched off' };
  server.fake.answer('reports.send', refused);
  expect(await run('report', 'send', '1')).toEqual({
    stdout: '',
    stderr: 'upvigil: Email is switched off\n',
    exitCode: 1,
  });
  const { stdout, exitCode } = await run('report', 'send', '1', '--json');
  expect({ answer: JSON.parse(stdout) as unknown, exitCode }).toEqual({ answer: refused, exitCode: 1 });
});
