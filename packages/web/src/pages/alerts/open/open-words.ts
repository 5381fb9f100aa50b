import type { Alert, Delivery, OpenAlert } from '@upvigil/core/contract/alerts';
import type { Silence } from '@upvigil/core/contract/silences';
import { formatTime } from '../../../components/time/time-format.ts';

/** Failed or slow checks in a row: '42 failed checks', '48+ failed checks' if every known check failed. Empty if the last one was up. */
export function badChecksWords(states: string): string {
  const last = states.at(-1);
  if (last !== 'd' && last !== 's') return '';
  const count = states.length - [...states].findLastIndex((state) => state !== last) - 1;
  const word = last === 'd' ? 'failed' : 'slow';
  return `${count}${count === states.length && count > 1 ? '+' : ''} ${word} ${count === 1 ? 'check' : 'checks'}`;
}

const purposes: Record<Delivery['purpose'], string> = {
  alert: 'notification',
  escalation: 'next step',
  reminder: 'reminder',
  acknowledgement: 'notification',
};

/** The next delivery unless somebody acknowledges: 'reminder 18:42', 'no further step'. */
export function nextStepWords({ deliveries }: Pick<Alert, 'deliveries'>): string {
  const [next] = deliveries
    .filter(({ status, next_attempt_at }) => status === 'pending' && next_attempt_at !== null)
    .sort((a, b) => (a.next_attempt_at ?? '').localeCompare(b.next_attempt_at ?? ''));
  if (!next?.next_attempt_at) return 'no further step';
  return `${purposes[next.purpose]} ${formatTime(next.next_attempt_at, 'hourMinute')}`;
}

/** Latest checks of the monitor of an alert, if known. */
export type OpenChecks = Pick<OpenAlert, 'recent_checks' | 'response_time_threshold'>;

/** What mutes the service of an alert: a silence of its own before one of its website. */
export function silenceOf(silences: readonly Silence[], alert: Alert): Silence | undefined {
  const monitor = alert.url_id ?? alert.network_monitor_id;
  return (
    silences.find(({ monitor_id }) => monitor_id !== null && monitor_id === monitor) ??
    silences.find(({ website_id, monitor_id }) => monitor_id === null && website_id === alert.website_id)
  );
}
