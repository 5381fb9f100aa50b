/** Where everybody reads of a time of maintenance, below the public address. */
export const runPagePath = (id: number): string => `/status/maintenance/${id}`;
