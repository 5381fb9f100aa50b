import type { IncomingMessage } from 'node:http';
import type { AuthProxyConfig } from '../../config/sign-on-variables.ts';

/** Longer than any email address. */
const mostCharacters = 320;

/** The names in the proxy's header, in small letters. Several where it came several times: one of them is then somebody else's. */
export function proxyNames({ header }: AuthProxyConfig, request: Pick<IncomingMessage, 'headersDistinct'>): string[] {
  return (request.headersDistinct[header] ?? []).map((value) => value.trim().toLowerCase());
}

/**
 * Whom the proxy names: only where the connection itself comes from the proxy (no header says so), and it named one person, once. Null
 * otherwise.
 */
export function namedByProxy(
  config: AuthProxyConfig,
  request: Pick<IncomingMessage, 'headersDistinct'> & { socket: { remoteAddress?: string | undefined } },
): string | null {
  if (!config.isProxy(request.socket.remoteAddress ?? '')) return null;
  const [name, ...more] = proxyNames(config, request);
  if (name === undefined || more.length > 0) return null;
  return name.length <= mostCharacters && /^[^\s,;<>"@]+@[^\s,;<>"@]+$/.test(name) ? name : null;
}

/** Whether a request carries another name than its session has: the proxy let somebody else in. */
export const isOtherPerson = (
  config: AuthProxyConfig,
  request: Pick<IncomingMessage, 'headersDistinct'>,
  sessionName: string,
): boolean => proxyNames(config, request).some((name) => name !== sessionName);
