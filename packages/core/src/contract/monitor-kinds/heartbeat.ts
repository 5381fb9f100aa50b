/** A job that reports its runs. It is not probed: it has its own forms and paths, and elsewhere counts as a network service. */
export const heartbeatKind = {
  type: 'HEARTBEAT',
  label: 'Heartbeat',
  summary: 'Waits for a job to report each run, and alerts when it does not.',
  /** The setting of a website's Slack channel that enables its outages. */
  slackToggle: 'alert_on_down',
} as const;
