import type { AnyConfig } from '@upvigil/core/contract/channel-kinds/config-fields';
import { takeConfigSecrets } from '@upvigil/core/contract/channel-kinds/config-secrets';
import { channelConfigs } from '@upvigil/core/contract/channel-kinds/registry';
import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { defaultNotificationSettings, type NotificationSettings } from '@upvigil/core/contract/settings';
import type { Destination } from '../../alerts/notify/channel.ts';
import {
  createOwnChannel,
  type OwnChannelKind,
  type OwnChannelOptions,
} from '../../alerts/notify/channels/own-channel.ts';
import type { ChannelSettings } from '../../base/domain/channel-rules.ts';
import { createDialer } from '../../checks/probe/dialing/dialer.ts';
import { plainSecrets } from '../plain-secrets.ts';

/** For channels in tests: loopback addresses are allowed, and secrets are not sealed. */
export const plainOptions: OwnChannelOptions = {
  dialer: createDialer(),
  secrets: plainSecrets,
  publicUrl: () => 'https://status.example.org',
};

/** The settings of an added channel as read for a delivery. `besides`: secrets that belong to no field. */
export function ownSettings(
  kind: DeliveryChannel,
  given: AnyConfig,
  { besides = {}, notifications = defaultNotificationSettings }: Partial<Given> = {},
): ChannelSettings {
  const { config, secrets } = takeConfigSecrets(channelConfigs[kind].fields, given);
  const own = { id: 7, kind, name: 'Ops', enabled: true, config, secrets: { ...secrets, ...besides } };
  return { notifications, slack: null, own };
}

interface Given {
  besides: Readonly<Record<string, string>>;
  notifications: NotificationSettings;
}

/** Where a channel with these settings sends. */
export const ownDestination = <Kind extends DeliveryChannel>(
  kind: OwnChannelKind<Kind>,
  given: AnyConfig,
  options: Partial<OwnChannelOptions> = {},
): Destination =>
  createOwnChannel(kind, { ...plainOptions, ...options }).destination(null, ownSettings(kind.name, given));
