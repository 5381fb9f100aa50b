import type { ApiClient } from '@upvigil/core/client/api-client';
import type { NetworkCheck, UrlCheck } from '@upvigil/core/contract/checks';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { urlTitle } from '@upvigil/core/format/monitor-name';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { mapConcurrently } from '@upvigil/core/limit-concurrency';
import type { StateBadge } from '@upvigil/core/status/url-state';
import { networkCheckBadge, urlCheckBadge } from '../status/states.ts';

export interface CheckOutcome {
  kind: MonitorKind;
  /** Of the monitor. */
  id: number;
  name: string;
  badge: StateBadge;
  /** In seconds; null if nothing was measured. */
  responseTime: number | null;
  /** In seconds. */
  threshold: number;
  timeout: number;
  /** In percent; for ICMP_PING only. */
  packetLoss: number | null;
  detail: string;
  checkedAt: string;
  result: UrlCheck | NetworkCheck;
}

/** The server runs few checks at a time: more requests would only wait there. */
const checksAtOnce = 4;

export async function checkUrl(api: ApiClient, url: UrlMonitor, signal?: AbortSignal): Promise<CheckOutcome> {
  const result = await api.urls.check({ params: { urlId: url.id }, ...(signal ? { signal } : {}) });
  const wantsMetadata = result.metadata_found === false ? `${url.metadata_tag ?? 'metadata'} not found` : '';
  return {
    kind: 'URL',
    id: url.id,
    name: urlTitle(url),
    badge: urlCheckBadge(result, url.response_time_threshold),
    responseTime: result.response_time,
    threshold: url.response_time_threshold,
    timeout: url.timeout,
    packetLoss: null,
    detail: result.error_message ?? wantsMetadata,
    checkedAt: result.checked_at,
    result,
  };
}

export async function checkMonitor(
  api: ApiClient,
  monitor: NetworkMonitor,
  signal?: AbortSignal,
): Promise<CheckOutcome> {
  const result = await api.networkMonitors.check({ params: { monitorId: monitor.id }, ...(signal ? { signal } : {}) });
  return {
    kind: monitor.monitor_type,
    id: monitor.id,
    name: `${monitor.name} (${formatHostPort(monitor.host, monitor.port)})`,
    badge: networkCheckBadge(result, monitor.response_time_threshold),
    responseTime: result.response_time,
    threshold: monitor.response_time_threshold,
    timeout: monitor.timeout,
    packetLoss: result.packet_loss,
    detail: result.error_message ?? '',
    checkedAt: result.checked_at,
    result,
  };
}

/** Called with the number of finished checks and their total. */
type OnDone = (done: number, total: number) => void;

/** Checks each enabled monitor of a website now. */
export async function checkWebsite(
  api: ApiClient,
  websiteId: number,
  onDone: OnDone = () => undefined,
): Promise<CheckOutcome[]> {
  const params = { websiteId };
  const [urls, monitors] = await Promise.all([
    api.urls.listByWebsite({ params }),
    api.networkMonitors.listByWebsite({ params, query: { enabled_only: true } }),
  ]);
  const checks = [
    ...urls.filter(({ enabled }) => enabled).map((url) => () => checkUrl(api, url)),
    ...monitors.filter(({ enabled }) => enabled).map((monitor) => () => checkMonitor(api, monitor)),
  ];
  return await runEach(checks, onDone);
}

/** Checks listed monitors now, except heartbeats, which report themselves. */
export const checkListed = (
  api: ApiClient,
  monitors: readonly Pick<ListedMonitor, 'id' | 'kind'>[],
  onDone: OnDone,
): Promise<CheckOutcome[]> =>
  runEach(
    monitors
      .filter(({ kind }) => kind !== 'HEARTBEAT')
      .map(({ id, kind }) => async () => {
        if (kind === 'URL') return await checkUrl(api, await api.urls.get({ params: { urlId: id } }));
        return await checkMonitor(api, await api.networkMonitors.get({ params: { monitorId: id } }));
      }),
    onDone,
  );

async function runEach(checks: readonly (() => Promise<CheckOutcome>)[], onDone: OnDone): Promise<CheckOutcome[]> {
  let done = 0;
  onDone(done, checks.length);
  return await mapConcurrently(checks, checksAtOnce, async (check) => {
    const outcome = await check();
    done += 1;
    onDone(done, checks.length);
    return outcome;
  });
}

/** 'UP in 0.12s', 'DOWN: connection refused'. */
export function outcomeSentence({ kind, name, badge, responseTime, detail }: CheckOutcome): string {
  const time = responseTime === null ? '' : ` in ${formatResponseTime(kind, responseTime)}`;
  return `${name} ${badge.label}${time}${detail ? `: ${detail}` : ''}`;
}
