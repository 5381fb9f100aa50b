import { isIPv6 } from 'node:net';

/** Host names of RFC 1123. Others, such as those with an underscore, are refused by servers. */
const hostName = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i;
/** `localhost`, names below it, and the IP addresses of BASE_URL, which are not names. */
const notOurs = /^localhost(\.|$)|\.localhost$|^[\d.]+$|^\[/i;

/**
 * The name by which probes introduce this server: the host name of BASE_URL, else the machine's. Null if neither is one
 * that another host can use.
 */
export function findOwnName(baseUrl: string | null, machineName: string): string | null {
  const names = [baseUrl === null ? '' : new URL(baseUrl).hostname, machineName];
  return names.find((name) => hostName.test(name) && !notOurs.test(name)) ?? null;
}

/** An IP address in place of a host name (RFC 5321, section 4.1.3). */
export const addressLiteral = (address: string): string => `[${isIPv6(address) ? 'IPv6:' : ''}${address}]`;
