import type { HttpAddressProblem } from '@upvigil/core/contract/fields/http-address';
import type { SendingState } from './sending.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Target of a redirect; null for any other response. */
export const redirectOf = (status: number, location: string | undefined): string | null =>
  redirectStatuses.has(status) ? (location ?? null) : null;

/**
 * The request after a redirect: the method changes as in fetch, and another origin gets no secrets. Later hops get none
 * either, even back at the first origin. Null: the body would have to go to another origin.
 */
export function stateAfterRedirect(
  state: SendingState,
  status: number,
  origins: { home: string; next: string },
): SendingState | null {
  const { method } = state;
  const isGet = status === 303 ? method !== 'HEAD' : method === 'POST' && (status === 301 || status === 302);
  const hasBody = state.hasBody && !isGet;
  const isHome = state.isHome && origins.home === origins.next;
  if (hasBody && !isHome) return null;
  return { method: isGet ? 'GET' : method, hasBody, isHome, isFirst: false };
}

/** Why a redirect cannot be followed, in words. */
export const redirectTexts: Readonly<Record<HttpAddressProblem, (location: string) => string>> = {
  none: (location) => `redirected to an address that is none: "${location}"`,
  scheme: (location) => `redirected to ${new URL(location).protocol}, but only http and https are opened`,
  host: () => 'redirected to a host name that is too long',
  port: () => 'redirected to port 0, on which nothing can listen',
  credentials: () => 'redirected to an address whose user name or password is not percent-encoded UTF-8',
};
