import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import { createCookies } from './cookies.ts';
import { stateAfterRedirect } from './redirects.ts';
import { firstState, plainSending, plainState, type Sending, sendingOf } from './sending.ts';

/** Decides what each request of a check sends. @param request undefined: all options are defaults */
export function createSender(request: RequestOptions | undefined) {
  const cookies = createCookies();
  let state = request ? firstState(request) : plainState;
  let home: URL | null = null;
  return {
    /**
     * `redirectedBy`: the status that led to the address; null for the first request. Returns null if the body must not
     * be sent there.
     */
    to(url: URL, redirectedBy: number | null): Sending | null {
      home ??= url;
      if (redirectedBy !== null) {
        const next = stateAfterRedirect(state, redirectedBy, { home: home.origin, next: url.origin });
        if (next === null) return null;
        state = next;
      }
      const sending = request ? sendingOf(request, state) : plainSending;
      // Within an origin, the credentials of the first address are sent again, as browsers and curl do.
      const credentials = credentialsOf(url) ?? (state.isHome ? credentialsOf(home) : null);
      return withHeaders(sending, credentials, cookies.forRequest(url));
    },
    /** Stores the values of `Set-Cookie` in a response for later requests. */
    takeCookies: cookies.take,
  };
}

function withHeaders(sending: Sending, credentials: string | null, cookie: string | null): Sending {
  const { authorization, cookie: given } = sending.headers;
  const added = {
    ...(credentials !== null && authorization === undefined ? { authorization: credentials } : {}),
    ...(cookie === null ? {} : { cookie: [given ?? [], cookie].flat().join('; ') }),
  };
  return { ...sending, headers: { ...sending.headers, ...added } };
}

/** `Authorization` for the user name and password of an address; either may be empty. */
function credentialsOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
