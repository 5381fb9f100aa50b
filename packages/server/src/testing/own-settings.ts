import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import { takeConfigSecrets } from '@upvigil/core/contract/channel-kinds/config-secrets';
import { type ChannelConfig, channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { defaultNotificationSettings, type NotificationSettings } from '@upvigil/core/contract/settings';
import type { ChannelSettings } from '../base/domain/channel-rules.ts';
import { createDialer } from '../checks/probe/dialing/dialer.ts';
import { plainSecrets } from './plain-secrets.ts';

/** The settings of a row as channels get them. Its secrets are not sealed: `plainSecrets` opens them. */
export function ownSettings<Kind extends DeliveryChannel>(
  kind: Kind,
  config: ChannelConfig<Kind>,
  notifications: NotificationSettings = defaultNotificationSettings,
): ChannelSettings {
  const bare = takeConfigSecrets(channelConfigs[kind].fields, config as AnyConfig);
  return { notifications, slack: null, own: { id: 5, kind, name: 'Night shift', enabled: true, ...bare } };
}

/** What every kind of channel needs to be created. */
export const ownOptions = {
  dialer: createDialer(),
  secrets: plainSecrets,
  publicUrl: () => 'https://status.example.org',
};
