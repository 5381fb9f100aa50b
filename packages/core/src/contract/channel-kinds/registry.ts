import type { DeliveryChannel } from '../names/channels.ts';
import { apprise } from './apprise.ts';
import type { ChannelConfigKind, ConfigOf } from './config-fields.ts';
import { discord } from './discord.ts';
import { emailConfig } from './email.ts';
import { googleChat } from './google-chat.ts';
import { gotify } from './gotify.ts';
import { jsm } from './jsm.ts';
import { matrix } from './matrix.ts';
import { mattermost } from './mattermost.ts';
import { ntfy } from './ntfy.ts';
import { pagerduty } from './pagerduty.ts';
import { pushover } from './pushover.ts';
import { signal } from './signal.ts';
import { slackConfig } from './slack.ts';
import { smsConfig } from './sms.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { twilio } from './twilio.ts';
import { webPush } from './web-push.ts';
import { webhook } from './webhook.ts';

/** One line for each kind of channel. Form, command, schema, mask, encryption and documents follow from it. */
export const channelConfigs = {
  email: emailConfig,
  sms: smsConfig,
  slack: slackConfig,
  webhook,
  discord,
  telegram,
  teams,
  ntfy,
  pushover,
  gotify,
  matrix,
  mattermost,
  google_chat: googleChat,
  pagerduty,
  jsm,
  twilio,
  signal,
  apprise,
  web_push: webPush,
} as const satisfies Record<DeliveryChannel, ChannelConfigKind>;

/** The settings of a channel of one kind, with secrets in plain text. */
export type ChannelConfig<Kind extends DeliveryChannel> = ConfigOf<(typeof channelConfigs)[Kind]['fields']>;
