import type { Delivery } from '../contract/alerts.ts';
import type { BuiltInChannel } from './names.ts';

type Told = readonly Pick<Delivery, 'channel' | 'channel_id' | 'status'>[];

/** Whether an alert was told on a built-in channel, and not on one of its kind that was added. */
export const isSentOn = (deliveries: Told, channel: BuiltInChannel): boolean =>
  deliveries.some(
    ({ channel: kind, channel_id, status }) => kind === channel && channel_id === null && status === 'sent',
  );

/** Scripts of old read these fields of an alert. A channel that comes later has none, and stands among the deliveries. */
export const sentFields = (deliveries: Told) => ({
  email_sent: isSentOn(deliveries, 'email'),
  sms_sent: isSentOn(deliveries, 'sms'),
  slack_sent: isSentOn(deliveries, 'slack'),
});
