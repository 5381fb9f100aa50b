/** Name for SNI and certificate verification: without a final dot (RFC 6066, section 3). */
export const tlsServerName = (host: string): string => host.replace(/\.$/, '');

/** 'host:port' for people: without a missing port, and with brackets around an IPv6 address. */
export function formatHostPort(host: string, port: number | null | undefined): string {
  if (port === null || port === undefined) return host;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Parses 'host:port', and removes brackets from the host. The text must end with a port. */
export function parseHostPort(text: string): { host: string; port: number } {
  const end = text.lastIndexOf(':');
  return { host: text.slice(0, end).replace(/^\[|\]$/g, ''), port: Number(text.slice(end + 1)) };
}
