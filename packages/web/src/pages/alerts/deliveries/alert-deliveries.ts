import type { Alert, Delivery, DeliveryStatus } from '@upvigil/core/contract/alerts';
import {
  builtInChannels,
  channelNames,
  type DeliveryChannel,
  keyOfDelivery,
} from '@upvigil/core/contract/names/channels';
import type { Tone } from '@upvigil/core/status/tone';

export interface ChannelMark {
  /** Name of a built-in channel, or id of another channel. */
  key: string;
  name: string;
  tone: Tone;
  /** 'sent', 'failed', 'pending', 'suppressed' or 'not sent'. */
  word: string;
}

const tones: Record<DeliveryStatus, Tone> = { sent: 'up', failed: 'down', pending: 'warn', suppressed: 'none' };
/** Priority of states, if a channel has several deliveries: the first one that occurs is shown. */
const order: readonly DeliveryStatus[] = ['sent', 'failed', 'pending', 'suppressed'];

/** Display name of a channel: its own name, or the name of its kind. */
export const nameOfDelivery = ({ channel, channel_name }: Pick<Delivery, 'channel' | 'channel_name'>): string =>
  channel_name ?? channelNames[channel];

/** Delivery state of an alert for each of its channels, built-in channels first. */
export function triedMarks({ deliveries }: Pick<Alert, 'deliveries'>): ChannelMark[] {
  const marks = [...new Set(deliveries.map(keyOfDelivery))].map((key) => {
    const of = deliveries.filter((delivery) => keyOfDelivery(delivery) === key);
    const status = order.find((each) => of.some((delivery) => delivery.status === each));
    const name = of[0] ? nameOfDelivery(of[0]) : key;
    return { key, name, tone: status ? tones[status] : ('none' as const), word: status ?? notTried };
  });
  return marks.sort((one, other) => rankOf(one) - rankOf(other));
}

const notTried = 'not sent';

/** Built-in channels first, in their order. */
function rankOf({ key }: ChannelMark): number {
  const at = (builtInChannels as readonly string[]).indexOf(key);
  return at < 0 ? builtInChannels.length : at;
}

/** Same as `triedMarks`, plus built-in channels without a delivery. */
export function channelMarks(alert: Pick<Alert, 'deliveries'>): ChannelMark[] {
  const tried = triedMarks(alert);
  const missing = builtInChannels.filter((channel) => !tried.some(({ key }) => key === channel));
  return [...tried, ...missing.map(untried)].sort((one, other) => rankOf(one) - rankOf(other));
}

const untried = (channel: DeliveryChannel): ChannelMark => ({
  key: channel,
  name: channelNames[channel],
  tone: 'none',
  word: notTried,
});

export const deliveryTone = (delivery: Delivery): Tone => tones[delivery.status];
