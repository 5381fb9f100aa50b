import { builtInDelivery } from '@upvigil/core/testing/fake-watched';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { fakeNow, manyWebsites, toldAlert } from '../testing/installations.ts';
import { type RunOptions, runCommand } from '../testing/run-command.ts';

const at = new Date(fakeNow).toISOString();
const sent = { ...builtInDelivery, recipient: null, status: 'sent', reason: null, attempts: 1 } as const;
const byNtfy = {
  ...sent,
  channel: 'ntfy',
  channel_id: 5,
  channel_name: 'Ops phone',
  next_attempt_at: null,
  sent_at: at,
} as const;
const acknowledged = { acknowledged_at: at, acknowledged_by: 'link to ops@example.org' };

async function alerts(given: Parameters<typeof toldAlert>[1][], options: RunOptions = {}): Promise<string[]> {
  const data = manyWebsites(1);
  for (const each of given) toldAlert(data, each);
  const server = await startFakeServer(data);
  onTestFinished(() => server.close());
  const environment = { server: server.url, token: server.state.token };
  const { stdout } = await runCommand(['alerts'], { environment, ...options });
  return stdout.trimEnd().split('\n');
}
const fields = (line: string | undefined): string[] => line?.split('\t').slice(4) ?? [];

test('in a pipe, other channels and acknowledgements follow what was always there, each at its place', async () => {
  expect((await alerts([{ id: 1 }])).map(fields)).toEqual([['sent', '-', '-']]);
  expect((await alerts([{ id: 1, deliveries: [byNtfy] }, { id: 2 }])).map(fields)).toEqual([
    ['sent', '-', '-', '-', '-'],
    ['-', '-', '-', 'Ops phone', '-'],
  ]);
  expect((await alerts([{ id: 1, ...acknowledged }])).map(fields)).toEqual([['sent', '-', '-', '-', at]]);
});

test('on a terminal each has a column only where there is something in it', async () => {
  const on = { tty: true, columns: 140 };
  expect((await alerts([{ id: 1 }], on))[0]).toMatch(/EMAIL +SMS +SLACK$/);
  const [head, row] = await alerts([{ id: 1, deliveries: [byNtfy], ...acknowledged }], on);
  expect(head).toMatch(/SLACK +OTHER +ACKNOWLEDGED$/);
  expect(row).toMatch(/Ops phone +link to ops@example\.org$/);
  const [narrow] = await alerts([{ id: 1, deliveries: [byNtfy], ...acknowledged }], { ...on, columns: 80 });
  expect(narrow).toMatch(/MESSAGE +EMAIL .*ACKN/);
  expect(narrow?.length).toBeLessThanOrEqual(80);
});
