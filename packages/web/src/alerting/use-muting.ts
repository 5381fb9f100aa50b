import { useQueryClient } from '@tanstack/react-query';
import type { Silence } from '@upvigil/core/contract/silences';
import { mutingMessages } from '@upvigil/core/texts/alerts';
import { useMemo } from 'react';
import { api } from '../api/api.ts';
import { useDialogs } from '../components/dialogs/dialogs.tsx';
import { detailOr } from '../failures.ts';
import { silences } from './silence-queries.ts';
import { nameOfSilence, untilWords } from './until-words.ts';

export type Muted = { website_id: number } | { monitor_id: number };

export type Muting = ReturnType<typeof useMuting>;

/** Starts and ends silences. Returns the same object on every render. */
export function useMuting() {
  const queryClient = useQueryClient();
  const { alert, notify } = useDialogs();
  return useMemo(() => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: silences().queryKey });
    return {
      /**
       * Mutes for `forMs` milliseconds, then shows the end time or the reason of a failure. Resolves with whether it
       * succeeded.
       */
      mute: async (target: Muted, forMs: number, reason = ''): Promise<boolean> => {
        try {
          const until = new Date(Date.now() + forMs).toISOString();
          const silence = await (await api()).silences.create({ body: { ...target, until, reason } });
          notify(mutingMessages.muted(nameOfSilence(silence), untilWords(silence.until, Date.now())));
        } catch (error) {
          await alert(detailOr(error, mutingMessages.muteFailed));
          return false;
        }
        await refresh();
        return true;
      },
      /** Ends a silence and shows the result. */
      unmute: async (silence: Silence): Promise<void> => {
        try {
          await (await api()).silences.remove({ params: { silenceId: silence.id } });
          notify(mutingMessages.unmuted(nameOfSilence(silence)));
        } catch (error) {
          await alert(detailOr(error, mutingMessages.unmuteFailed));
        }
        await refresh();
      },
    };
  }, [queryClient, alert, notify]);
}
