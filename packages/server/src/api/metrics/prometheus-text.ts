import { heartbeatKind } from '@upvigil/core/contract/monitor-kinds/heartbeat';
import { secondMs } from '@upvigil/core/time';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { FaultReason } from '../../base/domain/check.ts';
import type { EngineStats } from '../../checks/engine/engine-stats.ts';
import type { RecorderStats } from '../../checks/record/recording/result-recorder.ts';
import type { HeartbeatFigures, MonitorCounts } from './metrics-store.ts';
import { createMonitorText, type MonitorSources } from './monitor-metrics.ts';

export interface MetricsSources {
  /** Null in a process without checks. */
  engineStats(): EngineStats | null;
  recorderStats(): RecorderStats;
  /** Checks that could not be made, by reason, since the start. */
  faults: ReadonlyMap<FaultReason, number>;
  countMonitors(): Promise<MonitorCounts>;
  countPendingDeliveries(): Promise<number>;
  heartbeats(): Promise<readonly HeartbeatFigures[]>;
  /** Age of the newest backup in this process's data folder, in seconds; null without backups. */
  backupAgeSeconds(): Promise<number | null>;
  /** Whether each kind of notice is open, by name. */
  notices(): Promise<Readonly<Record<string, boolean>>>;
  /** Null: no metrics for single monitors. */
  monitors: MonitorSources | null;
  /** Whether to export them under Uptime Kuma's names too. */
  hasKumaNames: boolean;
}

interface Sample {
  /** Appended to the metric's name, in a histogram. */
  suffix?: '_bucket' | '_sum' | '_count';
  labels?: Record<string, string>;
  value: number;
}

/** A metric and the source of its samples. */
interface Description {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  read(): Sample[] | Promise<Sample[]>;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Upvigil's metrics and those of the process. Values are read at each scrape. */
export function createMetrics(sources: MetricsSources) {
  const registry = new Registry();
  for (const description of describe(sources)) registry.registerMetric(new ReadMetric(description));
  collectDefaultMetrics({ register: registry });
  const { contentType } = registry;
  if (sources.monitors === null) return { contentType, metrics: () => registry.metrics() };
  const monitorText = createMonitorText(sources.monitors, sources.hasKumaNames);
  return {
    contentType,
    metrics: async (): Promise<string | Buffer> =>
      Buffer.concat([Buffer.from(`${await registry.metrics()}\n`), monitorText()]),
  };
}

/** A metric whose values are read when the library writes its text. */
class ReadMetric extends Gauge {
  readonly #description: Description;

  constructor(description: Description) {
    const { name, help } = description;
    super({ name, help, registers: [] });
    this.#description = description;
  }

