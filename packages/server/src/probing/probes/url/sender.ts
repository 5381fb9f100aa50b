import type { RequestOptions } from '@upvigil/core/check-options/request';
import { stateAfterRedirect } from './redirects.ts';
import { firstState, type Sending, sendingOf } from './sending.ts';

/** Decides what each request of one check sends. */
export interface Sender {
  /** `redirectedBy`: the status that led to the address; null for the first. Null: its body must not go there. */
  to(url: URL, redirectedBy: number | null): Sending | null;
}

export function createSender(request: RequestOptions): Sender {
  let state = firstState(request);
  let home = '';
  return {
    to(url, redirectedBy) {
      if (redirectedBy === null) {
        home = url.origin;
        return sendingOf(request, state);
      }
      const next = stateAfterRedirect(state, redirectedBy, { home, next: url.origin });
      if (next === null) return null;
      state = next;
      return sendingOf(request, state);
    },
  };
}
