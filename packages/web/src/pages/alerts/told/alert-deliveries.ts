import { builtInChannels, channelNames, type DeliveryChannel } from '@upvigil/core/channel-kinds/names';
import { isSentOn } from '@upvigil/core/channel-kinds/sent-on';
import type { Alert, Delivery, DeliveryStatus } from '@upvigil/core/contract/alerts';
import type { Tone } from '@upvigil/core/status/tone';

export interface ChannelMark {
  channel: DeliveryChannel;
  name: string;
  tone: Tone;
  /** 'sent', 'failed', 'pending', 'suppressed' or 'not sent'. */
  word: string;
}

const tones: Record<DeliveryStatus, Tone> = { sent: 'up', failed: 'down', pending: 'warn', suppressed: 'none' };
/** Which state is shown for several deliveries on a channel: the first of these that one of them has. */
const order: readonly DeliveryStatus[] = ['failed', 'pending', 'suppressed'];

/** Whether an alert was told on each channel, also where that was never tried. */
export const channelMarks = (alert: Alert): ChannelMark[] =>
  builtInChannels.map((channel) => {
    const status = channelStatus(alert, channel);
    return {
      channel,
      name: channelNames[channel],
      tone: status ? tones[status] : 'none',
      word: status ?? 'not sent',
    };
  });

/** The same of the channels alone on which it was to be told. */
export const triedMarks = (alert: Alert): ChannelMark[] =>
  channelMarks(alert).filter(({ channel }) => alert.deliveries.some((delivery) => delivery.channel === channel));

function channelStatus(alert: Alert, channel: DeliveryChannel): DeliveryStatus | null {
  if (isSentOn(alert.deliveries, channel)) return 'sent';
  const statuses = alert.deliveries.filter((delivery) => delivery.channel === channel).map(({ status }) => status);
  return order.find((status) => statuses.includes(status)) ?? null;
}

export const deliveryTone = (delivery: Delivery): Tone => tones[delivery.status];
