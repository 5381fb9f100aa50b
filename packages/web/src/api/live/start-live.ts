import type { QueryClient } from '@tanstack/react-query';
import { whenNobodyTypes } from '../../components/states/when-nobody-types.ts';
import { firstContentMs } from '../first-reads.ts';
import { logFailure } from '../log-failure.ts';

/** Follows live events, until the signal is aborted. What that needs is loaded after the page's first content. */
export function startLive(queryClient: QueryClient, signal: AbortSignal): void {
  const began = performance.now();
  const follow = async (): Promise<void> => {
    try {
      const { followEvents } = await import('./live.ts');
      await followEvents(queryClient, began, signal);
    } catch (error) {
      logFailure('Could not load the live events:', error);
    }
  };
  const stop = whenNobodyTypes(() => void follow(), firstContentMs);
  signal.addEventListener('abort', stop, { once: true });
}
