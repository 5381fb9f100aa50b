import type { Incident } from '@upvigil/core/contract/public-status';
import { startOfLocalDay } from '../../components/time-format.ts';

export interface ToldIncident extends Incident {
  /** How long it lasted in seconds, where a RECOVERED of the same thing follows; else null. */
  lastedSeconds: number | null;
}

export interface IncidentDay {
  /** Start of the local day in ms since the epoch. */
  day: number;
  incidents: ToldIncident[];
}

/** Incidents newest first, each with its length where that is known. */
export function withDurations(incidents: readonly Incident[]): ToldIncident[] {
  const oldestFirst = [...incidents].sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  let open: ToldIncident[] = [];
  const told: ToldIncident[] = [];
  for (const incident of oldestFirst) {
    const entry: ToldIncident = { ...incident, lastedSeconds: null };
    told.push(entry);
    if (incident.type !== 'RECOVERED') {
      open.push(entry);
      continue;
    }
    const ended = problemEndedBy(incident, open);
    if (!ended) continue;
    ended.lastedSeconds = (Date.parse(incident.time) - Date.parse(ended.time)) / 1000;
    open = open.filter((one) => one !== ended);
  }
  return told.reverse();
}

/** The open problem whose message begins with the same words, when exactly one does best: a guess is no answer. */
function problemEndedBy(recovery: Incident, open: readonly ToldIncident[]): ToldIncident | null {
  const ranked = open
    .map((problem) => ({ problem, shared: sharedWords(problem.message, recovery.message) }))
    .sort((a, b) => b.shared - a.shared);
  const [best, next] = ranked;
  if (!best || best.shared === 0 || best.shared === next?.shared) return null;
  return best.problem;
}

function sharedWords(a: string, b: string): number {
  const words = b.split(/\s+/);
  const differs = a.split(/\s+/).findIndex((word, index) => word !== words[index]);
  return differs === -1 ? words.length : differs;
}

/** Groups incidents, newest first, by local day. */
export function byDay(incidents: readonly ToldIncident[]): IncidentDay[] {
  const days: IncidentDay[] = [];
  for (const incident of incidents) {
    const day = startOfLocalDay(Date.parse(incident.time));
    const last = days.at(-1);
    if (last?.day === day) last.incidents.push(incident);
    else days.push({ day, incidents: [incident] });
  }
  return days;
}
