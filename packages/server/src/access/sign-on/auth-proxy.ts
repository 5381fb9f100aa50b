import type { IncomingMessage } from 'node:http';
import type { AuthProxyConfig } from '../../base/config/sign-on-variables.ts';

/** Longer than any email address. */
const mostCharacters = 320;

/** The names in the proxy's header, in small letters: of each time that it came, one. Node would join them to one. */
function proxyNames({ header }: AuthProxyConfig, { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] {
  return rawHeaders.flatMap((name, place) =>
    place % 2 === 0 && name.toLowerCase() === header ? [(rawHeaders[place + 1] ?? '').trim().toLowerCase()] : [],
  );
}

/**
 * Whom the proxy names: only where the connection itself comes from the proxy (no header says so), and it named one person, once. Null
 * otherwise.
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

/** Whether a request carries another name than its session has: the proxy let somebody else in. */
export const isOtherPerson = (
  config: AuthProxyConfig,
  request: Pick<IncomingMessage, 'rawHeaders'>,
  sessionName: string,
): boolean => proxyNames(config, request).some((name) => name !== sessionName);
