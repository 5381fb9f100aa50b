import { networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import { TextBuffer } from './text-buffer.ts';

export interface MeasuredMonitor {
  id: number;
  kind: string;
  /** Its label or name, else its address. */
  name: string;
  /** The URL without credentials, or the host. */
  target: string;
  port: number | null;
  /** Null before the first check, while it is not checked, and when another process checks it. */
  is_up: boolean | null;
  last_response_time_seconds: number | null;
  /** Milliseconds since the epoch; absent when another process checks it. */
  last_check_time?: number | null;
}

/** Uptimes in percent; null without checks. */
export interface MeasuredWebsite {
  id: number;
  name: string;
  uptime_24h: number | null;
  uptime_7d: number | null;
  uptime_30d: number | null;
  /** Enabled monitors only. */
  monitors: readonly MeasuredMonitor[];
}

/** Checks of one monitor that this process recorded since its start. */
export interface CheckCount {
  checks: number;
  failures: number;
}

/** Sources of the monitors' figures, all in memory: a scrape makes no query per monitor. */
export interface MonitorSources {
  websites(): readonly MeasuredWebsite[];
  /** Null for a monitor that another process checks. */
  countOf(monitorId: number): CheckCount | null;
}

/**
 * Writes the lines of each monitor and website as bytes. The metrics library takes five times as long: scraping
 * 10,000 monitors would block the process for 0.2 s.
 * @param hasKumaNames whether to export each monitor under Uptime Kuma's names too, for existing dashboards
 */
export function createMonitorText({ websites, countOf }: MonitorSources, hasKumaNames: boolean): () => Buffer {
  const figures = hasKumaNames ? [...ownFigures, ...kumaFigures] : ownFigures;
  let known = new Map<number, Named>();
  let usualBytes = 0;
  return () => {
    const all = websites();
    const named = all.flatMap((website) =>
      website.monitors.map((monitor) => namedAs(known.get(monitor.id), website, monitor)),
    );
    known = new Map(named.map((each) => [each.monitor.id, each]));
    const counts = named.map(({ monitor }) => countOf(monitor.id));
    const text = new TextBuffer(usualBytes);
    for (const figure of figures) appendFigure(text, figure, named, counts);
    text.append(headOf(uptimeFigure));
    for (const website of all) text.append(uptimeLines(website));
    const bytes = text.bytes();
    usualBytes = bytes.length;
    return bytes;
  };
}

function appendFigure(
  text: TextBuffer,
  figure: Figure,
  named: readonly Named[],
  counts: readonly (CheckCount | null)[],
): void {
  text.append(headOf(figure));
  named.forEach(({ monitor, labels, kumaLabels }, at) => {
    const value = figure.value(monitor, counts[at] ?? null);
    if (value === null) return;
    text.append(figure.name);
    text.append(figure.isKuma ? kumaLabels : labels);
    text.append(`${value}\n`);
  });
  text.append('\n');
}

type Value = number | null;

interface Figure {
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  isKuma: boolean;
  value(monitor: MeasuredMonitor, count: CheckCount | null): Value;
}

const isUp = ({ is_up }: MeasuredMonitor): Value => (is_up === null ? null : Number(is_up));
const milliseconds = ({ is_up, last_response_time_seconds: seconds }: MeasuredMonitor): Value => {
  if (is_up === null) return null;
  return seconds === null ? unmeasured : Math.round(seconds * 1000);
};
/** Value of `monitor_response_time` without a measurement. */
const unmeasured = -1;

const own = (name: string, type: Figure['type'], help: string, value: Figure['value']): Figure => ({
  name: `upvigil_${name}`,
  type,
  help,
  value,
  isKuma: false,
});
const ownFigures: readonly Figure[] = [
  own('monitor_up', 'gauge', '1 if the last check found it up, else 0', isUp),
  own('monitor_response_seconds', 'gauge', 'Response time of the last check', (monitor) => {
    return monitor.is_up === null ? null : monitor.last_response_time_seconds;
  }),
  own('monitor_last_check_timestamp_seconds', 'gauge', 'When the last check was started, Unix time', (monitor) => {
    const { last_check_time = null } = monitor;
    return last_check_time === null ? null : last_check_time / 1000;
  }),
  own('monitor_checks_total', 'counter', 'Checks recorded by this process since its start', (_monitor, count) => {
    return count?.checks ?? null;
  }),
  own('monitor_failures_total', 'counter', 'Recorded checks that found it down', (_monitor, count) => {
    return count?.failures ?? null;
  }),
];
const uptimeFigure = {
  name: 'upvigil_website_uptime_ratio',
  type: 'gauge',
  help: 'Share of the checks of all its monitors that were up, 0 to 1',
};

const kuma = (name: string, help: string, value: Figure['value']): Figure => ({
  name,
  type: 'gauge',
  help,
  value,
  isKuma: true,
});
const kumaFigures: readonly Figure[] = [
  kuma('monitor_status', 'Monitor Status (1 = UP, 0= DOWN, 2= PENDING, 3= MAINTENANCE)', isUp),
  kuma('monitor_response_time', 'Monitor Response Time (ms)', milliseconds),
];

const headOf = ({ name, type, help }: Pick<Figure, 'name' | 'help'> & { type: string }): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

/** The id separates websites with the same name, whose series would otherwise collide. */
function uptimeLines({ id, name, uptime_24h, uptime_7d, uptime_30d }: MeasuredWebsite): string {
  const windows = Object.entries({ '24h': uptime_24h, '7d': uptime_7d, '30d': uptime_30d });
  const lines = windows.map(([window, percent]) =>
    percent === null ? '' : `${uptimeFigure.name}{${labelText({ website: name, window, id })}} ${percent / 100}\n`,
  );
  return lines.join('');
}

/** A monitor's labels with their braces, and the values they were made from. */
interface Named {
  website: string;
  monitor: MeasuredMonitor;
  labels: string;
  kumaLabels: string;
}

/** Reuses the labels while no name changed: building them takes most of the time. */
function namedAs(before: Named | undefined, website: MeasuredWebsite, monitor: MeasuredMonitor): Named {
  if (before?.website === website.name && isCalledTheSame(before.monitor, monitor)) return { ...before, monitor };
  const { id, kind, name } = monitor;
  const labels = `{${labelText({ website: website.name, monitor: name, kind, id })}} `;
  return { website: website.name, monitor, labels, kumaLabels: `{${labelText(kumaLabels(website, monitor))}} ` };
}

const isCalledTheSame = (one: MeasuredMonitor, other: MeasuredMonitor): boolean =>
  one.name === other.name && one.kind === other.kind && one.target === other.target && one.port === other.port;

/** Uptime Kuma's names of kinds. */
const kumaTypes: ReadonlyMap<string, string> = new Map([
  ['URL', 'http'],
  ['HEARTBEAT', 'push'],
  ...Object.values(networkMonitorKinds).map(({ type, kumaType }): [string, string] => [type, kumaType]),
]);

/** Uptime Kuma writes null for empty values. A URL without a label is named after its website, which may have several. */
function kumaLabels(website: MeasuredWebsite, { id, kind, name, target, port }: MeasuredMonitor): Labels {
  const isUrl = kind === 'URL';
  return {
    monitor_id: id,
    monitor_name: isUrl && name === target ? website.name : name,
    monitor_type: kumaTypes.get(kind) ?? kind.toLowerCase(),
    monitor_url: isUrl ? target : null,
    monitor_hostname: isUrl ? null : target,
    monitor_port: port,
  };
}

type Labels = Readonly<Record<string, string | number | null>>;

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(',');

/** Names are free text: a quote would end the value, a line break the sample. */
const escapeLabel = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
