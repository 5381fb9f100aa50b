import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Silence } from '@upvigil/core/contract/silences';
import { mutingMessages } from '@upvigil/core/page-messages/muting';
import { useMemo } from 'react';
import { api } from '../api/api.ts';
import { detailOr } from '../api/failure-text.ts';
import { type Dialogs, useDialogs } from '../components/dialogs/dialogs.tsx';
import { formatTime } from '../components/time/time-format.ts';
import { silences } from './queries.ts';

/** A website, or one of its monitors. */
export type Muted = { website_id: number } | { monitor_id: number };

export interface Muting {
  /** Mutes for a while, in ms, and says until when. Rejects when it was refused. */
  mute: (target: Muted, forMs: number, reason?: string) => Promise<void>;
  /** Ends it, and says so. */
  unmute: (silence: Silence) => Promise<void>;
}

/** 'today' is not said: '18:24', '21 Nov, 18:24'. */
export function untilWords(until: string, now: number): string {
  const isToday = new Date(until).toDateString() === new Date(now).toDateString();
  const clock = formatTime(until, 'hourMinute');
  return isToday ? clock : `${formatTime(until, 'dayMonth')}, ${clock}`;
}

export const nameOfSilence = ({ website_name, monitor_name }: Pick<Silence, 'website_name' | 'monitor_name'>): string =>
  monitor_name ?? website_name;

/** Keeps alerts from being told for a while. */
export function useMuting(): Muting {
  const queryClient = useQueryClient();
  const dialogs = useDialogs();
  return useMemo(() => mutingOf(queryClient, dialogs), [queryClient, dialogs]);
}

function mutingOf(queryClient: QueryClient, { alert, notify }: Dialogs): Muting {
  const refresh = () => queryClient.invalidateQueries({ queryKey: silences().queryKey });
  return {
    mute: async (target, forMs, reason = '') => {
      const until = new Date(Date.now() + forMs).toISOString();
      const silence = await (await api()).silences.create({ body: { ...target, until, reason } });
      notify(mutingMessages.muted(nameOfSilence(silence), untilWords(silence.until, Date.now())));
      await refresh();
    },
    unmute: async (silence) => {
      try {
        await (await api()).silences.remove({ params: { silenceId: silence.id } });
        notify(mutingMessages.unmuted(nameOfSilence(silence)));
      } catch (error) {
        await alert(detailOr(error, mutingMessages.unmuteFailed));
      }
      await refresh();
    },
  };
}
