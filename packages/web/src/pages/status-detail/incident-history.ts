import type { Incident } from '@upvigil/core/contract/public-status';
import { startOfLocalDay } from '../../components/time/time-format.ts';
import { publicTexts } from '../../language/public-texts.ts';

export interface TimedIncident extends Incident {
  /** Duration in seconds if a RECOVERED of the same target follows; otherwise null. */
  lastedSeconds: number | null;
}

interface IncidentDay {
  /** Start of the local day in ms since the epoch. */
  day: number;
  incidents: TimedIncident[];
}

/** Incidents, newest first, with their duration if known. */
export function withDurations(incidents: readonly Incident[]): TimedIncident[] {
  const predicate = new RegExp(` (${publicTexts('detail').verbs}) .*$`, 's');
  /** 'Checkout: https://shop.example.org/' of 'Checkout: https://shop.example.org/ is down: HTTP 503'. */
  const subjectOf = ({ message }: Incident): string => message.replace(predicate, '');
  const oldestFirst = [...incidents].sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  let open: TimedIncident[] = [];
  const timed: TimedIncident[] = [];
  for (const incident of oldestFirst) {
    const entry: TimedIncident = { ...incident, lastedSeconds: null };
    timed.push(entry);
    const others = open.filter((one) => subjectOf(one) !== subjectOf(entry));
    const ofSubject = open.filter((one) => subjectOf(one) === subjectOf(entry));
    if (entry.type !== 'RECOVERED') {
      open = [...others, ...ofSubject.filter((one) => one.type !== entry.type), entry];
      continue;
    }
    const ended = endedOf(ofSubject);
    if (ended) ended.lastedSeconds = (Date.parse(entry.time) - Date.parse(ended.time)) / 1000;
    open = [...others, ...(ended ? ofSubject.filter((one) => one !== ended) : [])];
  }
  return timed.reverse();
}

/**
 * Finds the open problem of a target that a RECOVERED ends. If the newest is an outage, it is that one, because nothing
 * else can end during an outage. With several other problems it is unknown: null.
 */
function endedOf(open: readonly TimedIncident[]): TimedIncident | null {
  const last = open.at(-1);
  if (!last) return null;
  const isOutage = last.type === 'DOWN' || last.type === 'ERROR';
  return isOutage || open.length === 1 ? last : null;
}

/** Groups incidents, newest first, by local day. */
export function byDay(incidents: readonly TimedIncident[]): IncidentDay[] {
  const days: IncidentDay[] = [];
  for (const incident of incidents) {
    const day = startOfLocalDay(Date.parse(incident.time));
    const last = days.at(-1);
    if (last?.day === day) last.incidents.push(incident);
    else days.push({ day, incidents: [incident] });
  }
  return days;
}
