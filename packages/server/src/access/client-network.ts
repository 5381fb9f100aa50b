import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Shared by all senders without an address: the connection is closed, or the proxy gave no address. */
const unknown = 'unknown';
const groupsOfAddress = 8;

/**
 * The network that counts as one sender: an IPv4 address, or the /64 of an IPv6 address, because its holder controls
 * the whole /64. An IPv4-mapped IPv6 address counts as IPv4. Removes the port that some proxies add.
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined) return unknown;
  const plain = withoutPort(address).split('%', 1)[0] ?? '';
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return unknown;
  // Node returns the canonical short form: lower case, the longest run of zeros as '::'.
  const short = new SocketAddress({ address: plain, family: 'ipv6' }).address;
  const mapped = short.replace(/^::ffff:/, '');
  if (isIPv4(mapped)) return mapped;
  const [front = '', back = ''] = short.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array(groupsOfAddress - front.length - back.length).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, groupsOfAddress / 2).join(':')}::/64`;
}

/** The wider network of which one holder may have many addresses: the /24 of IPv4, the /48 of IPv6. */
export const widerNetwork = (network: string): string =>
  isIPv4(network) ? network.split('.', 3).join('.') : network.split(':', 3).join(':');

const withoutPort = (address: string): string => /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? withoutIPv4Port(address);
const withoutIPv4Port = (address: string): string => address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
