import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertChannel } from '../../../storage/settings/channel-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import type { ChatSink } from '../../../testing/sinks/chat/chat-sink.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { routeToWebhook } from '../../../testing/sinks/webhook/webhook-channel.ts';
import { type ReceivedWebhook, startWebhookSink } from '../../../testing/sinks/webhook/webhook-sink.ts';

const second = 1_000;
const minute = 60 * second;

let lab: NotificationLab;
let sink: ChatSink<ReceivedWebhook>;
let statements: number;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements += 1;
    return result;
  },
};
beforeEach(async () => {
  lab = await openNotificationLab();
  sink = await startWebhookSink();
  statements = 0;
});
afterEach(async () => {
  await lab.close();
  await sink.close();
});

const start = () => lab.startOutbox({ db: lab.db.withPlugin(counting) });
/** The number of statements that sending makes within this time. */
async function statementsIn(milliseconds: number): Promise<number> {
  await lab.settled();
  statements = 0;
  await lab.advance(milliseconds);
  return statements;
}

it('sending a message makes as many statements for fifty alerts as for one', async () => {
  await routeToWebhook(lab.db, sink.url('/hooks/alerts'));
  const monitors: MonitorRow[] = [];
  for (let at = 0; at < 52; at++) {
    const of = monitors[0] ? { website_id: monitors[0].website_id } : {};
    monitors.push(await makeMonitor(lab.db, { ...of, target: `https://shop.example.com/${at}` }));
  }
  await start();
  // Recent messages are read as well.
  await lab.goDown(...monitors.slice(0, 1));
  await lab.advance(3 * minute);
  await lab.goDown(...monitors.slice(1, 2));
  const forOne = await statementsIn(5 * second);
  await lab.advance(3 * minute);
  await lab.goDown(...monitors.slice(2));
  const forFifty = await statementsIn(5 * second);
  expect(sink.messages).toHaveLength(3);
  // One more statement marks the folded deliveries.
  expect(forFifty).toBeLessThanOrEqual(forOne + 1);
  expect(forOne).toBeLessThanOrEqual(40);
});

it('a minute without messages costs a few statements for each kind in use, and none for others', async () => {
  await start();
  const builtIn = await statementsIn(minute);
  expect(builtIn).toBeLessThanOrEqual(20);
  const row = { kind: 'ntfy', name: 'Ops', enabled: 1, config: '{}', secrets: null, created_at: testNow } as const;
  await insertChannel(lab.db, row);
  await insertChannel(lab.db, { ...row, name: 'Night' });
  await lab.advance(minute);
  expect((await statementsIn(minute)) - builtIn).toBeLessThanOrEqual(6);
});
