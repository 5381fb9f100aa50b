import type { QueryClient } from '@tanstack/react-query';
import type { AdminEvent } from '@upvigil/core/contract/events';
import { limits } from '@upvigil/core/limits';
import { api } from '../api.ts';

/**
 * Query groups that live events do not refresh: forms must keep their edits, and the days of all websites are large and
 * rarely change.
 */
const stillGroups = new Set([
  ...['settings', 'slack', 'backups', 'past'],
  ...['channels', 'drills', 'routing', 'reports', 'silences', 'notices'],
  ...['incident-templates', 'incident-preview', 'maintenance', 'marks'],
  ...['access', 'diagnostics', 'bulk-preview'],
]);
/** Events within this time cause a single refresh. */
const gatherMs = 1_000;
const reconnectMs = { first: 2_000, max: 60_000 };

/**
 * Refreshes the shown data when the server reports a change, until the signal is aborted. Polling continues in case the
 * stream is not available. `began`: start of the first reads, by `performance.now()`.
 */
export async function followEvents(queryClient: QueryClient, began: number, signal: AbortSignal): Promise<void> {
  const refresh = gatherEvents(queryClient, signal);
  let pause = reconnectMs.first;
  for (let attempts = 0; !signal.aborted; attempts += 1) {
    try {
      // The first stream must include changes since the page began its first reads.
      const query = attempts === 0 ? pastSince(began) : {};
      const events = await (await api()).events.stream({ query, signal });
      if (attempts > 0) refresh({ website_id: null });
      for await (const event of events) {
        pause = reconnectMs.first;
        refresh(event);
      }
    } catch {
      // Polling continues, and the loop reconnects.
    }
    await sleep(pause, signal);
    pause = Math.min(pause * 2, reconnectMs.max);
  }
}

/** Whole seconds since `began`, plus one for the request. Relative, because the server's clock may differ. */
const pastSince = (began: number): { past?: number } => {
  const past = Math.ceil((performance.now() - began) / 1000) + 1;
  return { past: Math.min(past, limits.eventsPastSeconds.max) };
};

function gatherEvents(queryClient: QueryClient, signal: AbortSignal): (event: AdminEvent) => void {
  const changed = new Set<number | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  const flush = () => {
    timer = undefined;
    const websites = new Set(changed);
    changed.clear();
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => concerns(queryKey, websites) });
  };
  return (event) => {
    changed.add(event.website_id);
    timer ??= setTimeout(flush, gatherMs);
  };
}

/** Queries over all websites may always have changed; the query of one website only if it is listed. */
export function concerns(queryKey: readonly unknown[], websites: ReadonlySet<number | null>): boolean {
  if (stillGroups.has(String(queryKey[0]))) return false;
  const owner = queryKey[1];
  if (typeof owner !== 'object' || owner === null || !('website' in owner)) return true;
  return websites.has(null) || websites.has(Number(owner.website));
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
