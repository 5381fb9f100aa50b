import type { ChannelRef } from '@upvigil/core/contract/names/channels';
import { defaultRouting } from '@upvigil/core/contract/routing';
import { z } from 'zod';
import type { Database } from '../../../storage/database.ts';
import { insertChannel } from '../../../storage/settings/channel-store.ts';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import { testNow } from '../../rows.ts';
import type { ChatSink } from '../chat/chat-sink.ts';
import type { ReceivedWebhook } from './webhook-sink.ts';

/** Adds a webhook that receives every alert, together with `besides` only. Returns its id. */
export async function routeToWebhook(db: Database, url: string, besides: readonly ChannelRef[] = []): Promise<number> {
  const config = JSON.stringify({ url, headers: [] });
  const row = { kind: 'webhook', name: 'Ops', enabled: 1, config, secrets: null, created_at: testNow } as const;
  const { id } = await insertChannel(db, row);
  const steps = [{ after_minutes: 0, channels: [id, ...besides] }];
  const policies = [{ id: 1, name: 'Default', remind_minutes: null, steps }];
  await routingSettings.save(db, { ...defaultRouting, policies });
  return id;
}

const payloadSchema = z.object({
  data: z.object({ alerts: z.array(z.object({ alert_type: z.string(), monitor: z.object({ target: z.string() }) })) }),
});

/** The alerts of each accepted message, such as `DOWN https://shop.example.com/`. */
export const alertsSentTo = ({ messages }: ChatSink<ReceivedWebhook>): string[][] =>
  messages.map(({ raw }) =>
    payloadSchema.parse(JSON.parse(raw)).data.alerts.map((alert) => `${alert.alert_type} ${alert.monitor.target}`),
  );
