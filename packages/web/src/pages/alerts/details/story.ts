import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { alertTone } from '@upvigil/core/status/alert-tone';
import type { Outage } from '@upvigil/core/status/outages';
import type { Tone } from '@upvigil/core/status/tone';
import { deliveryTone, nameOfDelivery } from '../deliveries/alert-deliveries.ts';
import type { Check } from './first-failed-check.ts';

/** One event of an outage's timeline. */
export interface StoryEvent {
  key: string;
  /** Null for a delivery that was not sent. */
  at: string | null;
  tone: Tone;
  text: string;
  /** The alert that the event belongs to, if any. */
  alert: Alert | null;
  delivery: Delivery | null;
}

/** An outage from its first failed check, if it is known, to its end: alerts, each followed by its deliveries. */
export function storyOf({ alert, recovery }: Pick<Outage, 'alert' | 'recovery'>, failed: Check | null): StoryEvent[] {
  const alerts = recovery && recovery !== alert ? [alert, recovery] : [alert];
  return [...(failed ? [failedEvent(failed)] : []), ...alerts.flatMap(alertEvents)];
}

const failedEvent = ({ checked_at, error_message }: Check): StoryEvent => ({
  key: 'check',
  at: checked_at,
  tone: 'none',
  text: `First failed check${error_message ? `: ${error_message}` : ''}`,
  alert: null,
  delivery: null,
});

const alertEvents = (alert: Alert): StoryEvent[] => [
  {
    key: `alert ${alert.id}`,
    at: alert.created_at,
    tone: alertTone(alert.alert_type),
    text: alert.message,
    alert,
    delivery: null,
  },
  ...alert.deliveries.map((delivery, at) => deliveryEvent(alert, delivery, at)),
  ...acknowledgedEvent(alert),
];

/** Suffix for deliveries other than the alert itself. */
const purposes = { alert: '', escalation: ', escalated', reminder: ', reminded', acknowledgement: ', acknowledged' };

const acknowledgedEvent = ({ id, acknowledged_at, acknowledged_by, acknowledge_note }: Alert): StoryEvent[] =>
  acknowledged_at === null
    ? []
    : [
        {
          key: `acknowledged ${id}`,
          at: acknowledged_at,
          tone: 'none',
          text: acknowledgedWords(acknowledged_by, acknowledge_note),
          alert: null,
          delivery: null,
        },
      ];

const deliveryEvent = (alert: Alert, delivery: Delivery, at: number): StoryEvent => ({
  key: `delivery ${alert.id} ${at}`,
  at: delivery.sent_at,
  tone: deliveryTone(delivery),
  text: `${nameOfDelivery(delivery)}${delivery.recipient ? ` to ${delivery.recipient}` : ''}${purposes[delivery.purpose]}`,
  alert: null,
  delivery,
});

/** 'Acknowledged by Ann: restarting it'. */
const acknowledgedWords = (by: string | null, note: string | null): string =>
  `Acknowledged${by ? ` by ${by}` : ''}${note ? `: ${note}` : ''}`;
