import { IncidentPage } from './detail/incident-page.tsx';
import { IncidentsPage } from './incidents-page.tsx';

/** The list and the page of one, which share nearly all that they load at once. */
export const incidentPages = { list: IncidentsPage, one: IncidentPage } as const;
