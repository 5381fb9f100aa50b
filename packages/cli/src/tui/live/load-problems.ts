import type { ApiClient } from '@upvigil/core/client/api-client';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { DashboardStats } from '@upvigil/core/contract/dashboard';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { mapConcurrently } from '@upvigil/core/limit-concurrency';
import { eachAlertOnce, type Outage, outagesFromAlerts } from '@upvigil/core/status/outages';
import { lastOutage, outagesInMaintenance, type ProblemNow, problemsNow } from '../../status/problems-now.ts';
import { nullIfRefused } from './null-if-refused.ts';

/** The current problems, and the data in which they were found. */
export interface ProblemData {
  now: readonly ProblemNow[];
  /** Number of monitors that are down during maintenance, among those that were read. */
  inMaintenance: number;
  lastOutage: Outage | null;
  /** The URLs of websites with a problem, by website. */
  urls: ReadonlyMap<number, readonly UrlMonitor[]>;
  /** Alerts before the range, by monitor: a problem may have begun then. */
  older: ReadonlyMap<string, readonly Alert[]>;
}

export const noProblemData: ProblemData = {
  now: [],
  inMaintenance: 0,
  lastOutage: null,
  urls: new Map(),
  older: new Map(),
};

const readsAtOnce = 6;
/** Most websites and monitors to read details of. The counts include the others, and no screen shows more rows. */
const mostLookups = 20;

interface ProblemRequest {
  api: ApiClient;
  hours: number;
  signal: AbortSignal;
  stats: DashboardStats;
  websites: readonly Website[];
  previous: ProblemData;
  /** Whether a website may have changed since it was last read. */
  mayHaveChanged(websiteId: number): boolean;
}

export async function loadProblems(request: ProblemRequest): Promise<ProblemData> {
  const { api, hours, signal } = request;
  const alerts = await api.alerts.list({ query: { hours: Math.max(hours, defaults.hours.alerts) }, signal });
  const urls = await readUrls(affectedWebsites(request.websites, alerts), request);
  const sources = { stats: request.stats, urls: [...urls.values()].flat() };
  const undated = problemsNow({ ...sources, alerts }).filter(({ since }) => since === null);
  const older = await readOlder(undated, request);
  const all = eachAlertOnce([...alerts, ...[...older.values()].flat()]);
  const now = problemsNow({ ...sources, alerts: all });
  return { now, inMaintenance: outagesInMaintenance(sources), lastOutage: lastOutage(alerts), urls, older };
}

/** Websites with something down or an open alert: a website whose URL is slow counts as up. */
function affectedWebsites(websites: readonly Website[], alerts: readonly Alert[]): Website[] {
  const alerted = new Set(
    outagesFromAlerts(alerts)
      .filter(({ isOpen }) => isOpen)
      .map(({ alert }) => alert.website_id),
  );
  const isDown = ({ status }: Website): boolean => status === 'down' || status === 'partial';
  const down = websites.filter((website) => isDown(website));
  const others = websites.filter((website) => !isDown(website) && alerted.has(website.id));
  return [...down, ...others].filter(({ url_count }) => url_count > 0).slice(0, mostLookups);
}

async function readUrls(
  websites: readonly Website[],
  { api, signal, previous, mayHaveChanged }: ProblemRequest,
): Promise<ProblemData['urls']> {
  const read = await mapConcurrently(websites, readsAtOnce, async ({ id: websiteId }) => {
    const known = mayHaveChanged(websiteId) ? undefined : previous.urls.get(websiteId);
    const urls = known ?? (await nullIfRefused(api.urls.listByWebsite({ params: { websiteId }, signal })));
    return [websiteId, urls ?? []] as const;
  });
  return new Map(read);
}

async function readOlder(
  undated: readonly ProblemNow[],
  { api, signal, previous }: ProblemRequest,
): Promise<ProblemData['older']> {
  const read = await mapConcurrently(undated.slice(0, mostLookups), readsAtOnce, async ({ key }) => {
    const known = previous.older.get(key);
    return [key, known ?? (await nullIfRefused(alertsOf(key, api, signal))) ?? []] as const;
  });
  return new Map(read);
}

function alertsOf(key: string, api: ApiClient, signal: AbortSignal): Promise<Alert[]> {
  const [kind, id] = key.split(' ');
  if (kind === 'url') return api.alerts.listByUrl({ params: { urlId: Number(id) }, signal });
  return api.networkMonitors.alerts({ params: { monitorId: Number(id) }, query: {}, signal });
}
