import { useQueryClient } from '@tanstack/react-query';
import type { Silence } from '@upvigil/core/contract/silences';
import { useMemo } from 'react';
import { useDialogs } from '../components/dialogs/dialogs.tsx';
import type { Muted, Muter } from './muting.ts';

export interface Muting {
  /** Mutes for a while, in ms, and says until when, or why not. */
  mute: (target: Muted, forMs: number) => Promise<unknown>;
  /** Ends it, and says so, or why not. */
  unmute: (silence: Silence) => Promise<void>;
}

/** Keeps alerts from being told for a while. What does that is loaded when it is asked for. */
export function useMuting(): Muting {
  const muter = useMuter();
  return useMemo(
    () => ({
      mute: async (target, forMs) => (await import('./muting.ts')).mute(muter, target, forMs),
      unmute: async (silence) => (await import('./muting.ts')).unmute(muter, silence),
    }),
    [muter],
  );
}

/** What muting needs of the page. The same object at every render. */
export function useMuter(): Muter {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  return useMemo(() => ({ queryClient, dialogs }), [queryClient, dialogs]);
}
