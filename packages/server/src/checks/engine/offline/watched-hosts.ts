import type { Clock } from '../../../base/clock.ts';
import type { WatchedMonitor } from '../../../base/domain/check.ts';
import type { Dialer } from '../../probe/dialing/dialer.ts';
import { createOfflineDetector, type OfflineDetector } from './offline-detector.ts';
import { hostOf, isRemote, suspectHosts } from './offline-rule.ts';
import type { AskReference } from './references.ts';
import type { UplinkNews } from './uplink-news.ts';

/** Number of different hosts. Stops counting when more would change nothing. */
function countHosts(monitors: Iterable<WatchedMonitor>): number {
  const hosts = new Set<string>();
  for (const { target } of monitors) {
    if (isRemote(target)) hosts.add(hostOf(target));
    if (hosts.size >= suspectHosts) break;
  }
  return hosts.size;
}

/** One monitor for each further host, up to `most`. */
function othersOf<Monitor extends WatchedMonitor>(
  monitors: Iterable<Monitor>,
  silentHosts: ReadonlySet<string>,
  most: number,
): Monitor[] {
  const others = new Map<string, Monitor>();
  for (const monitor of monitors) {
    if (others.size >= most) break;
    const host = hostOf(monitor.target);
    if (isRemote(monitor.target) && !silentHosts.has(host) && !others.has(host)) others.set(host, monitor);
  }
  return [...others.values()];
}

interface WatchedUplinkOptions<Monitor extends WatchedMonitor> {
  tools: { clock: Clock; dialer: Pick<Dialer, 'dial'> };
  watched: ReadonlyMap<number, Monitor>;
  /** Checks a monitor at once unless one of its checks runs. */
  checkSoon(monitor: Monitor): void;
  report(news: UplinkNews): void;
}

/** Detects from the results of the watched monitors whether Upvigil is offline. */
export const watchUplink = <Monitor extends WatchedMonitor>(
  options: WatchedUplinkOptions<Monitor>,
): OfflineDetector => {
  const { tools, watched, checkSoon, report } = options;
  return createOfflineDetector({
    clock: tools.clock,
    ask: askByConnecting(tools.dialer),
    report,
    countHosts: () => countHosts(watched.values()),
    checkOthers(silentHosts, most) {
      for (const monitor of othersOf(watched.values(), silentHosts, most)) checkSoon(monitor);
    },
  });
};

/** Whether a TCP port accepts a connection. */
const askByConnecting =
  (dialer: Pick<Dialer, 'dial'>): AskReference =>
  async ({ host, port }, signal) => {
    try {
      (await dialer.dial({ host, port, signal })).destroy();
      return true;
    } catch {
      return false;
    }
  };
