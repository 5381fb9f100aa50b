import type { DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import type { ChannelRules } from '../../domain/channel-rules.ts';
import type { Channel } from '../channel.ts';
import { createEmailChannel } from './email.ts';
import type { OwnChannelOptions } from './own-channel.ts';
import { createSlackChannel } from './slack.ts';
import { createSmsChannel } from './sms.ts';

export interface ChannelsOptions extends OwnChannelOptions {
  /** The SMS provider's address. */
  sendSmsApiUrl: string;
  smsHourlyLimit: number;
  /** Certificates trusted besides the well-known ones after STARTTLS, PEM. */
  trustedCertificates?: readonly string[];
  /** The port on which SMTP begins with TLS; 465 except in tests. */
  implicitTlsPort?: number;
}

/** One line for each kind. With `satisfies`, the compiler finds one that is missing. */
export const createChannels = (options: ChannelsOptions) =>
  ({
    email: createEmailChannel(options),
    sms: createSmsChannel(options),
    slack: createSlackChannel(options),
  }) satisfies Partial<Record<DeliveryChannel, Channel>>;

export type Channels = ReturnType<typeof createChannels>;

/** The rules of the channels alone, which decide in the transaction of a check. */
export const rulesOf = (channels: Readonly<Partial<Record<DeliveryChannel, Channel>>>): ChannelRules[] =>
  Object.values(channels).map(({ rules }) => rules);
