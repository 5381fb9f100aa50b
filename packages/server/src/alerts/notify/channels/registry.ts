import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { ChannelRules } from '../../../base/domain/channel-rules.ts';
import type { Channel } from '../channel.ts';
import { createAppriseChannel } from './bridges/apprise.ts';
import { discordKind } from './chat/discord.ts';
import { googleChatKind } from './chat/google-chat.ts';
import { matrixKind } from './chat/matrix.ts';
import { mattermostKind } from './chat/mattermost.ts';
import { teamsKind } from './chat/teams.ts';
import { createEmailChannel } from './email.ts';
import { createOwnChannel, type OwnChannelOptions } from './own-channel.ts';
import { jsmKind } from './paging/jsm.ts';
import { pagerdutyKind } from './paging/pagerduty.ts';
import { createSignalChannel } from './phone/signal.ts';
import { createTwilioChannel } from './phone/twilio.ts';
import { createGotifyChannel } from './push/gotify.ts';
import { createNtfyChannel } from './push/ntfy.ts';
import { createPushoverChannel } from './push/pushover.ts';
import { createTelegramChannel } from './push/telegram.ts';
import { createWebPushChannel, type WebPushChannelOptions } from './push/web-push.ts';
import { createSlackChannel } from './slack.ts';
import { createSmsChannel } from './sms.ts';
import { webhookKind } from './webhook/webhook.ts';

interface ChannelsOptions extends OwnChannelOptions, WebPushChannelOptions {
  /** The SMS provider's address. */
  sendSmsApiUrl: string;
  smsHourlyLimit: number;
  /** PEM certificates trusted after STARTTLS, in addition to the well-known ones. */
  trustedCertificates?: readonly string[];
  /** The port with implicit TLS of SMTP; 465 except in tests. */
  implicitTlsPort?: number;
}

/** One line for each kind. With `satisfies`, a missing one does not compile. */
export const createChannels = (options: ChannelsOptions) =>
  ({
    email: createEmailChannel(options),
    sms: createSmsChannel(options),
    slack: createSlackChannel(options),
    webhook: createOwnChannel(webhookKind, options),
    discord: createOwnChannel(discordKind, options),
    teams: createOwnChannel(teamsKind, options),
    matrix: createOwnChannel(matrixKind, options),
    mattermost: createOwnChannel(mattermostKind, options),
    google_chat: createOwnChannel(googleChatKind, options),
    pagerduty: createOwnChannel(pagerdutyKind, options),
    jsm: createOwnChannel(jsmKind, options),
    telegram: createTelegramChannel(options),
    ntfy: createNtfyChannel(options),
    pushover: createPushoverChannel(options),
    gotify: createGotifyChannel(options),
    twilio: createTwilioChannel(options),
    signal: createSignalChannel(options),
    apprise: createAppriseChannel(options),
    web_push: createWebPushChannel(options),
  }) satisfies Record<DeliveryChannel, Channel>;

export type Channels = ReturnType<typeof createChannels>;

/** The rules of the channels only, which decide in the transaction of a check. */
export const rulesOf = (channels: Readonly<Partial<Record<DeliveryChannel, Channel>>>): ChannelRules[] =>
  Object.values(channels).map(({ rules }) => rules);
