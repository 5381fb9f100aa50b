/** Paths of incident, month and maintenance pages, below the public address. `month`: '2026-11'. */
export const incidentPagePath = (id: number): string => `/status/incidents/${id}`;
export const monthPagePath = (month: string): string => `/status/history/${month}`;
export const runPagePath = (id: number): string => `/status/maintenance/${id}`;
export const runCalendarPath = (id: number): string => `${runPagePath(id)}.ics`;
