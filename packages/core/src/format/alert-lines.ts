import type { Alert, Delivery } from '../contract/alerts.ts';
import { type BuiltInChannel, channelNames } from '../contract/names/channels.ts';

/** Name of a delivery's channel: its own if added, else that of its kind. */
export const channelOf = ({ channel, channel_name }: Pick<Delivery, 'channel' | 'channel_name'>): string =>
  channel_name ?? channelNames[channel];

type Deliveries = readonly Pick<Delivery, 'channel' | 'channel_id' | 'status'>[];

/** Ignores added channels of the same kind. */
export const isNotifiedOn = (deliveries: Deliveries, channel: BuiltInChannel): boolean =>
  deliveries.some((each) => each.channel === channel && each.channel_id === null && each.status === 'sent');

/** Fields of an alert for old scripts. Newer channels have none; they are listed in `deliveries`. */
export const sentFields = (deliveries: Deliveries) => ({
  email_sent: isNotifiedOn(deliveries, 'email'),
  sms_sent: isNotifiedOn(deliveries, 'sms'),
  slack_sent: isNotifiedOn(deliveries, 'slack'),
});

/** Names of the notified channels that are not built in, without duplicates. */
export const otherNotifiedChannels = (
  deliveries: readonly Pick<Delivery, 'channel' | 'channel_id' | 'channel_name' | 'status'>[],
): string[] => [
  ...new Set(deliveries.filter((each) => each.status === 'sent' && each.channel_id !== null).map(channelOf)),
];

/** 'Oct 2 by Ann: On it'. `timeText` formats the time; null while nobody has acknowledged. */
export const acknowledgedText = (
  { acknowledged_at, acknowledged_by, acknowledge_note }: Alert,
  timeText: (time: string) => string,
): string | null =>
  acknowledged_at &&
  `${timeText(acknowledged_at)}${acknowledged_by === null ? '' : ` by ${acknowledged_by}`}${acknowledge_note ? `: ${acknowledge_note}` : ''}`;

/** An alert with its routing and deliveries as short paragraphs, for terminals and for pasting. */
export function alertLines(alert: Alert): string[] {
  const facts: [string, string | null][] = [
    ['Alert', `${alert.id} ${alert.alert_type}`],
    ['Message', alert.message],
    ['Website', alert.website_name],
    ['Severity', alert.severity],
    ['Began', alert.began_at],
    ['Raised', alert.created_at],
    ['Ended', alert.ended_at],
    ['Acknowledged', acknowledgedText(alert, (time) => time)],
    ['Route', alert.route],
    ['Policy', alert.policy],
    ['Changed before', alert.mark],
  ];
  return [
    ...facts.flatMap(([label, text]) => (text === null ? [] : [`${label}: ${text}`])),
    '',
    ...(alert.deliveries.length === 0
      ? ['Nobody was notified']
      : ['Deliveries:', ...alert.deliveries.map(deliveryLine)]),
  ];
}

function deliveryLine(delivery: Delivery): string {
  const { purpose, recipient, status, reason, sent_at, next_attempt_at } = delivery;
  const whom = `${channelOf(delivery)}${recipient === null ? '' : ` to ${recipient}`}`;
  const when = status === 'sent' ? sent_at : status === 'pending' ? next_attempt_at : null;
  const what = `${status}${when === null ? '' : status === 'sent' ? ` ${when}` : `, next at ${when}`}`;
  return [whom, ...(purpose === 'alert' ? [] : [purpose]), what, ...(reason === null ? [] : [reason])].join('  ');
}
