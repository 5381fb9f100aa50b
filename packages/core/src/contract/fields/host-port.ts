/** The name by which a TLS server is asked for and its certificate is verified: without a final dot (RFC 6066, section 3). */
export const tlsServerName = (host: string): string => host.replace(/\.$/, '');

/** host:port as people write it; the port is left out when there is none, an IPv6 address gets its brackets. */
export function formatHostPort(host: string, port: number | null | undefined): string {
  if (port === null || port === undefined) return host;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The host, without brackets, and the port of text that ends with a colon and a port. */
export function parseHostPort(text: string): { host: string; port: number } {
  const end = text.lastIndexOf(':');
  return { host: text.slice(0, end).replace(/^\[|\]$/g, ''), port: Number(text.slice(end + 1)) };
}
