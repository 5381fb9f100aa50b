import type { QueryClient } from '@tanstack/react-query';
import type { Silence } from '@upvigil/core/contract/silences';
import { mutingMessages } from '@upvigil/core/texts/alerts';
import { api } from '../api/api.ts';
import { detailOr } from '../api/failure-text.ts';
import type { Dialogs } from '../components/dialogs/dialogs.tsx';
import { silences } from './silence-queries.ts';
import { nameOfSilence, untilWords } from './until-words.ts';

/** A website, or one of its monitors. */
export type Muted = { website_id: number } | { monitor_id: number };

/** What muting needs of the page. */
export interface Muter {
  queryClient: QueryClient;
  dialogs: Dialogs;
}

/** Mutes for a while, in ms, and says until when, or why not. Resolves with whether it is muted. */
export async function mute(
  { queryClient, dialogs }: Muter,
  target: Muted,
  forMs: number,
  reason = '',
): Promise<boolean> {
  try {
    const until = new Date(Date.now() + forMs).toISOString();
    const silence = await (await api()).silences.create({ body: { ...target, until, reason } });
    dialogs.notify(mutingMessages.muted(nameOfSilence(silence), untilWords(silence.until, Date.now())));
  } catch (error) {
    await dialogs.alert(detailOr(error, mutingMessages.muteFailed));
    return false;
  }
  await refresh(queryClient);
  return true;
}

/** Ends a silence, and says so, or why not. */
export async function unmute({ queryClient, dialogs }: Muter, silence: Silence): Promise<void> {
  try {
    await (await api()).silences.remove({ params: { silenceId: silence.id } });
    dialogs.notify(mutingMessages.unmuted(nameOfSilence(silence)));
  } catch (error) {
    await dialogs.alert(detailOr(error, mutingMessages.unmuteFailed));
  }
  await refresh(queryClient);
}

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: silences().queryKey });
