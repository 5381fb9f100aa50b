/**
 * The limit of a figure: a maximum or minimum in its unit, or a maximum ratio to the reference of the same run. A
 * target with two limits is met if one of them holds.
 */
export interface Limit {
  most?: number;
  least?: number;
  mostTimes?: number;
}

export interface Target {
  /** The measurement that reports it: a file in `lab/bench/`. */
  by: string;
  what: string;
  /** Unit of the figure, of its limit and of its reference. */
  unit: string;
  limit: Limit;
}

/** The targets of `npm run bench`, for a machine with two cores. */
export const targets = {
  'cpu-100': { by: 'memory', what: 'CPU per check, 100 checks/s', unit: 'ms', limit: { mostTimes: 1.5 } },
  'cpu-500': { by: 'memory', what: 'CPU per check, 500 checks/s', unit: 'ms', limit: { mostTimes: 2 } },
  'cpu-1000': { by: 'memory', what: 'CPU per check, 1,000 checks/s', unit: 'ms', limit: { mostTimes: 2 } },
  'lateness-100': { by: 'memory', what: 'lateness p99, 2,000 monitors every 20 s', unit: 'ms', limit: { most: 10 } },
  'lateness-500': { by: 'memory', what: 'lateness p99, 5,000 monitors every 10 s', unit: 'ms', limit: { most: 10 } },
  'lateness-1000': { by: 'memory', what: 'lateness p99, 10,000 monitors every 10 s', unit: 'ms', limit: { most: 50 } },
  'error-p50': {
    by: 'memory',
    what: 'error of the recorded time p50, 2,000 monitors every 20 s',
    unit: 'ms',
    limit: { mostTimes: 1.2 },
  },
  'error-p99': {
    by: 'memory',
    what: 'error of the recorded time p99, 2,000 monitors every 20 s',
    unit: 'ms',
    limit: { mostTimes: 1.5 },
  },
  'memory-50': { by: 'memory', what: 'memory, 50 monitors every 60 s', unit: 'MiB', limit: { most: 130 } },
  'memory-100': { by: 'memory', what: 'memory, 2,000 monitors every 20 s', unit: 'MiB', limit: { most: 250 } },
  'memory-500': { by: 'memory', what: 'memory, 5,000 monitors every 10 s', unit: 'MiB', limit: { most: 300 } },
  'memory-1000': { by: 'memory', what: 'memory, 10,000 monitors every 10 s', unit: 'MiB', limit: { most: 400 } },
  // A tenth of a percent crosses the ends of the measured period.
  'achieved-1000': { by: 'memory', what: 'achieved, 10,000 monitors every 10 s', unit: '%', limit: { least: 99.9 } },
  restart: { by: 'memory', what: 'from a restart until all are checked again', unit: 'intervals', limit: { most: 1 } },
  'highest-rate': { by: 'workers', what: 'highest rate of one process', unit: 'checks/s', limit: { least: 3000 } },
  // Two runs of the same code differ by this much.
  'three-workers': {
    by: 'workers',
    what: 'a check of 3 workers on PostgreSQL, at the highest rate',
    unit: 'us',
    limit: { mostTimes: 1.05 },
  },
  ping: { by: 'pings', what: 'CPU of a ping, 200 pings/s', unit: 'ms', limit: { most: 0.3 } },
  sweep: { by: 'pings', what: 'statements a second, 1,000 heartbeats', unit: '', limit: { most: 1.1 } },
  'many-list': { by: 'many', what: 'list of 10,000 monitors, slowest filter', unit: 'ms', limit: { most: 50 } },
  'many-change': { by: 'many', what: 'change of 1,000 monitors', unit: 'ms', limit: { most: 1000 } },
  'many-lateness': { by: 'many', what: 'lateness p99 while 1,000 monitors change', unit: 'ms', limit: { most: 6 } },
  'kind-simple': { by: 'kinds', what: 'CPU of a check by its kind', unit: 'ms', limit: { mostTimes: 1.2 } },
  'kind-mail': { by: 'kinds', what: 'CPU of a check by its kind', unit: 'ms', limit: { mostTimes: 1.4 } },
  'kind-websocket': { by: 'kinds', what: 'CPU of a check by its kind', unit: 'ms', limit: { mostTimes: 1.8 } },
  'kind-grpc': { by: 'kinds', what: 'CPU of a check by its kind', unit: 'ms', limit: { mostTimes: 2.2 } },
  'kind-tls': { by: 'kinds', what: 'CPU of a check by its kind', unit: 'ms', limit: { mostTimes: 1.1 } },
  'command-run': { by: 'commands', what: 'CPU of a run of /bin/true', unit: 'ms', limit: { most: 6 } },
  'command-memory': { by: 'commands', what: 'memory of the starter of commands', unit: 'MiB', limit: { most: 50 } },
  contains: { by: 'assertions', what: 'contains on a page of 100 KB', unit: 'ms', limit: { most: 0.05 } },
  routing: { by: 'routing', what: '100 routes for 500 alerts in their transaction', unit: 'ms', limit: { most: 20 } },
  maintenance: {
    by: 'maintenance',
    what: 'a check that is recorded in maintenance',
    unit: 'us',
    limit: { mostTimes: 1.02 },
  },
  'outage-lateness': {
    by: 'outage',
    what: 'lateness p99 while 1,000 targets go down at once',
    unit: 'ms',
    limit: { most: 6, mostTimes: 1.5 },
  },
  'bytes-per-check': { by: 'history', what: 'database per check, raw', unit: 'bytes', limit: { most: 60 } },
  'history-p99': { by: 'history', what: 'figures over a long history, p99', unit: 'ms', limit: { most: 100 } },
  'history-after-start': {
    by: 'long-history',
    what: 'the same after a start, p99',
    unit: 'ms',
    limit: { most: 1000 },
  },
  'public-rate': {
    by: 'public-status',
    what: 'requests/s a core, without what checks take',
    unit: 'requests/s',
    limit: { least: 15_000 },
  },
  'public-p99': {
    by: 'public-status',
    what: 'p99 of a request in a crowd, while 2,000 monitors are checked',
    unit: 'ms',
    limit: { most: 20 },
  },
  'public-ready-cpu': {
    by: 'public-refresh',
    what: 'keeping public documents ready, 2,000 monitors in 200 websites',
    unit: '% of a core',
    limit: { most: 8 },
  },
  'public-visible': { by: 'public-refresh', what: 'until a change of state is public', unit: 's', limit: { most: 2 } },
  'crowd-lateness': {
    by: 'public-status',
    what: 'what a crowd adds to lateness p99',
    unit: 'ms',
    limit: { most: 20 },
  },
  'crowd-error': {
    by: 'public-status',
    what: 'what a crowd adds to the error of the recorded time p99',
    unit: 'ms',
    limit: { most: 5 },
  },
  'icmp-cpu': { by: 'icmp', what: 'CPU per ping, 1,000 targets', unit: 'ms', limit: { most: 0.1 } },
  'start-empty': {
    by: 'startup',
    what: 'start to first answer, empty',
    unit: 'ms',
    limit: { most: 700 },
  },
  'start-10000': { by: 'startup', what: 'start to first answer, 10,000 monitors', unit: 'ms', limit: { most: 1200 } },
  'npm-start': { by: 'startup', what: 'npm start when nothing changed', unit: 'ms', limit: { most: 1000 } },
  'sign-in-time': { by: 'sign-in', what: 'sign-in to the whole dashboard', unit: 'ms', limit: { most: 1200 } },
  'sign-in-weight': { by: 'sign-in', what: 'sent for that', unit: 'KB', limit: { most: 400 } },
  // Compared with a public request that makes as many queries.
  'access-request': { by: 'access', what: 'CPU of an authenticated request', unit: 'us', limit: { mostTimes: 1.8 } },
  audit: { by: 'access', what: 'what the audit adds to a change', unit: 'ms', limit: { most: 1 } },
  'owner-sign-in': { by: 'access', what: "the owner's sign-in", unit: 'ms', limit: { mostTimes: 1.5 } },
  keystroke: { by: 'keystrokes', what: 'worst keystroke in a search box', unit: 'ms', limit: { most: 100 } },
  'backup-time': { by: 'backup', what: 'backup of 10 million checks', unit: 's', limit: { most: 120 } },
  'restore-time': { by: 'backup', what: 'restore of 10 million checks', unit: 's', limit: { most: 120 } },
  'backup-memory': { by: 'backup', what: 'memory that a backup adds', unit: 'MiB', limit: { most: 64 } },
  'restore-memory': { by: 'backup', what: 'memory that a restore adds', unit: 'MiB', limit: { most: 64 } },
  'cli-version': { by: 'cli', what: 'upvigil --version', unit: 'ms', limit: { mostTimes: 2.5 } },
  'cli-status': { by: 'cli', what: 'upvigil status --json', unit: 'ms', limit: { mostTimes: 8 } },
} satisfies Record<string, Target>;

export type TargetId = keyof typeof targets;
