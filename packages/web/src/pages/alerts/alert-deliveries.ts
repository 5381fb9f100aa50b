import type { Alert, Delivery, DeliveryChannel, DeliveryStatus } from '@upvigil/core/contract/alerts';
import type { Tone } from '@upvigil/core/status/tone';

export const channelNames: Record<DeliveryChannel, string> = { email: 'email', sms: 'SMS', slack: 'Slack' };

/** In the order in which they are shown. */
const channels = Object.keys(channelNames) as DeliveryChannel[];

export interface ChannelMark {
  channel: DeliveryChannel;
  name: string;
  tone: Tone;
  /** 'sent', 'failed', 'pending', 'suppressed' or 'not sent'. */
  word: string;
}

const tones: Record<DeliveryStatus, Tone> = { sent: 'up', failed: 'down', pending: 'warn', suppressed: 'none' };
/** What one word says of several deliveries on a channel: trouble before waiting before silence. */
const order: readonly DeliveryStatus[] = ['failed', 'pending', 'suppressed'];

/** Whether an alert was told on each channel. */
export const channelMarks = (alert: Alert): ChannelMark[] =>
  channels.map((channel) => {
    const status = channelStatus(alert, channel);
    return { channel, name: channelNames[channel], tone: status ? tones[status] : 'none', word: status ?? 'not sent' };
  });

function channelStatus(alert: Alert, channel: DeliveryChannel): DeliveryStatus | null {
  if (alert[`${channel}_sent`]) return 'sent';
  const statuses = alert.deliveries.filter((delivery) => delivery.channel === channel).map(({ status }) => status);
  return order.find((status) => statuses.includes(status)) ?? null;
}

export const deliveryTone = (delivery: Delivery): Tone => tones[delivery.status];
