import type { Silence } from '@upvigil/core/contract/silences';
import { mutingMessages } from '@upvigil/core/texts/alerts';
import { useMemo } from 'react';
import { useDialogs } from '../components/dialogs/dialogs.tsx';
import { useChanges } from '../use-changes.ts';
import { silences } from './silence-queries.ts';
import { nameOfSilence, untilWords } from './until-words.ts';

export type Muted = { website_id: number } | { monitor_id: number };

const shownBy = [silences().queryKey];

export type Muting = ReturnType<typeof useMuting>;

/** Starts and ends silences. Returns the same object on every render. */
export function useMuting() {
  const { notify } = useDialogs();
  const { attempt } = useChanges(shownBy);
  return useMemo(
    () => ({
      /**
       * Mutes for `forMs` milliseconds, then shows the end time or the reason of a failure. Resolves with whether it
       * succeeded.
       */
      mute: (target: Muted, forMs: number, reason = ''): Promise<boolean> => {
        const until = new Date(Date.now() + forMs).toISOString();
        return attempt(
          (client) => client.silences.create({ body: { ...target, until, reason } }),
          mutingMessages.muteFailed,
          (silence) => notify(mutingMessages.muted(nameOfSilence(silence), untilWords(silence.until, Date.now()))),
        );
      },
      /** Ends a silence and shows the result. */
      unmute: async (silence: Silence): Promise<void> => {
        await attempt(
          (client) => client.silences.remove({ params: { silenceId: silence.id } }),
          mutingMessages.unmuteFailed,
          () => notify(mutingMessages.unmuted(nameOfSilence(silence))),
        );
      },
    }),
    [attempt, notify],
  );
}
