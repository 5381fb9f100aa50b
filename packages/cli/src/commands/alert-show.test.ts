import { addEvidence } from '@upvigil/core/testing/fake-watched';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { manyWebsites, toldAlert } from '../testing/installations.ts';
import { runCommand } from '../testing/run-command.ts';

test('the body that was answered keeps its lines, and none is wider than the terminal', async () => {
  const data = manyWebsites(1);
  toldAlert(data, { id: 1 });
  addEvidence(data, 1, { body: `<ul>\r\n\t<li>監視\u001b[2J</li>\n${'x'.repeat(100)}</ul>` });
  const server = await startFakeServer(data);
  onTestFinished(() => server.close());
  const environment = { server: server.url, token: server.state.token };
  const pipe = await runCommand(['alerts', 'show', '1'], { environment });
  expect(pipe.stdout).toContain(`\n<ul>\n  <li>監視 [2J</li>\n${'x'.repeat(100)}</ul>\n`);
  const terminal = await runCommand(['alerts', 'show', '1'], { environment, tty: true, columns: 60 });
  expect(terminal.stdout).toContain(`\n<ul>\n  <li>監視 [2J</li>\n${'x'.repeat(60)}\n${'x'.repeat(40)}</ul>\n`);
});

test('an alert without evidence still says who was told; one that is not there is refused', async () => {
  const data = manyWebsites(1);
  toldAlert(data, { id: 1, severity: 'critical', route: 'Night', policy: 'On call' });
  const server = await startFakeServer(data);
  onTestFinished(() => server.close());
  const environment = { server: server.url, token: server.state.token };
  const { stdout, exitCode } = await runCommand(['alerts', 'show', '1'], { environment });
  expect(stdout).toMatch(
    /^Alert: 1 DOWN\n[\s\S]*\nSeverity: critical\n[\s\S]*\nRoute: Night\nPolicy: On call\n\nTold:\n/,
  );
  expect(stdout).toMatch(/\n\nWhat the check saw is not kept\n$/);
  expect(exitCode).toBe(0);
  const json = await runCommand(['alerts', 'show', '1', '--json'], { environment });
  expect(JSON.parse(json.stdout)).toMatchObject({ alert: { id: 1, policy: 'On call' } });
  const gone = await runCommand(['alerts', 'show', '9'], { environment });
  expect(gone).toMatchObject({ stdout: '', stderr: 'upvigil: There is no alert 9\n', exitCode: 1 });
});
