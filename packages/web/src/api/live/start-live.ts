import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '../log-failure.ts';

/** Follows live events, until the signal is aborted. */
export async function startLive(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  try {
    const { followEvents } = await import('./live.ts');
    await followEvents(queryClient, began, signal);
  } catch (error) {
    logFailure('Could not load the live events:', error);
  }
}
