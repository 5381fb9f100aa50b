import type { Description, Sample } from './description.ts';

/** A monitor as metrics tell of it. */
export interface MeasuredMonitor {
  id: number;
  kind: string;
  /** A URL is without credentials. */
  name: string;
  /** Of a URL the whole address. */
  host: string;
  port: number | null;
  /** Null before the first check, and where this process does not know. */
  is_up: boolean | null;
  last_response_time_seconds: number | null;
}

/** A website as metrics tell of it. Uptimes in percent; null without checks. */
export interface MeasuredWebsite {
  id: number;
  name: string;
  uptime_24h: number | null;
  uptime_7d: number | null;
  uptime_30d: number | null;
  /** Enabled ones. */
  monitors: readonly MeasuredMonitor[];
}

/** Checks of one monitor that this process recorded since its start. */
export interface CheckCount {
  checks: number;
  failures: number;
}

/** Where the figures of monitors come from. All of it is in memory: a scrape asks the database nothing for a monitor. */
export interface MonitorSources {
  websites(): readonly MeasuredWebsite[];
  /** Null for a monitor that other processes check. */
  countOf(monitorId: number): CheckCount | null;
}

/** The metrics of each monitor and website. */
export function describeMonitors(sources: MonitorSources): Description[] {
  const labels = keepLabels((monitor, website) => ({
    ...{ website: website.name, monitor: monitor.name, kind: monitor.kind, id: String(monitor.id) },
  }));
  const each = (name: string, type: 'counter' | 'gauge', help: string, value: (monitor: MeasuredMonitor) => Value) => ({
    ...{ name, type, help },
    read: () => samplesOf(labels(sources.websites()), value),
  });
  return [
    each('upvigil_monitor_up', 'gauge', 'Whether the last check found it up: 1 or 0', isUp),
    each('upvigil_monitor_response_seconds', 'gauge', 'Response time of the last check', responseSeconds),
    each('upvigil_monitor_checks_total', 'counter', 'Checks recorded by this process since its start', ({ id }) =>
      orNull(sources.countOf(id)?.checks),
    ),
    each('upvigil_monitor_failures_total', 'counter', 'Of these, checks that found it down', ({ id }) =>
      orNull(sources.countOf(id)?.failures),
    ),
    {
      name: 'upvigil_website_uptime_ratio',
      type: 'gauge',
      help: 'Share of the checks of all its monitors that were up, 0 to 1',
      read: () => sources.websites().flatMap(uptimeSamples),
    },
  ];
}

/** What Uptime Kuma calls these figures, for dashboards that were made for it. It says null where there is nothing. */
export function describeAsKuma({ websites }: MonitorSources): Description[] {
  const labels = keepLabels(kumaLabels);
  const each = (name: string, help: string, value: (monitor: MeasuredMonitor) => Value): Description => ({
    ...{ name, help, type: 'gauge' },
    read: () => samplesOf(labels(websites()), value),
  });
  return [
    each('monitor_status', 'Monitor Status (1 = UP, 0= DOWN, 2= PENDING, 3= MAINTENANCE)', isUp),
    each('monitor_response_time', 'Monitor Response Time (ms)', (monitor) =>
      isUp(monitor) === null ? null : (milliseconds(monitor) ?? unmeasured),
    ),
  ];
}

type Value = number | null;
type Labels = Readonly<Record<string, string>>;

/** What stands in `monitor_response_time` where nothing was measured. */
const unmeasured = -1;
/** Its names of our kinds; others are in small letters. */
const kumaTypes: Readonly<Record<string, string>> = { URL: 'http', TCP_PORT: 'port', ICMP_PING: 'ping' };

const kumaLabels = (monitor: MeasuredMonitor, website: MeasuredWebsite): Labels => {
  const isUrl = monitor.kind === 'URL';
  return {
    monitor_id: String(monitor.id),
    // Of a URL its website has the name, and there may be several.
    monitor_name: isUrl ? website.name : monitor.name,
    monitor_type: kumaTypes[monitor.kind] ?? monitor.kind.toLowerCase(),
    monitor_url: isUrl ? monitor.name : 'null',
    monitor_hostname: isUrl ? 'null' : monitor.host,
    monitor_port: String(monitor.port),
  };
};

const isUp = ({ is_up }: MeasuredMonitor): Value => (is_up === null ? null : Number(is_up));
const responseSeconds = (monitor: MeasuredMonitor): Value => monitor.last_response_time_seconds;
const milliseconds = ({ last_response_time_seconds: seconds }: MeasuredMonitor): Value =>
  seconds === null ? null : Math.round(seconds * 1000);
const orNull = (count: number | undefined): Value => count ?? null;

function samplesOf(labelled: readonly LabelledMonitor[], value: (monitor: MeasuredMonitor) => Value): Sample[] {
  const samples: Sample[] = [];
  for (const { monitor, labels } of labelled) {
    const figure = value(monitor);
    if (figure !== null) samples.push({ sharedLabels: labels, value: figure });
  }
  return samples;
}

/** Two websites may have one name, so that without the id there would be two figures of the same labels. */
function uptimeSamples({ id, name, uptime_24h, uptime_7d, uptime_30d }: MeasuredWebsite): Sample[] {
  const windows = Object.entries({ '24h': uptime_24h, '7d': uptime_7d, '30d': uptime_30d });
  return windows.flatMap(([window, percent]) =>
    percent === null ? [] : [{ labels: { website: name, window, id: String(id) }, value: percent / 100 }],
  );
}

interface LabelledMonitor {
  monitor: MeasuredMonitor;
  labels: Labels;
}

/** Gives a monitor the same labels object as before, as long as it is called the same: its text is made once then. */
function keepLabels(make: (monitor: MeasuredMonitor, website: MeasuredWebsite) => Labels) {
  let kept = new Map<number, Labels>();
  return (websites: readonly MeasuredWebsite[]): LabelledMonitor[] => {
    const before = kept;
    kept = new Map();
    const labelled: LabelledMonitor[] = [];
    for (const website of websites) {
      for (const monitor of website.monitors) {
        const made = make(monitor, website);
        const known = before.get(monitor.id);
        const labels = known && isSame(known, made) ? known : made;
        kept.set(monitor.id, labels);
        labelled.push({ monitor, labels });
      }
    }
    return labelled;
  };
}

const isSame = (one: Labels, other: Labels): boolean => Object.keys(one).every((key) => one[key] === other[key]);
