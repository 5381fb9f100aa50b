import type { Alert } from '../contract/alerts.ts';
import type { AlertType } from '../contract/names/alerts.ts';
import { problemOf } from '../texts/problems.ts';

/** A problem from its alert to its RECOVERED, as far as both were loaded. */
export interface Outage {
  /** The alert that opened it; its RECOVERED if the opening alert was not loaded. */
  alert: Alert;
  /** The RECOVERED that ended it; null while it lasts, or if it was not loaded. */
  recovery: Alert | null;
  /** Milliseconds since the epoch; null if the opening alert was not loaded. */
  started_at: number | null;
  /** Milliseconds since the epoch; null while it lasts, or if its end was not loaded. */
  ended_at: number | null;
  isOpen: boolean;
}

/** Key of an alert's monitor. Ids of URLs and of network monitors overlap. */
export const monitorKey = ({ url_id, network_monitor_id }: Pick<Alert, 'url_id' | 'network_monitor_id'>): string =>
  url_id === null ? `monitor ${network_monitor_id}` : `url ${url_id}`;

/** Merges overlapping lists; keeps the order of the first occurrences. */
export const eachAlertOnce = (alerts: readonly Alert[]): Alert[] => [
  ...new Map(alerts.map((alert) => [alert.id, alert])).values(),
];

/**
 * Pairs each alert with the RECOVERED that ended it, by monitor and problem. Open ones first, by severity and age; then
 * the others, newest first.
 */
export function outagesFromAlerts(alerts: readonly Alert[]): Outage[] {
  const outages: Outage[] = [];
  const open = new Map<string, Outage>();
  for (const alert of oldestFirst(alerts)) {
    const added = alert.alert_type === 'RECOVERED' ? end(open, alert) : begin(open, alert);
    if (added) outages.push(added);
  }
  const isOpen = (outage: Outage): boolean => outage.isOpen;
  const ended = outages.filter((outage) => !isOpen(outage)).sort((a, b) => lastKnown(b) - lastKnown(a));
  return [...outages.filter(isOpen).sort((a, b) => rank(a) - rank(b)), ...ended];
}

function begin(open: Map<string, Outage>, alert: Alert): Outage {
  const key = `${monitorKey(alert)} ${problemOf(alert)}`;
  const before = open.get(key);
  // The same problem began again, so the previous one has ended; its RECOVERED was deleted.
  if (before) before.isOpen = false;
  const started_at = Date.parse(alert.created_at);
  // Its RECOVERED may be deleted, or not read.
  const ended_at = alert.ended_at === null ? null : Date.parse(alert.ended_at);
  const outage: Outage = { alert, recovery: null, started_at, ended_at, isOpen: ended_at === null };
  open.set(key, outage);
  return outage;
}

/** Ends the matching open outage; without one, returns an outage with an unknown start. */
function end(open: Map<string, Outage>, alert: Alert): Outage | null {
  const key = keyOfEnded(open, alert);
  const ended = open.get(key);
  const ended_at = Date.parse(alert.created_at);
  if (!ended) return { alert, recovery: alert, started_at: null, ended_at, isOpen: false };
  open.delete(key);
  Object.assign(ended, { recovery: alert, ended_at, isOpen: false });
  return null;
}

const oldestFirst = (alerts: readonly Alert[]): Alert[] =>
  [...alerts].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id);

/**
 * Key of the open problem that a RECOVERED ends. If its text does not name the problem, takes the oldest of the
 * monitor.
 */
function keyOfEnded(open: ReadonlyMap<string, Outage>, alert: Alert): string {
  const monitor = monitorKey(alert);
  const problem = problemOf(alert);
  if (problem !== null) return `${monitor} ${problem}`;
  return [...open.keys()].find((key) => key.startsWith(`${monitor} `)) ?? '';
}

const ranks: Record<AlertType, number> = {
  DOWN: 0,
  ERROR: 0,
  SLOW: 1,
  METADATA_MISSING: 2,
  CERT_EXPIRING: 3,
  DOMAIN_EXPIRING: 3,
  RECOVERED: 4,
};
const rank = ({ alert }: Outage): number => ranks[alert.alert_type];

const lastKnown = ({ started_at, ended_at }: Outage): number => ended_at ?? started_at ?? 0;

/** Alerts of open problems that nobody has acknowledged. */
export const unacknowledged = (alerts: readonly Alert[]): Alert[] =>
  alerts.filter(
    ({ alert_type, ended_at, acknowledged_at }) =>
      alert_type !== 'RECOVERED' && ended_at === null && acknowledged_at === null,
  );
