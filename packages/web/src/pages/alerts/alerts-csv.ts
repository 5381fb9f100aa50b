import type { Alert } from '@upvigil/core/contract/alerts';
import type { Outage } from '@upvigil/core/status/outages';
import { secondMs } from '@upvigil/core/time';
import { type CsvCell, csvText } from '../../components/downloads/csv.ts';
import { nameOfDelivery } from './deliveries/alert-deliveries.ts';
import { causeWords, serviceWords } from './outage-texts.ts';

const columns = [
  ['alert_id', ({ alert }) => alert.id],
  ['alert_type', ({ alert }) => alert.alert_type],
  ['severity', ({ alert }) => alert.severity],
  ['website', ({ alert }) => alert.website_name],
  ['service', ({ alert }) => serviceOf(alert)],
  ['cause', ({ alert }) => causeWords(alert, serviceWords(alert))],
  ['message', ({ alert }) => alert.message],
  ['started_at', ({ started_at }) => timeText(started_at)],
  ['ended_at', ({ ended_at }) => timeText(ended_at)],
  ['duration_seconds', durationSeconds],
  ['acknowledged_at', ({ alert }) => alert.acknowledged_at],
  ['acknowledged_by', ({ alert }) => alert.acknowledged_by],
  ['acknowledge_note', ({ alert }) => alert.acknowledge_note],
  ['sent_on', ({ alert }) => deliveriesText(alert, 'sent')],
  ['failed_on', ({ alert }) => deliveriesText(alert, 'failed')],
] as const satisfies readonly (readonly [string, (outage: Outage) => CsvCell])[];

/** A line for each alert or outage; times in UTC. */
export const alertsCsv = (rows: readonly Outage[]): string =>
  csvText([columns.map(([name]) => name), ...rows.map((outage) => columns.map(([, read]) => read(outage)))]);

function serviceOf(alert: Alert): string {
  const { before, name, after } = serviceWords(alert);
  return `${before}${name}${after}`;
}

const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

function durationSeconds({ alert, started_at, ended_at }: Outage): number | null {
  const isKnown = started_at !== null && ended_at !== null && alert.alert_type !== 'RECOVERED';
  return isKnown ? Math.round((ended_at - started_at) / secondMs) : null;
}

const deliveriesText = ({ deliveries }: Alert, status: Alert['deliveries'][number]['status']): string =>
  [...new Set(deliveries.filter((delivery) => delivery.status === status).map(nameOfDelivery))].join(', ');
