import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { openSqliteStorage } from '../../../storage/database.ts';
import { bundleProgram } from '../../../testing/bundle-program.ts';
import { startMatrixSink } from '../../../testing/sinks/chat/matrix-sink.ts';
import type { OutboxProcessSettings } from '../../../testing/sinks/outbox-process.ts';
import { loadOutboxProgram } from '../../../testing/sinks/outbox-program.ts';
import { startPagerdutySink } from '../../../testing/sinks/paging/pagerduty-sink.ts';

const minute = 60_000;
const target = 'https://example.com/shop/';

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
  bundle = await bundleProgram(new URL('../../../testing/sinks/outbox-process.ts', import.meta.url));
});
afterAll(() => bundle.remove());

/**
 * Takes a target down in a process that is killed when its provider has answered and nothing is stored. The next
 * process sends what is left. Returns states and attempts in the outbox, after the first process and at the end.
 */
async function sendThroughKill(own: { kind: DeliveryChannel; config: AnyConfig }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'upvigil-answered-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const open = async (settings: Partial<OutboxProcessSettings>) => {
    const program = loadOutboxProgram(bundle.file);
    onTestFinished(async () => void (await program.kill()));
    await program.whenSays('loaded');
    await program.order({ open: { dataDir, own, clockOffset: 0, ...settings } });
    await program.whenSays('ready');
    return program;
  };
  const first = await open({ isKilledByAnswer: true });
  await first.order({ goDown: target });
  expect(await first.ended).toBe('SIGKILL');
  const left = await readDeliveries(dataDir);
  await open({ clockOffset: 5 * minute });
  return { left, sent: await readDeliveries(dataDir) };
}

async function readDeliveries(dataDir: string): Promise<string[]> {
  const storage = openSqliteStorage(dataDir);
  const rows = await storage.db.selectFrom('deliveries').select(['channel', 'status', 'attempts']).execute();
  await storage.close();
  return rows.map(({ channel, status, attempts }) => `${channel} ${status} ${attempts}`);
}

it.skipIf(inject('postgresPort') !== null)(
  'repeats a message to Matrix under its transaction after a kill between answer and mark, so that the room shows one',
  async () => {
    const matrix = await startMatrixSink('syt_token');
    onTestFinished(() => matrix.close());
    const config = { base_url: matrix.url(''), room_id: '!room:example.com', access_token: 'syt_token' };
    const { left, sent } = await sendThroughKill({ kind: 'matrix', config });
    expect(left).toEqual(['matrix pending 0']);
    expect(sent).toEqual(['matrix sent 1']);
    expect(matrix.messages).toHaveLength(2);
    const [shown, ...others] = matrix.shown.values();
    expect(others).toEqual([]);
    expect(shown?.transaction).toMatch(/^msg_/);
    expect(shown?.body).toContain(target);
  },
  60_000,
);

it.skipIf(inject('postgresPort') !== null)(
  'repeats an event to PagerDuty under its key after a kill between answer and mark, so that it opens one incident',
  async () => {
    const pagerduty = await startPagerdutySink();
    onTestFinished(() => pagerduty.close());
    const config = { routing_key: 'plantedPagerDutyRoutingKey000001', base_url: pagerduty.url('') };
    const { left, sent } = await sendThroughKill({ kind: 'pagerduty', config });
    expect(left).toEqual(['pagerduty pending 0']);
    expect(sent).toEqual(['pagerduty sent 1']);
    expect(pagerduty.messages.map(({ event_action }) => event_action)).toEqual(['trigger', 'trigger']);
    expect(new Set(pagerduty.messages.map(({ dedup_key }) => dedup_key)).size).toBe(1);
  },
  60_000,
);
