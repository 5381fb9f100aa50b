import type { ApiClient } from '@upvigil/core/client/api-client';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { DashboardStats, WebsiteStatistics } from '@upvigil/core/contract/dashboard';
import type { ListedMonitors } from '@upvigil/core/contract/monitors';
import type { Notice } from '@upvigil/core/contract/notices';
import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { mapConcurrently } from '@upvigil/core/limit-concurrency';
import { limits } from '@upvigil/core/limits';
import { rangeOfHours } from '@upvigil/core/time-ranges';
import { atMostEvery } from './at-most-every.ts';
import { LiveData, type LoadRequest } from './live-data.ts';
import { type Faults, loadFaults, noFaults } from './load-faults.ts';
import { loadProblems, noProblemData, type ProblemData } from './load-problems.ts';
import { nullIfRefused } from './null-if-refused.ts';

export interface DashboardData {
  hours: number;
  stats: DashboardStats;
  websites: readonly Website[];
  problems: ProblemData;
  /** By website; missing until read, or if reading failed. */
  statistics: ReadonlyMap<number, WebsiteStatistics>;
}

export interface AlertsData {
  hours: number;
  alerts: readonly Alert[];
  /** Alerts of ongoing problems, whatever their age. */
  open: readonly Alert[];
}

export interface DetailData {
  websiteId: number;
  detail: StatusDetail;
  faults: Faults;
}

/** The data of the screens. Each source is read while its screen is visible. */
export type Sources = ReturnType<typeof createSources>;

type StateOf<Source> = Source extends { get(): infer State } ? State : never;
export type Shown = { [Name in keyof Sources]: StateOf<Sources[Name]> };

interface Wishes {
  dashboardHours: number;
  alertHours: number;
  websiteId: number | null;
  tag: string;
}

interface SourceOptions {
  api: ApiClient;
  now(): number;
  /** Without a sign-in, only public data is read. */
  isSignedIn: boolean;
  /** The person's choices. Called at each read. */
  choices(): Wishes;
}

const readsAtOnce = 6;
/** Shortest time between two frames while websites are read: a frame costs more than a read. */
const progressMs = 150;
const milliseconds = 1000;
const { dashboard, publicStatus } = defaults.refreshSeconds;

export function createSources({ api, now, isSignedIn, choices }: SourceOptions) {
  const every = (seconds: number) => ({ intervalMs: seconds * milliseconds, now });
  return {
    dashboard: new LiveData<DashboardData>({
      ...every(dashboard),
      load: (request) => loadDashboard({ api, now, hours: choices().dashboardHours }, request),
    }),
    alerts: new LiveData<AlertsData>({
      ...every(dashboard),
      load: async ({ signal }) => {
        const hours = choices().alertHours;
        const [alerts, open] = await Promise.all([
          api.alerts.list({ query: { hours }, signal }),
          api.alerts.listOpen({ signal }),
        ]);
        return { hours, alerts, open };
      },
    }),
    status: new LiveData<readonly StatusOverviewItem[]>({
      ...every(publicStatus),
      load: ({ signal }) => api.publicStatus.overview({ signal }),
    }),
    monitors: new LiveData<ListedMonitors>({
      ...every(dashboard),
      load: ({ signal }) => {
        const { tag } = choices();
        const query = { limit: limits.listLimit.max, sort: 'problems', ...(tag === '' ? {} : { tag }) } as const;
        return api.monitors.list({ query, signal });
      },
    }),
    /** Ongoing notices, for every screen. */
    notices: new LiveData<readonly Notice[]>({
      ...every(dashboard),
      load: async ({ signal }) => (isSignedIn ? await ongoingNotices(api, signal) : []),
    }),
    detail: new LiveData<DetailData>({
      ...every(publicStatus),
      load: async ({ signal }) => {
        const websiteId = choices().websiteId ?? 0;
        const [detail, faults] = await Promise.all([
          api.publicStatus.detail({ params: { websiteId }, signal }),
          isSignedIn ? loadFaults(api, websiteId, signal) : noFaults,
        ]);
        return { websiteId, detail, faults };
      },
    }),
  };
}

/** Older servers have no notices. */
async function ongoingNotices(api: ApiClient, signal: AbortSignal): Promise<readonly Notice[]> {
  const request = { query: { hours: limits.hours.min }, signal };
  const notices = (await nullIfRefused(api.notices.list(request))) ?? [];
  return notices.filter(({ ended_at }) => ended_at === null);
}

/**
 * Reads counts and states first, so that the screen shows at once what is down; then start and cause, and the figures
 * of each website.
 */
async function loadDashboard(
  { api, now, hours }: { api: ApiClient; now(): number; hours: number },
  { previous, changed, signal, publish }: LoadRequest<DashboardData>,
): Promise<DashboardData> {
  const [stats, websites] = await Promise.all([
    api.dashboard.stats({ query: rangeOfHours(hours), signal }),
    api.websites.list({ signal }),
  ]);
  const statistics = new Map(previous?.hours === hours ? previous.statistics : []);
  const mayHaveChanged = (id: number): boolean => changed === null || changed.has(id);
  let problems = previous?.problems ?? noProblemData;
  const publishNow = (): void => publish({ hours, stats, websites, problems, statistics: new Map(statistics) });
  publishNow();
  const readProblems = async (): Promise<void> => {
    problems = await loadProblems({ api, hours, signal, stats, websites, previous: problems, mayHaveChanged });
    publishNow();
  };
  const publishSome = atMostEvery(progressMs, now, publishNow);
  const wanted = websites.filter(({ id }) => mayHaveChanged(id) || !statistics.has(id));
  const readStatistics = async ({ id: websiteId }: Website): Promise<void> => {
    const request = { params: { websiteId }, query: rangeOfHours(hours), signal };
    const read = await nullIfRefused(api.dashboard.websiteStatistics(request));
    // Its row shows 'loading' until the next read.
    if (!read) return;
    statistics.set(websiteId, read);
    publishSome();
  };
  const reads = [readProblems(), mapConcurrently(wanted, readsAtOnce, readStatistics)];
  // Nothing may be published after a failure was reported.
  await Promise.allSettled(reads);
  await Promise.all(reads);
  return { hours, stats, websites, problems, statistics };
}
