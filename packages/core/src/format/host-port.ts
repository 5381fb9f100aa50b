/** host:port as people write it; the port is left out when there is none, an IPv6 address gets its brackets. */
export function formatHostPort(host: string, port: number | null | undefined): string {
  if (port === null || port === undefined) return host;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
