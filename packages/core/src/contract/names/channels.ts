/**
 * Every kind of channel by the name that the wire and the database have for it, in the order in which they are shown, and as
 * people read it. Apart from the schemas, because every page that lists alerts shows names.
 */
export const channelNames = {
  email: 'email',
  sms: 'SMS',
  slack: 'Slack',
  webhook: 'Webhook',
  discord: 'Discord',
  telegram: 'Telegram',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  pushover: 'Pushover',
  gotify: 'Gotify',
  matrix: 'Matrix',
  mattermost: 'Mattermost',
  google_chat: 'Google Chat',
  pagerduty: 'PagerDuty',
  jsm: 'Jira Service Management',
  twilio: 'Twilio SMS',
  signal: 'Signal',
  apprise: 'Apprise',
  web_push: 'Browser push',
} as const;
export type DeliveryChannel = keyof typeof channelNames;
export const deliveryChannels = Object.keys(channelNames) as DeliveryChannel[];

/** The channels that are always there: set up on their own tabs, and without a row among the channels. */
export const builtInChannels = ['email', 'sms', 'slack'] as const;
export type BuiltInChannel = (typeof builtInChannels)[number];

/** A channel as policies name it: the id of a row, or the word of a built-in one. */
export type ChannelRef = number | BuiltInChannel;

/** As a key of an object, and as it is stored. */
export const refKey = (ref: ChannelRef): string => String(ref);

/** The channel of a delivery, as `refKey` writes it. */
export const keyOfDelivery = ({ channel, channel_id }: { channel: DeliveryChannel; channel_id: number | null }) =>
  channel_id === null ? channel : String(channel_id);
