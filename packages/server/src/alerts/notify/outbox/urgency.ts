import { type AlertType, alertTypes, severityOf } from '@upvigil/core/contract/names/alerts';
import { minuteMs } from '@upvigil/core/time';
import { serverDefaults } from '../../../base/server-defaults.ts';
import type { AlertRow, DeliveryRow } from '../../../storage/tables.ts';
import { usualTypes } from '../../decide/new-alerts.ts';

/** The urgency of an alert: 0 for an outage, 1 for its end, 2 for problems with which the target still works. */
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

/** The urgency of a waiting delivery. An ended problem has the lowest. */
const urgencyNow = ({ alert_type, ended_at }: Queued): Urgency => (ended_at === null ? urgencyOf(alert_type) : 2);

/** By urgency, then by age. */
export const byUrgency = (one: Queued, other: Queued): number =>
  urgencyNow(one) - urgencyNow(other) || byAge(one, other);

const byAge = (one: Pick<Queued, 'id' | 'created_at'>, other: Pick<Queued, 'id' | 'created_at'>): number =>
  one.created_at - other.created_at || one.id - other.id;

type Named = Queued & Pick<AlertRow, 'severity' | 'problem'>;

/** The order in which a message names alerts: critical ones first, then open ones, then older ones. */
export const byImportance = (one: Named, other: Named): number =>
  Number(isCritical(other)) - Number(isCritical(one)) ||
  Number(isEnded(one)) - Number(isEnded(other)) ||
  byAge(one, other);

/** Older versions stored no severity. */
const isCritical = ({ severity, problem, alert_type }: Named): boolean =>
  severityOf(alert_type === 'RECOVERED' ? usualTypes[problem] : alert_type, severity) === 'critical';

const isEnded = ({ alert_type, ended_at }: Named): boolean => alert_type === 'RECOVERED' || ended_at !== null;

/** The fields that decide when a delivery may be tried. Times in milliseconds since the epoch; null for never. */
interface Timed {
  attempts: number;
  next_attempt_at: number | null;
}

export const isDue = ({ next_attempt_at }: Timed, now: number): boolean =>
  next_attempt_at !== null && next_attempt_at <= now;

/** New deliveries join a message that is sent up to this long before they are due, in milliseconds. */
export const gatherMilliseconds = serverDefaults.notificationGatherSeconds.other * 1000;

/** Whether a message may include a delivery. A failed one is never retried before its time. */
export const mayGo = (delivery: Timed, now: number): boolean =>
  isDue(delivery, delivery.attempts === 0 ? now + gatherMilliseconds : now);

type InQueue = Queued & Timed;

/** How much each step of urgency and each failed attempt delays a delivery, in milliseconds. */
const giveWayMilliseconds = minuteMs;
const mostAttemptsCounted = 10;

/**
 * When a delivery became due, plus a delay for low urgency and failed attempts. The delay is limited to minutes, so
 * that others cannot overtake a delivery for longer, however many arrive or fail.
 */
const placeInQueue = ({ attempts, next_attempt_at, ...one }: InQueue): number =>
  (next_attempt_at ?? 0) + (urgencyNow(one) + Math.min(attempts, mostAttemptsCounted)) * giveWayMilliseconds;

/** The order in which deliveries are sent. */
export const byQueue = (one: InQueue, other: InQueue): number =>
  placeInQueue(one) - placeInQueue(other) || byAge(one, other);

/** Deliveries that may go to a destination now, in order: the next message takes as many as it holds. */
export const inQueue = <Delivery extends InQueue>(deliveries: readonly Delivery[], now: number): Delivery[] =>
  deliveries.filter((delivery) => mayGo(delivery, now)).sort(byQueue);
