/**
 * Every kind of channel: its name on the wire and in the database, and its name on screens, in display order. Apart
 * from the schemas, because every page that lists alerts shows names.
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

/** Channels that always exist. They are set up on their own tabs and have no row in the table of channels. */
export const builtInChannels = ['email', 'sms', 'slack'] as const;
export type BuiltInChannel = (typeof builtInChannels)[number];

/** A channel in a policy: the id of a row, or the name of a built-in channel. */
export type ChannelRef = number | BuiltInChannel;

/** As an object key and in the database. */
export const refKey = (ref: ChannelRef): string => String(ref);

/** The channel of a delivery, in the form of `refKey`. */
export const keyOfDelivery = ({ channel, channel_id }: { channel: DeliveryChannel; channel_id: number | null }) =>
  channel_id === null ? channel : String(channel_id);
