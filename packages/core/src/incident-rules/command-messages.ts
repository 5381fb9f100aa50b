import type { Incident, IncidentStatus } from '../contract/incidents.ts';

type Named = Pick<Incident, 'id' | 'title'>;

/** What the command line says of incidents. */
export const incidentMessages = {
  none: 'No incidents found',
  reported: ({ id, title, state }: Named & Pick<Incident, 'state'>) =>
    state === 'draft' ? `Saved draft ${id}: ${title}` : `Reported incident ${id}: ${title}`,
  updated: (id: number, status: IncidentStatus) => `Posted an update of incident ${id}: ${status}`,
  published: ({ id, title }: Named) => `Published incident ${id}: ${title}`,
  confirmDelete: (title: string) => `Are you sure you want to delete incident "${title}" with its updates?`,
  deleted: ({ id, title }: Named) => `Deleted incident ${id}: ${title}`,
} as const;
