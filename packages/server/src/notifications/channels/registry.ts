import type { DeliveryChannel } from '@upvigil/core/contract/alerts';
import type { ChannelRules } from '../../domain/channel-rules.ts';
import type { NotificationDialer } from '../http-request.ts';
import { createEmailChannel, type EmailChannel, emailRules } from './email.ts';
import { createSlackChannel, type SlackChannel, slackRules } from './slack.ts';
import { createSmsChannel, createSmsRules, type SmsChannel } from './sms.ts';

export interface ChannelsOptions {
  dialer: NotificationDialer;
  /** The SMS provider's address. */
  sendSmsApiUrl: string;
  smsHourlyLimit: number;
  /** Certificates trusted besides the well-known ones after STARTTLS, PEM. */
  trustedCertificates?: readonly string[];
  /** The port on which SMTP begins with TLS; 465 but in tests. */
  implicitTlsPort?: number;
}

export interface Channels {
  email: EmailChannel;
  sms: SmsChannel;
  slack: SlackChannel;
}

/** One line for each channel. `satisfies` makes the compiler find the one that is missing. */
export const createChannels = ({ sendSmsApiUrl, smsHourlyLimit, ...options }: ChannelsOptions): Channels =>
  ({
    email: createEmailChannel(options),
    sms: createSmsChannel({ ...options, apiUrl: sendSmsApiUrl, hourlyLimit: smsHourlyLimit }),
    slack: createSlackChannel(options),
  }) satisfies Record<DeliveryChannel, unknown>;

/** The rules alone, for deciding in the transaction of a check. */
export const createChannelRules = (smsHourlyLimit: number): ChannelRules[] =>
  Object.values({
    email: emailRules,
    sms: createSmsRules(smsHourlyLimit),
    slack: slackRules,
  } satisfies Record<DeliveryChannel, ChannelRules>);
