import type { IncomingMessage } from 'node:http';
import type { AuthProxyConfig } from '../../base/config/sign-on-variables.ts';

/** Longer than any email address. */
const mostCharacters = 320;

/** All values of the proxy's header, in lower case. Node would join repeated headers into one value. */
function proxyNames({ header }: AuthProxyConfig, { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] {
  return rawHeaders.flatMap((name, place) =>
    place % 2 === 0 && name.toLowerCase() === header ? [(rawHeaders[place + 1] ?? '').trim().toLowerCase()] : [],
  );
}

/**
 * The user name given by the proxy. Null unless the connection itself comes from the proxy's address (headers are not
 * trusted) and names exactly one person.
 */
export function namedByProxy(
  config: AuthProxyConfig,
  request: Pick<IncomingMessage, 'rawHeaders'> & { socket: { remoteAddress?: string | undefined } },
): string | null {
  if (!config.isProxy(request.socket.remoteAddress ?? '')) return null;
  const [name, ...more] = proxyNames(config, request);
  if (name === undefined || more.length > 0) return null;
  return name.length <= mostCharacters && /^[^\s,;<>"@]+@[^\s,;<>"@]+$/.test(name) ? name : null;
}

/** Whether the request carries another name than its session: a different person signed in at the proxy. */
export const isOtherPerson = (
  config: AuthProxyConfig,
  request: Pick<IncomingMessage, 'rawHeaders'>,
  sessionName: string,
): boolean => proxyNames(config, request).some((name) => name !== sessionName);
