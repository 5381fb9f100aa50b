import { createChannelWatch } from '../alerts/notify/channel-watch.ts';
import { type Channels, createChannels } from '../alerts/notify/channels/registry.ts';
import { createLinkMaker } from '../alerts/notify/link-tokens.ts';
import { createAcknowledgeLinks } from '../alerts/notify/message/acknowledge-link.ts';
import { createOutbox } from '../alerts/notify/outbox/outbox.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { readWebPushKeys } from '../storage/settings/web-push-keys.ts';
import type { Service, Shared } from './process-context.ts';

/** The outbox, its channels, and messages that are sent automatically. */
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
  const common = { db, clock, log, changes, channels };
  const outbox = createOutbox({
    ...common,
    links,
    publicUrl,
    isOnlyProcess: storage.dialect === 'sqlite',
    acknowledgeLinkOf: createAcknowledgeLinks({ db, now: clock.now, links, isAddressKnown: config.baseUrl !== null }),
  });
  const watch = createChannelWatch(common);
  return {
    channels,
    async start() {
      if (role === 'web') return;
      await outbox.start();
      watch.start();
    },
    stop: async () => void (await Promise.all([outbox.stop(), watch.stop()])),
  };
}
