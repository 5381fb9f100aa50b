import type { QueryClient } from '@tanstack/react-query';
import type { AdminEvent } from '@upvigil/core/contract/events';
import { limits } from '@upvigil/core/limits';
import { api } from '../api.ts';

/**
 * Reads that no check result changes. Events do not refresh them, so that forms keep what is being edited; nor the days of
 * all websites, which are much to read and change little.
 */
const stillGroups = new Set([
  ...['settings', 'slack', 'backups', 'past'],
  ...['channels', 'drills', 'routing', 'reports', 'silences', 'notices'],
  ...['incident-templates', 'incident-preview', 'maintenance', 'marks'],
  ...['access', 'diagnostics'],
]);
/** Events of one burst become one refresh. */
const gatherMs = 1_000;
const reconnectMs = { first: 2_000, max: 60_000 };

/**
 * Refreshes what is shown as soon as the server says that it changed, until the signal is aborted. Reads also go on at
 * their intervals, for where the stream cannot be reached. `began`: when the page began to read, by `performance.now()`.
 */
export async function followEvents(queryClient: QueryClient, began: number, signal: AbortSignal): Promise<void> {
  const refresh = gatherEvents(queryClient, signal);
  let pause = reconnectMs.first;
  for (let attempts = 0; !signal.aborted; attempts += 1) {
    try {
      // The page was reading meanwhile, so the first stream begins with what changed since then.
      const query = attempts === 0 ? pastSince(began) : {};
      const events = await (await api()).events.stream({ query, signal });
      if (attempts > 0) refresh({ website_id: null });
      for await (const event of events) {
        pause = reconnectMs.first;
        refresh(event);
      }
    } catch {
      // Reads go on at their intervals, and the stream is tried again.
    }
    await sleep(pause, signal);
    pause = Math.min(pause * 2, reconnectMs.max);
  }
}

/** Whole seconds since a moment of `performance.now()`, and one more for the request. The server's clock may differ. */
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

/** Whether a read may have changed: one over all websites always, one of a website only when that is among them. */
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
