import { addEvidence } from '@upvigil/core/testing/fake-state';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { manyWebsites, toldAlert } from '../../testing/installations.ts';
import { runCommand } from '../../testing/run-command.ts';

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
