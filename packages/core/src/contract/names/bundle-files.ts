/** The files of a support bundle, each with its content. */
export const bundleFiles = {
  'README.txt': 'what is in this bundle, and how names were replaced',
  'about.json': 'version, system, role, database and how long the server has been running',
  'diagnostics.json': 'the result of each diagnostic',
  'settings.json': 'the configuration and the settings, without secrets',
  'counts.json': 'how many websites, monitors, checks, alerts and waiting deliveries there are',
  'metrics.txt': 'the metrics, as /metrics has them',
  'log.ndjson': 'the last lines of the log',
} as const;
export type BundleFileName = keyof typeof bundleFiles;

/** Number of log lines that the server keeps in memory for a bundle. */
export const bundleLogLines = 2000;

/** File name of a bundle. `at`: milliseconds since the epoch. */
export const bundleName = (at: number): string =>
  `upvigil-support_${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;
