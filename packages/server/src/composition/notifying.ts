import { type Channels, createChannels } from '../notifications/channels/registry.ts';
import { createOutboxDispatcher } from '../notifications/outbox/outbox-dispatcher.ts';
import { createDialer } from '../probing/dialing/dialer.ts';
import { readWebPushKeys } from '../settings/web-push-keys.ts';
import type { Service, Shared } from './process-context.ts';

/** The parts that send notifications: outbox and channels. */
export interface Notifying extends Service {
  channels: Channels;
}

export function composeNotifying({ config, storage, clock, log, changes, secrets, publicUrl }: Shared): Notifying {
  const { smsHourlyLimit, sendSmsApiUrl, role } = config;
  const channels = createChannels({
    ...{ dialer: createDialer(), secrets, publicUrl, clock, sendSmsApiUrl, smsHourlyLimit },
    webPushKeys: () => readWebPushKeys(storage.db, secrets),
  });
  const dispatcher = createOutboxDispatcher({
    ...{ db: storage.db, clock, log, changes, publicUrl },
    isOnlyProcess: storage.dialect === 'sqlite',
    channels,
  });
  return {
    channels,
    start: async () => (role === 'web' ? undefined : dispatcher.start()),
    stop: () => dispatcher.stop(),
  };
}
