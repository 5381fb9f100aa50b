/** Where the time of a check goes, in this order. Apart from the schemas, because pages show phases before they load these. */
export const phaseNames = ['dns', 'connect', 'tls', 'first_byte', 'transfer'] as const;
export type PhaseName = (typeof phaseNames)[number];
