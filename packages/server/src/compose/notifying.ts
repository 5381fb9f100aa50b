import { createChannelWatch } from '../alerts/notify/channel-watch.ts';
import { type Channels, createChannels } from '../alerts/notify/channels/registry.ts';
import { createLinkMaker } from '../alerts/notify/link-tokens.ts';
import { createAcknowledgeLinks } from '../alerts/notify/message/acknowledge-link.ts';
import { createMessageDispatcher } from '../alerts/notify/outbox/message-dispatcher.ts';
import { createOutboxDispatcher } from '../alerts/notify/outbox/outbox-dispatcher.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { readWebPushKeys } from '../storage/settings/web-push-keys.ts';
import type { Service, Shared } from './process-context.ts';

/** The parts that send notifications: outboxes and channels, and what is sent by itself. */
export interface Notifying extends Service {
  channels: Channels;
}

export function composeNotifying({ config, storage, clock, log, changes, secrets, publicUrl }: Shared): Notifying {
  const { smsHourlyLimit, sendSmsApiUrl, role } = config;
  const { db } = storage;
  const channels = createChannels({
    dialer: createDialer(),
    secrets,
    publicUrl,
    clock,
    sendSmsApiUrl,
    smsHourlyLimit,
    webPushKeys: () => readWebPushKeys(db, secrets),
  });
  const links = createLinkMaker(config.secretKey);
  const isOnlyProcess = storage.dialect === 'sqlite';
  const common = { db, clock, log, changes, channels };
  const alerts = createOutboxDispatcher({
    ...common,
    publicUrl,
    isOnlyProcess,
    acknowledgeLinkOf: createAcknowledgeLinks({ db, now: clock.now, links }),
  });
  const messages = createMessageDispatcher({ ...common, publicUrl, isOnlyProcess, links });
  const watch = createChannelWatch(common);
  return {
    channels,
    async start() {
      if (role === 'web') return;
      await Promise.all([alerts.start(), messages.start()]);
      watch.start();
    },
    stop: async () => void (await Promise.all([alerts.stop(), messages.stop(), watch.stop()])),
  };
}
