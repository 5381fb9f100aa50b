import type { Alert } from '@upvigil/core/contract/alerts';
import type { RecentChecks } from '@upvigil/core/contract/checks';
import type { DashboardStats, NetworkStat, Unchecked } from '@upvigil/core/contract/dashboard';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { ProblemAlertType } from '@upvigil/core/contract/names/alerts';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { urlName } from '@upvigil/core/format/monitor-name';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { formatSeconds } from '@upvigil/core/format/seconds';
import { checkState, serviceState } from '@upvigil/core/status/monitor-state';
import { monitorKey, type Outage, outagesFromAlerts } from '@upvigil/core/status/outages';
import { hasOutage } from '@upvigil/core/status/under-maintenance';
import { problemOf, sentenceParts } from '@upvigil/core/texts/problems';
import { isOutageIn } from './maintenance.ts';

/** NOT_CHECKED: faults prevent its checks, so its state is unknown. */
export type ProblemType = ProblemAlertType | 'NOT_CHECKED';

export interface ProblemNow {
  /** The monitor, as `monitorKey` writes it. */
  key: string;
  kind: MonitorKind;
  monitorId: number;
  websiteId: number;
  type: ProblemType;
  /** The label or address of a URL, or the name of a network service. */
  target: string;
  /** Empty if unknown. */
  cause: string;
  /** When its alert was raised, or when it was last checked, in ms since the epoch; null if unknown. */
  since: number | null;
  /** Its open alert; null if none is known. */
  alert: Pick<Alert, 'id' | 'acknowledged_at'> | null;
  recent: RecentChecks | undefined;
}

/** The sources of problems: current states, and the alerts that give start and cause. */
interface ProblemSources {
  stats: Pick<DashboardStats, 'network_stats' | 'not_checked'>;
  urls: readonly UrlMonitor[];
  alerts: readonly Alert[];
}

const ranks: Record<ProblemType, number> = { DOWN: 0, ERROR: 0, NOT_CHECKED: 1, SLOW: 2, METADATA_MISSING: 3 };

/** Whether a URL is down during maintenance, which is not an outage. */
const isUrlMaintained = ({ enabled, last_check, maintenance }: UrlMonitor): boolean =>
  enabled && last_check?.is_up === false && maintenance !== undefined;

/** Number of monitors that are down during maintenance: of all network services, and of the URLs that were read. */
export const outagesInMaintenance = ({ stats, urls }: Pick<ProblemSources, 'stats' | 'urls'>): number =>
  stats.network_stats.filter(isOutageIn).length + urls.filter(isUrlMaintained).length;

/** All current problems, worst first, then longest first. */
export function problemsNow({ stats, urls, alerts }: ProblemSources): ProblemNow[] {
  const open = openByProblem(alerts);
  const problems = [
    ...urls.flatMap((url) => urlProblem(url, open)),
    ...stats.network_stats.flatMap((stat) => networkProblem(stat, open)),
    ...(stats.not_checked?.longest ?? []).map(uncheckedProblem),
  ];
  const begin = ({ since }: ProblemNow): number => since ?? Number.POSITIVE_INFINITY;
  return problems.sort(
    (a, b) => ranks[a.type] - ranks[b.type] || compare(begin(a), begin(b)) || a.target.localeCompare(b.target),
  );
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

type OpenOutages = ReadonlyMap<string, Outage>;

const openByProblem = (alerts: readonly Alert[]): OpenOutages =>
  new Map(
    outagesFromAlerts(alerts)
      .filter(({ isOpen }) => isOpen)
      .map((outage) => [`${monitorKey(outage.alert)} ${problemOf(outage.alert)}`, outage]),
  );

const problemNames: Record<ProblemAlertType, string> = {
  DOWN: 'outage',
  ERROR: 'outage',
  SLOW: 'slow',
  METADATA_MISSING: 'metadata',
};

function urlProblem(url: UrlMonitor, open: OpenOutages): ProblemNow[] {
  const type = urlProblemType(url);
  if (type === null) return [];
  const key = monitorKey({ url_id: url.id, network_monitor_id: null });
  const { started_at = null, alert = null } = open.get(`${key} ${problemNames[type]}`) ?? {};
  return [
    {
      key,
      kind: 'URL',
      monitorId: url.id,
      websiteId: url.website_id,
      type,
      target: urlName(url),
      cause: urlCause(url, type),
      since: started_at,
      alert,
      recent: url.recent_checks,
    },
  ];
}

function urlProblemType(url: UrlMonitor): ProblemAlertType | null {
  const { enabled, last_check, not_checked, response_time_threshold } = url;
  if (!enabled || !last_check || isUrlMaintained(url) || (last_check.is_up && not_checked)) return null;
  const state = checkState(last_check, response_time_threshold);
  if (state === 'down') return last_check.status_code === null ? 'ERROR' : 'DOWN';
  return state === 'up' ? null : state === 'slow' ? 'SLOW' : 'METADATA_MISSING';
}

function urlCause({ last_check, response_time_threshold, metadata_tag }: UrlMonitor, type: ProblemAlertType): string {
  if (type === 'SLOW') {
    return `${formatSeconds(last_check?.response_time)}, limit ${formatSeconds(response_time_threshold)}`;
  }
  if (type === 'METADATA_MISSING') return last_check?.error_message ?? metadata_tag ?? '';
  const code = last_check?.status_code ?? null;
  return last_check?.error_message ?? (code === null ? '' : `HTTP ${code}`);
}

function uncheckedProblem(monitor: Unchecked): ProblemNow {
  const { kind, monitor_id, website_id, name, target, since, reason } = monitor;
  const isUrl = kind === 'URL';
  return {
    key: monitorKey({ url_id: isUrl ? monitor_id : null, network_monitor_id: isUrl ? null : monitor_id }),
    kind,
    monitorId: monitor_id,
    websiteId: website_id,
    type: 'NOT_CHECKED',
    target: name ?? target,
    cause: reason,
    since: Date.parse(since),
    alert: null,
    recent: undefined,
  };
}

function networkProblem(stat: NetworkStat, open: OpenOutages): ProblemNow[] {
  const key = monitorKey({ url_id: null, network_monitor_id: stat.monitor_id });
  const type = hasOutage(stat) ? 'DOWN' : serviceState(stat) === 'slow' ? 'SLOW' : null;
  if (type === null) return [];
  const outage = open.get(`${key} ${problemNames[type]}`);
  const cause = (outage && sentenceParts(outage.alert)?.cause) ?? (type === 'SLOW' ? slowCause(stat) : '');
  return [
    {
      key,
      kind: stat.monitor_type,
      monitorId: stat.monitor_id,
      websiteId: stat.website_id,
      type,
      target: stat.name,
      cause,
      since: outage?.started_at ?? null,
      alert: outage?.alert ?? null,
      recent: stat.recent_checks,
    },
  ];
}

const slowCause = ({ monitor_type, response_time, response_time_threshold }: NetworkStat): string =>
  `${formatResponseTime(monitor_type, response_time)}, limit ${formatResponseTime(monitor_type, response_time_threshold)}`;

/** The outage that ended last; null if none is known. */
export const lastOutage = (alerts: readonly Alert[]): Outage | null =>
  outagesFromAlerts(alerts).find((outage) => outage.ended_at !== null && problemOf(outage.alert) === 'outage') ?? null;
