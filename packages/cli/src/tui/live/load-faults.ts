import type { ApiClient } from '@upvigil/core/client/api-client';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { faultSentence } from '@upvigil/core/texts/faults';
import { timeAt } from '../../status/maintenance.ts';

/** The reasons why services of a website cannot be checked, by kind and id: `URL 3`. */
export type Faults = ReadonlyMap<string, string>;

export const noFaults: Faults = new Map();

/** Not part of the public status. Without permission, the page leaves them out. */
export async function loadFaults(api: ApiClient, websiteId: number, signal: AbortSignal): Promise<Faults> {
  const request = { params: { websiteId }, signal };
  try {
    const [urls, monitors] = await Promise.all([
      api.urls.listByWebsite(request),
      api.networkMonitors.listByWebsite(request),
    ]);
    return faultsOf(urls, monitors);
  } catch (error) {
    if (error instanceof Error && ['ApiError', 'NotSignedInError'].includes(error.name)) return noFaults;
    throw error;
  }
}

export const faultsOf = (urls: readonly UrlMonitor[], monitors: readonly NetworkMonitor[], now = Date.now()): Faults =>
  new Map([
    ...urls.flatMap((url) => withSentence('URL', url, now)),
    ...monitors.flatMap((monitor) => withSentence(monitor.monitor_type, monitor, now)),
  ]);

function withSentence(kind: string, monitor: UrlMonitor | NetworkMonitor, now: number): [string, string][] {
  const sentence = faultSentence(monitor, (time) => timeAt(time, now));
  return sentence === null ? [] : [[`${kind} ${monitor.id}`, sentence]];
}
