import type { MessageExtras, Outgoing } from '../../channel.ts';
import type { AlertContent } from '../../message/alert-content.ts';

/** An event about one problem, with the key that identifies it. */
type PagingStep =
  | { action: 'open' | 'acknowledge' | 'close'; key: string }
  /** `reason`: why nothing is sent. */
  | { action: null; reason: string };

/**
 * A problem has the key of its alert: a repetition, such as a reminder, opens no second incident, and the recovery
 * closes it. A note has its own key, so that a repeated attempt opens one incident only.
 */
export function pagingStep(
  outgoing: Outgoing,
  { installation, messageId }: Pick<MessageExtras, 'installation' | 'messageId'>,
): PagingStep {
  const keyOf = (subject: number | string): string => `upvigil-${installation}-${subject}`;
  if (outgoing.note !== null) return { action: 'open', key: keyOf(messageId) };
  const [content] = outgoing.contents;
  if (content === undefined) return { action: null, reason: 'the message names no alert' };
  return stepOf(content, keyOf);
}

function stepOf(
  { alert_type, alert_id, ends_alert_id, purpose }: AlertContent,
  keyOf: (alertId: number) => string,
): PagingStep {
  if (alert_type !== 'RECOVERED') {
    return { action: purpose === 'acknowledgement' ? 'acknowledge' : 'open', key: keyOf(alert_id) };
  }
  if (ends_alert_id === null)
    return { action: null, reason: 'the alert that it ends was deleted, and its key with it' };
  return { action: 'close', key: keyOf(ends_alert_id) };
}
