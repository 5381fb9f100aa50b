import { createHash, timingSafeEqual } from 'node:crypto';
import { RequestError } from '@upvigil/core/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultReason } from '../monitoring/check.ts';
import type { EngineStats } from '../monitoring/engine.ts';
import type { RecorderStats } from '../results/result-recorder.ts';
import { bearerToken } from './access.ts';
import type { MonitorCounts } from './metrics-store.ts';

/** Where the figures come from. */
export interface MetricsSources {
  /** Null in a process that makes no checks. */
  engineStats(): EngineStats | null;
  recorderStats(): RecorderStats;
  /** Checks that could not be made for a reason on our side, since the start. */
  faults: ReadonlyMap<FaultReason, number>;
  countMonitors(): Promise<MonitorCounts>;
  countPendingDeliveries(): Promise<number>;
}

interface Sample {
  suffix?: string;
  labels?: Record<string, string>;
  value: number;
}

/** GET /metrics as Prometheus text, for this machine, or for whoever has METRICS_TOKEN. */
export function metricsRoute(app: FastifyInstance, sources: MetricsSources, token: string | null): void {
  let processMetrics: Promise<() => Promise<string>> | null = null;
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayRead(request, token)) {
      throw new RequestError(
        'unauthorized',
        'Metrics are for this machine only, or need METRICS_TOKEN as bearer token',
      );
    }
    processMetrics ??= collectProcessMetrics();
    const ours = await describe(sources);
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store');
    return `${ours}\n${await (await processMetrics)()}`;
  });
}

/** Loaded at the first reading: measuring the event loop costs a little, and a start should not wait for it. */
async function collectProcessMetrics(): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  return () => register.metrics();
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  const given = bearerToken(request);
  if (token !== null && given !== null) return isSame(given, token);
  return isFromThisMachine(request);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

/** A reverse proxy on this machine also comes from a loopback address, but says for whom it asks. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = raw.socket.remoteAddress ?? '';
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

async function describe(sources: MetricsSources): Promise<string> {
  const [monitors, pending] = await Promise.all([sources.countMonitors(), sources.countPendingDeliveries()]);
  const faults = [...sources.faults].map(([reason, value]) => ({ labels: { reason }, value }));
  return [
    metric('upvigil_monitors', 'gauge', 'Monitors by state', Object.entries(monitors).map(stateSample)),
    metric('upvigil_outbox_pending', 'gauge', 'Notifications that wait to be sent', [{ value: pending }]),
    metric('upvigil_probe_faults_total', 'counter', 'Checks that failed for a reason on our side', faults),
    ...describeRecorder(sources.recorderStats()),
    ...describeEngine(sources.engineStats()),
  ].join('\n');
}

const stateSample = ([state, value]: [string, number]): Sample => ({ labels: { state }, value });

const describeRecorder = ({ recorded, pending, lost }: RecorderStats): string[] => [
  metric('upvigil_results_stored_total', 'counter', 'Checks that were stored', [{ value: recorded }]),
  metric('upvigil_results_pending', 'gauge', 'Checks that wait to be stored', [{ value: pending }]),
  metric('upvigil_results_lost_total', 'counter', 'Checks not stored: too many waited', [{ value: lost }]),
];

function describeEngine(stats: EngineStats | null): string[] {
  if (!stats) return [];
  const { lateness } = stats;
  const seconds = (milliseconds: number): number => milliseconds / 1000;
  const buckets = lateness.bounds_ms.map((bound, index) => ({
    suffix: '_bucket',
    labels: { le: String(seconds(bound)) },
    value: lateness.counts[index] ?? 0,
  }));
  const lateSamples = [
    ...buckets,
    { suffix: '_bucket', labels: { le: '+Inf' }, value: stats.started },
    { suffix: '_sum', value: seconds(lateness.sum_ms) },
    { suffix: '_count', value: stats.started },
  ];
  return [
    metric('upvigil_checks_total', 'counter', 'Scheduled checks that were started', [{ value: stats.started }]),
    metric('upvigil_checks_running', 'gauge', 'Checks that run now', [{ value: stats.running }]),
    metric('upvigil_monitors_watched', 'gauge', 'Monitors that this process checks', [{ value: stats.watched }]),
    metric('upvigil_check_lateness_seconds', 'histogram', 'Start of a check after it was due', lateSamples),
    metric('upvigil_probe_stalls_total', 'counter', 'Times that the probe thread stood still', [
      { value: stats.stalls },
    ]),
    metric('upvigil_probe_restarts_total', 'counter', 'Restarts of the probe thread', [
      { value: stats.thread_restarts },
    ]),
  ];
}

function metric(name: string, type: 'gauge' | 'counter' | 'histogram', help: string, samples: Sample[]): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    const inner = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${suffix}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}