  override async get(): ReturnType<Gauge['get']> {
    const { name, help, type, read } = this.#description;
    const samples = await read();
    const values = samples.map(({ suffix = '', labels = {}, value }) => ({ metricName: name + suffix, labels, value }));
    // The library declares numbers for the types, but writes these words.
    return Object.assign(await super.get(), { help, type, values });
  }
}

const describe = (sources: MetricsSources): Description[] => [
  {
    name: 'upvigil_monitors',
    type: 'gauge',
    help: 'Monitors by state',
    read: async () =>
      Object.entries(await sources.countMonitors()).map(([state, value]) => ({ labels: { state }, value })),
  },
  {
    name: 'upvigil_outbox_pending',
    type: 'gauge',
    help: 'Pending notifications',
    read: async () => [{ value: await sources.countPendingDeliveries() }],
  },
  {
    name: 'upvigil_probe_faults_total',
    type: 'counter',
    help: 'Checks that could not be made, by reason',
    read: () => [...sources.faults].map(([reason, value]) => ({ labels: { reason }, value })),
  },
  {
    name: 'upvigil_backup_age_seconds',
    type: 'gauge',
    help: 'Time since the newest backup in the data folder was made',
    read: async () => samplesOf(await sources.backupAgeSeconds(), (value) => [{ value }]),
  },
  {
    name: 'upvigil_notice',
    type: 'gauge',
    help: '1 while a notice about the installation is open, else 0',
    read: async () =>
      Object.entries(await sources.notices()).map(([kind, isOpen]) => ({ labels: { kind }, value: Number(isOpen) })),
  },
  ...(sources.monitors === null ? [] : describeHeartbeats(sources)),
  ...describeRecorder(sources.recorderStats),
  ...(sources.engineStats() === null ? [] : describeEngine(sources.engineStats)),
];

/** In seconds. */
function describeHeartbeats({ heartbeats }: Pick<MetricsSources, 'heartbeats'>): Description[] {
  const samples = async (field: 'last_success_at' | 'runtime_ms'): Promise<Sample[]> =>
    (await heartbeats()).flatMap(({ id, website, monitor, [field]: value }) =>
      samplesOf(value, (ms) => [
        { labels: { website, monitor: monitor ?? '', kind: heartbeatKind.type, id: String(id) }, value: ms / secondMs },
      ]),
    );
  return [
    {
      name: 'upvigil_heartbeat_last_success_timestamp_seconds',
      type: 'gauge',
      help: 'When the newest success was received, Unix time',
      read: () => samples('last_success_at'),
    },
    {
      name: 'upvigil_heartbeat_runtime_seconds',
      type: 'gauge',
      help: 'Time from the start to the end of the last run',
      read: () => samples('runtime_ms'),
    },
  ];
}

const describeRecorder = (stats: () => RecorderStats): Description[] => [
  {
    name: 'upvigil_results_stored_total',
    type: 'counter',
    help: 'Checks that were stored',
    read: () => [{ value: stats().recorded }],
  },
  {
    name: 'upvigil_results_pending',
    type: 'gauge',
    help: 'Checks that wait to be stored',
    read: () => [{ value: stats().pending }],
  },
  {
    name: 'upvigil_results_lost_total',
    type: 'counter',
    help: 'Checks dropped because too many waited to be stored',
    read: () => [{ value: stats().lost }],
  },
];

function describeEngine(engineStats: MetricsSources['engineStats']): Description[] {
  const one = (name: string, type: 'counter' | 'gauge', help: string, value: (stats: EngineStats) => number) => ({
    name,
    type,
    help,
    read: () => samplesOf(engineStats(), (stats) => [{ value: value(stats) }]),
  });
  return [
    one('upvigil_checks_total', 'counter', 'Scheduled checks that were started', ({ started }) => started),
    one('upvigil_checks_running', 'gauge', 'Checks that run now', ({ running }) => running),
    one('upvigil_monitors_watched', 'gauge', 'Monitors that this process checks', ({ watched }) => watched),
    {
      name: 'upvigil_check_lateness_seconds',
      type: 'histogram',
      help: 'Start of a check after it was due',
      read: () => samplesOf(engineStats(), latenessSamples),
    },
    one('upvigil_probe_stalls_total', 'counter', 'Stalls of the probe thread', ({ stalls }) => stalls),
    one('upvigil_probe_restarts_total', 'counter', 'Restarts of the probe thread', (stats) => stats.thread_restarts),
  ];
}

const samplesOf = <Known>(known: Known | null, samples: (known: Known) => Sample[]): Sample[] =>
  known === null ? [] : samples(known);

function latenessSamples({ lateness, started }: EngineStats): Sample[] {
  const seconds = (milliseconds: number): number => milliseconds / 1000;
  const buckets = lateness.bounds_ms.map((bound, index): Sample => {
    return { suffix: '_bucket', labels: { le: String(seconds(bound)) }, value: lateness.counts[index] ?? 0 };
  });
  return [
    ...buckets,
    { suffix: '_bucket', labels: { le: '+Inf' }, value: started },
    { suffix: '_sum', value: seconds(lateness.sum_ms) },
    { suffix: '_count', value: started },
  ];
}
