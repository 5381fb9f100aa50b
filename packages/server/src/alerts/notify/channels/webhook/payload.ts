import { nameOfTarget } from '@upvigil/core/format/monitor-name';
import type { MessageExtras, Outgoing } from '../../channel.ts';
import type { AlertContent } from '../../message/alert-content.ts';
import { monitorLink } from '../../message/message.ts';

/** Event types, most urgent first: a message with several alerts has the first type among them. */
const alertEvents = ['alert.opened', 'alert.reminder', 'alert.recovered', 'alert.acknowledged'] as const;
type AlertEvent = (typeof alertEvents)[number];

/** An escalation is the first message that its channels get about an alert, so for them it is opened. */
function eventOf({ alert_type, purpose }: AlertContent): AlertEvent {
  if (alert_type === 'RECOVERED') return 'alert.recovered';
  if (purpose === 'reminder') return 'alert.reminder';
  return purpose === 'acknowledgement' ? 'alert.acknowledged' : 'alert.opened';
}

/** The time of the event in milliseconds since the epoch. Not of the attempt, so that a repeated attempt has the same. */
const happenedAt = (content: AlertContent): number =>
  content.purpose === 'acknowledgement' ? (content.acknowledged_at ?? content.created_at) : content.created_at;

/**
 * The body of a message. Alerts that waited for each other go as one: each has its own `type`, and the body's `type`
 * is the most urgent of them. Times are ISO 8601, UTC.
 */
export const webhookPayload = (outgoing: Outgoing, extras: MessageExtras, now: number) =>
  outgoing.note === null ? alertsPayload(outgoing.contents, extras) : notePayload(outgoing.note, extras, now);

function alertsPayload(contents: readonly AlertContent[], extras: MessageExtras) {
  const events = new Set(contents.map(eventOf));
  return {
    type: alertEvents.find((event) => events.has(event)) ?? 'alert.opened',
    timestamp: isoTime(Math.max(...contents.map(happenedAt))),
    data: { installation: extras.installation, alerts: contents.map((content) => alertOf(content, extras)) },
  };
}

function alertOf(content: AlertContent, { publicUrl, acknowledgeUrl }: MessageExtras) {
  const { alert_type, website_id, monitor_id, acknowledged_at } = content;
  const isRecovery = alert_type === 'RECOVERED';
  // A RECOVERED alert has no times of its own in the list of alerts: here it has those of the ended problem.
  const times = isRecovery
    ? { began_at: content.problem_since, ended_at: content.created_at }
    : { began_at: content.began_at, ended_at: content.ended_at };
  const canAcknowledge = acknowledgeUrl !== null && !isRecovery && acknowledged_at === null;
  return {
    id: content.alert_id,
    type: eventOf(content),
    alert_type,
    severity: content.severity,
    message: content.message,
    began_at: isoTimeOrNull(times.began_at),
    ended_at: isoTimeOrNull(times.ended_at),
    website: { id: website_id, name: content.website_name },
    monitor: { id: monitor_id, kind: content.kind, ...namedTarget(content), tags: content.tags },
    mark: content.mark,
    url: monitorLink(publicUrl, content),
    ...(isRecovery ? { ends_alert_id: content.ends_alert_id } : {}),
    ...(canAcknowledge ? { acknowledge_url: acknowledgeUrl } : {}),
    ...(acknowledged_at === null
      ? {}
      : { acknowledged_at: isoTime(acknowledged_at), acknowledged_by: content.acknowledged_by }),
  };
}

/** A URL stays an address that programs can open; its label stands beside it. */
const namedTarget = ({ kind, target, address }: AlertContent) =>
  kind === 'URL' && target !== address ? { name: nameOfTarget(target), target: address } : { target };

type Note = NonNullable<Outgoing['note']>;

/** A drill's link confirms that it arrived. */
const notePayload = (
  { purpose, title, text, link }: Note,
  { installation }: Pick<MessageExtras, 'installation'>,
  now: number,
) => ({
  type: purpose === 'drill' || purpose === 'test' ? purpose : 'notice',
  timestamp: isoTime(now),
  data: { installation, alerts: [], title, message: text, url: link?.url ?? null },
});

const isoTime = (time: number): string => new Date(time).toISOString();
const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time));
