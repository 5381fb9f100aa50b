/** A job that reports its runs. It is not probed: it has its own forms and paths, and elsewhere counts as a network service. */
export const heartbeatKind = {
  type: 'HEARTBEAT',
  label: 'Heartbeat',
  summary: 'Waits for a job to report each run, and alerts when it does not.',
} as const;
