import { type AlertType, alertTypes, severityOf } from '@upvigil/core/contract/names/alerts';
import { serverDefaults } from '../../../base/server-defaults.ts';
import type { AlertRow, DeliveryRow } from '../../../storage/tables.ts';
import { usualTypes } from '../../decide/new-alerts.ts';

/** How urgent an alert is: 0 for an outage, 1 for its end, 2 for problems with which the target still works. */
export const urgencies = [0, 1, 2] as const;
export type Urgency = (typeof urgencies)[number];

const byType: Record<AlertType, Urgency> = {
  DOWN: 0,
  ERROR: 0,
  RECOVERED: 1,
  SLOW: 2,
  METADATA_MISSING: 2,
  CERT_EXPIRING: 2,
  DOMAIN_EXPIRING: 2,
};

export const urgencyOf = (type: AlertType): Urgency => byType[type];

export const typesOfUrgency = (urgency: Urgency): AlertType[] =>
  alertTypes.filter((type) => urgencyOf(type) === urgency);

type Queued = Pick<DeliveryRow, 'id' | 'created_at'> & Pick<AlertRow, 'alert_type' | 'ended_at'>;

/** Of a delivery that waits. A problem that is over is urgent no more. */
const urgencyNow = ({ alert_type, ended_at }: Queued): Urgency => (ended_at === null ? urgencyOf(alert_type) : 2);

/** By how urgent they are, then the older first. */
export const byUrgency = (one: Queued, other: Queued): number =>
  urgencyNow(one) - urgencyNow(other) || byAge(one, other);

const byAge = (one: Pick<Queued, 'id' | 'created_at'>, other: Pick<Queued, 'id' | 'created_at'>): number =>
  one.created_at - other.created_at || one.id - other.id;

type Named = Queued & Pick<AlertRow, 'severity' | 'problem'>;

/** The order in which a message names alerts: critical ones first, of them those that last, and of them the older ones. */
export const byImportance = (one: Named, other: Named): number =>
  Number(isCritical(other)) - Number(isCritical(one)) ||
  Number(isEnded(one)) - Number(isEnded(other)) ||
  byAge(one, other);

/** An older version stored no severity. */
const isCritical = ({ severity, problem, alert_type }: Named): boolean =>
  severityOf(alert_type === 'RECOVERED' ? usualTypes[problem] : alert_type, severity) === 'critical';

const isEnded = ({ alert_type, ended_at }: Named): boolean => alert_type === 'RECOVERED' || ended_at !== null;

/** What decides when a delivery may be tried. Times in milliseconds since the epoch; null for never. */
export interface Timed {
  attempts: number;
  next_attempt_at: number | null;
}

export const isDue = ({ next_attempt_at }: Timed, now: number): boolean =>
  next_attempt_at !== null && next_attempt_at <= now;

/** Deliveries that were never tried go with a message that is sent up to this long before they are due, in milliseconds. */
export const gatherMilliseconds = serverDefaults.notificationGatherSeconds.other * 1000;

/** Whether a message may take a delivery along. A failed one is never retried before its time. */
export const mayGo = (delivery: Timed, now: number): boolean =>
  isDue(delivery, delivery.attempts === 0 ? now + gatherMilliseconds : now);

type InQueue = Queued & Timed;

/** How far a delivery gives way for each step of urgency, and for each failed attempt, in milliseconds. */
const giveWayMilliseconds = 60_000;
const mostAttemptsCounted = 10;

/**
 * When a delivery became due, put off for what is less urgent and for what failed before. Because that is minutes at most, a
 * delivery is overtaken for minutes at most, however many others keep coming or failing.
 */
const placeInQueue = ({ attempts, next_attempt_at, ...one }: InQueue): number =>
  (next_attempt_at ?? 0) + (urgencyNow(one) + Math.min(attempts, mostAttemptsCounted)) * giveWayMilliseconds;

/** The order in which deliveries are sent. */
export const byQueue = (one: InQueue, other: InQueue): number =>
  placeInQueue(one) - placeInQueue(other) || byAge(one, other);

/** Deliveries that may go to a destination now, in order: the next message takes as many as it holds. */
export const inQueue = <Delivery extends InQueue>(deliveries: readonly Delivery[], now: number): Delivery[] =>
  deliveries.filter((delivery) => mayGo(delivery, now)).sort(byQueue);
