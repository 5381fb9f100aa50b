/** Phases of a check, in order. Apart from the schemas, because pages show phases before they load these. */
export const phaseNames = ['dns', 'connect', 'tls', 'first_byte', 'transfer'] as const;
export type PhaseName = (typeof phaseNames)[number];

/** How many of a monitor's last checks accompany its state. */
export const mostRecentChecks = 48;

/** Results of a check, each with its letter for compact lists. */
export const checkStateLetters = { up: 'u', slow: 's', down: 'd' } as const;
export type CheckState = keyof typeof checkStateLetters;

export const websiteStatuses = ['up', 'partial', 'down', 'unknown'] as const;
export type WebsiteStatus = (typeof websiteStatuses)[number];
export const overallStatuses = ['operational', 'partial', 'down', 'unknown'] as const;
export type OverallStatus = (typeof overallStatuses)[number];
export const monitorStatuses = ['up', 'down', 'unknown'] as const;
export type MonitorStatus = (typeof monitorStatuses)[number];

/** `new`: no ping yet. `late`: due, within the grace period. */
export const heartbeatStates = ['new', 'up', 'running', 'late', 'down', 'disabled'] as const;
export type HeartbeatState = (typeof heartbeatStates)[number];
export const pingTypes = ['success', 'start', 'fail', 'log'] as const;
export type PingType = (typeof pingTypes)[number];

export const runStates = ['scheduled', 'in_progress', 'verifying', 'completed'] as const;
export type RunState = (typeof runStates)[number];

/** States of monitors of all kinds in one list, problems first. */
export const listedStates = ['down', 'slow', 'unknown', 'up', 'disabled'] as const;
export type ListedState = (typeof listedStates)[number];
