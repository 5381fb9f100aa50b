import type { Incident } from '@upvigil/core/contract/incidents';

export interface IncidentGroup {
  /** 'Open', or the month in which they began: 'November 2026'. */
  name: string;
  incidents: Incident[];
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Incidents in the given order: those that are open first, the others by the month of UTC in which they began, as on the public pages. */
export function groupIncidents(incidents: readonly Incident[]): IncidentGroup[] {
  const groups: IncidentGroup[] = [];
  const put = (name: string, incident: Incident) => {
    const known = groups.find((group) => group.name === name);
    if (known) known.incidents.push(incident);
    else groups.push({ name, incidents: [incident] });
  };
  for (const incident of incidents) if (incident.resolved_at === null) put('Open', incident);
  for (const incident of incidents)
    if (incident.resolved_at !== null) put(monthName.format(new Date(incident.started_at)), incident);
  return groups;
}
