import type { ProblemAlertType, PublicAlertType } from '@upvigil/core/contract/names/alerts';
import { formatDuration } from '@upvigil/core/format/duration';
import type { Problem } from '../../../base/domain/problems.ts';
import type { AlertRow } from '../../../storage/tables.ts';

/** A problem from start to end, as feeds and the status API list it. */
export interface AlertIncident {
  /** The id of the alert that opened it; never changes. */
  id: number;
  website_id: number;
  monitor_id: number;
  type: ProblemAlertType;
  /** The public sentence of the alert. */
  title: string;
  facts: AlertFacts;
  /** Milliseconds since the epoch. */
  started_at: number;
  /** Milliseconds since the epoch; null while it lasts. */
  ended_at: number | null;
}

/** Parts of an alert's public sentence, for other languages. */
interface AlertFacts {
  /** Website and monitor: 'Checkout: https://shop.example.org/'. */
  target: string;
  /** `search`: a page that is not indexable as configured. */
  problem: Problem | 'search';
  /** In English, in its public form; empty when there is none. */
  cause: string;
  /** On RECOVERED: the duration of the problem; null when it is unknown. */
  lasted_seconds: number | null;
}

/** The public part of an alert. */
export interface PublicAlert extends Pick<AlertRow, 'id' | 'website_id' | 'monitor_id' | 'created_at' | 'ended_at'> {
  alert_type: PublicAlertType;
  sentence: string;
  facts: AlertFacts;
}

/** The incidents of alerts. Ignores RECOVERED: the alert of the problem holds the time of its end. */
export function incidentsFromAlerts(alerts: readonly PublicAlert[]): AlertIncident[] {
  return alerts.flatMap(({ id, website_id, monitor_id, alert_type, sentence, facts, created_at, ended_at }) =>
    alert_type === 'RECOVERED'
      ? []
      : [{ id, website_id, monitor_id, type: alert_type, title: sentence, facts, started_at: created_at, ended_at }],
  );
}

/** DOWN and ERROR are outages; with SLOW and METADATA_MISSING the service still works. */
export const isOutage = ({ type }: Pick<AlertIncident, 'type'>): boolean => type === 'DOWN' || type === 'ERROR';

/** Its end, else its start. Milliseconds since the epoch. */
export const lastChanged = ({ started_at, ended_at }: AlertIncident): number => ended_at ?? started_at;

/** 'Resolved after 5 minutes.' or 'Ongoing.' */
export const stateSentence = ({ started_at, ended_at }: AlertIncident): string =>
  ended_at === null ? 'Ongoing.' : `Resolved after ${formatDuration((ended_at - started_at) / 1000)}.`;
