import { type AlertType, alertTypes } from '@upvigil/core/alert-types';

/** How urgent an alert is: 0 for an outage, 1 for its end, 2 for problems with which the target still works. */
export const urgencies = [0, 1, 2] as const;
export type Urgency = (typeof urgencies)[number];

const byType: Record<AlertType, Urgency> = {
  ...{ DOWN: 0, ERROR: 0, RECOVERED: 1, SLOW: 2, METADATA_MISSING: 2, CERT_EXPIRING: 2, DOMAIN_EXPIRING: 2 },
};

export const urgencyOf = (type: AlertType): Urgency => byType[type];

export const typesOfUrgency = (urgency: Urgency): AlertType[] =>
  alertTypes.filter((type) => urgencyOf(type) === urgency);

export const mostUrgent = (alerts: readonly { alert_type: AlertType }[]): Urgency =>
  alerts.map(({ alert_type }) => urgencyOf(alert_type)).reduce((most, one) => (one < most ? one : most), 2);

/** One of so many places in a message goes to the delivery that has waited longest, so that none waits for ever. */
export const placesForOneByAge = 4;

interface Queued {
  id: number;
  alert_type: AlertType;
  created_at: number;
}

/** The order in which a message names alerts: by urgency, then the older first. */
export const byUrgency = (one: Queued, other: Queued): number =>
  urgencyOf(one.alert_type) - urgencyOf(other.alert_type) || byAge(one, other);

const byAge = (one: Queued, other: Queued): number => one.created_at - other.created_at || one.id - other.id;

/** The order in which deliveries get places in the next messages: by urgency, but every fourth place goes by age. */
export function inTurn<Delivery extends Queued>(deliveries: readonly Delivery[]): Delivery[] {
  const places = new Map([...deliveries].sort(byAge).map((one, at) => [one.id, (at + 1) * placesForOneByAge]));
  const sorted = [...deliveries].sort(byUrgency);
  for (const [at, { id }] of sorted.entries()) places.set(id, Math.min(places.get(id) ?? at + 1, at + 1));
  return sorted.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}
