import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { startDiscordSink } from '../../../testing/sinks/chat/discord-sink.ts';
import { type NotificationLab, openNotificationLab } from '../../../testing/sinks/notification-lab.ts';
import { startPagerdutySink } from '../../../testing/sinks/paging/pagerduty-sink.ts';

let lab: NotificationLab;
let monitors: MonitorRow[];
beforeEach(async () => {
  lab = await openNotificationLab();
  const first = await makeMonitor(lab.db);
  monitors = [first];
  for (const at of [1, 2, 3, 4, 5, 6, 7]) {
    const target = `https://shop.example.com/${at}`;
    monitors.push(await makeMonitor(lab.db, { website_id: first.website_id, target }));
  }
});
afterEach(() => lab.close());

const addChannel = async (kind: DeliveryChannel, name: string, config: AnyConfig): Promise<number> => {
  const { id } = await lab.db
    .insertInto('channels')
    .values({ kind, name, enabled: 1, config: JSON.stringify(config), secrets: null, created_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** An outage of each monitor with a due delivery for the channel. */
const queueOutages = async (channel: DeliveryChannel, channel_id: number): Promise<void> => {
  for (const monitor of monitors) {
    const { id: alert_id } = await makeAlert(lab.db, monitor, { alert_type: 'DOWN' });
    await lab.db
      .insertInto('deliveries')
      .values({
        alert_id,
        channel,
        channel_id,
        channel_name: 'Ops',
        recipient: null,
        status: 'pending',
        reason: null,
        created_at: testNow,
        next_attempt_at: testNow,
        sent_at: null,
        lease_owner: null,
        lease_until: null,
      })
      .execute();
  }
};

it('sends one message about all alerts to a chat, and an event for each to a pager, ten a second', async () => {
  const discord = await startDiscordSink();
  const pagerduty = await startPagerdutySink();
  const chat = await addChannel('discord', 'Ops', { webhook_url: discord.url('/api/webhooks/1/token') });
  const key = 'plantedPagerDutyRoutingKey000001';
  const pager = await addChannel('pagerduty', 'On call', { routing_key: key, base_url: pagerduty.url('') });
  await queueOutages('discord', chat);
  await queueOutages('pagerduty', pager);
  await lab.startOutbox();
  await lab.advance(99);
  expect(pagerduty.messages).toHaveLength(1);
  await lab.advance(100 * monitors.length);
  expect(new Set(pagerduty.messages.map(({ dedup_key }) => dedup_key)).size).toBe(monitors.length);
  expect(discord.messages).toHaveLength(1);
  const paths = monitors.slice(1).map(({ target }) => new URL(target).pathname);
  expect(discord.messages[0]?.embeds[0]?.description).toContain(`shop.example.com, ${paths.join(', ')}\n`);
  expect(new Set((await lab.ledger()).map(({ status }) => status))).toEqual(new Set(['sent']));
  await Promise.all([discord.close(), pagerduty.close()]);
});

it('sends nothing to a channel that was disabled or deleted meanwhile, and stores the reason', async () => {
  const discord = await startDiscordSink();
  const chat = await addChannel('discord', 'Ops', { webhook_url: discord.url('/api/webhooks/1/token') });
  await lab.db.updateTable('channels').set({ enabled: 0 }).execute();
  await queueOutages('discord', chat);
  await queueOutages('discord', chat + 1);
  await lab.startOutbox();
  await lab.settled();
  expect(discord.messages).toHaveLength(0);
  expect(new Set((await lab.ledger()).map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
    new Set(['suppressed: the channel is switched off', 'suppressed: the channel was deleted']),
  );
  await discord.close();
});
