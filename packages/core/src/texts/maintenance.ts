/** Texts of commands about maintenance and marks. Times are in the reader's local time. */
export const maintenanceCommandMessages = {
  noRuns: 'No maintenance is in progress or planned',
  noWindows: 'No maintenance planned yet',
  begun: (run: number, until: string) => `Maintenance run ${run} until ${until}`,
  /** The key of a start belongs to a completed run. */
  overAlready: (run: number) => `Nothing was started: run ${run}, which has this key, is over`,
  notCovered: (website: string, monitor: string) =>
    `Not covered: ${website}: ${monitor}. Its outage began before the maintenance and is reported as usual`,
  ended: (run: number) => `Ended maintenance run ${run}: problems that last 2 more minutes are reported`,
  extended: (run: number, until: string) => `Maintenance run ${run} lasts until ${until}`,
  noRun: (run: number) => `Maintenance run ${run} is not in progress`,
  updated: (run: number) => `Wrote an update of maintenance run ${run}`,
  planned: (window: number, title: string) => `Planned maintenance ${window}: ${title}`,
  confirmDelete: (title: string) => `Are you sure you want to delete maintenance "${title}" with all its runs?`,
  deleted: (window: number, title: string) => `Deleted maintenance ${window}: ${title}`,
  notRun: (why: string) => `The command was not run: ${why}`,
  runWithout: (why: string) => `The command runs without maintenance: ${why}`,
  overBefore: (run: number) => `Maintenance run ${run} ended before the command: --for was too short`,
  notEnded: (run: number, until: string, why: string) =>
    `Maintenance run ${run} was not ended, and ends automatically at ${until}: ${why}`,
  noCommand: (command: string) => `Command not found: ${command}`,
  notExecutable: (command: string, why: string) => `${command} cannot be run: ${why}`,
  noMarks: 'No marks in the chosen hours',
  unmarked: (id: number) => `Deleted mark ${id}`,
} as const;

export const maintenanceMessages = {
  marked: (label: string, website: string | null) => `Marked "${label}"${website === null ? '' : ` of ${website}`}`,
} as const;

/** Texts of the maintenance page. Separate because only it loads them. */
export const maintenancePageMessages = {
  updateHint:
    'Markdown: emphasis, lists, links. Public pages show it if the maintenance is public; the newest text after the end is the result.',
  updated: 'Update posted',
  noUpdates: 'Only public maintenance has updates',
  updateFailed: 'Could not post the update',
  title: 'Maintenance',
  about: 'Planned work. Checks continue; problems that begin and end during maintenance notify nobody.',
  loadFailed: 'Could not load the maintenance',
  nothingNow: 'No maintenance is in progress.',
  noneAhead: 'No maintenance planned for the next 30 days',
  noneAheadYet: 'The planned times of all windows are listed here by day.',
  noWindows: 'No windows yet',
  noWindowsYet: 'A window schedules maintenance once or repeatedly.',
  noPast: 'No maintenance in the last 30 days.',
  noMarks: 'No marks in the last 7 days. A deployment script sets one: upvigil mark "v1.4.2".',
  marksFailed: 'Could not load the marks',
  notCovered: 'Their outages began before the maintenance: they stay red, and notifications are sent.',
  started: (until: string) => `Maintenance in progress until ${until}`,
  ended: 'Maintenance ended. Problems that last 2 more minutes send notifications.',
  extended: (until: string) => `Maintenance now ends at ${until}`,
  startFailed: 'Failed to start maintenance',
  endFailed: 'Failed to end the maintenance',
  extendFailed: 'Failed to extend the maintenance',
  saveFailed: 'Failed to save the window',
  deleteFailed: 'Failed to delete the window',
  markDeleteFailed: 'Failed to delete the mark',
} as const;
