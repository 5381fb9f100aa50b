import type { Delivery } from '../contract/alerts.ts';
import type { DeliveryChannel } from './names.ts';

type Told = readonly Pick<Delivery, 'channel' | 'status'>[];

/** Whether an alert was told on a channel. */
export const isSentOn = (deliveries: Told, channel: DeliveryChannel): boolean =>
  deliveries.some((delivery) => delivery.channel === channel && delivery.status === 'sent');

/** Scripts of old read these fields of an alert. A channel that comes later has none, and stands among the deliveries. */
export const sentFields = (deliveries: Told) => ({
  email_sent: isSentOn(deliveries, 'email'),
  sms_sent: isSentOn(deliveries, 'sms'),
  slack_sent: isSentOn(deliveries, 'slack'),
});
