import { BlockList, isIP } from 'node:net';

/** Metadata services of clouds, which hand out secrets: Alibaba, Oracle. Those of other clouds are link-local. */
const metadataIpv4 = ['100.100.100.200', '192.0.0.192'];
/** Amazon (of a machine and of a container), Google, Scaleway. */
const metadataIpv6 = ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42'];
/**
 * Prefixes of IPv6 addresses that contain an IPv4 address behind a NAT64 gateway (RFC 6052, RFC 8215). IPv4-mapped
 * addresses need none, because Node's BlockList compares them as IPv4.
 */
const gatewayPrefixes = ['64:ff9b::', '64:ff9b:1::'];

const refused = createRefused();
const refusedIpv4 = new Set(metadataIpv4);

function createRefused(): BlockList {
  const list = new BlockList();
  list.addSubnet('169.254.0.0', 16, 'ipv4');
  list.addSubnet('fe80::', 10, 'ipv6');
  for (const address of metadataIpv4) list.addAddress(address, 'ipv4');
  for (const address of metadataIpv6) list.addAddress(address, 'ipv6');
  for (const prefix of gatewayPrefixes) {
    list.addSubnet(`${prefix}169.254.0.0`, 112, 'ipv6');
    for (const address of metadataIpv4) list.addAddress(prefix + address, 'ipv6');
  }
  return list;
}

/**
 * Whether an address is link-local or a cloud's metadata service; nothing is ever sent there. Private and loopback
 * addresses are allowed, because operators monitor them.
 */
export function isRefusedAddress(address: string): boolean {
  const plain = address.split('%', 1)[0] ?? address;
  const family = isIP(plain);
  // These comparisons are almost free; the list takes 3 microseconds, and most targets are IPv4.
  if (family === 4) return plain.startsWith('169.254.') || refusedIpv4.has(plain);
  return family === 6 && refused.check(plain, 'ipv6');
}

/** This program's rules forbid the connection, whatever the target. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'EADDRREFUSED';
  readonly address: string;

  constructor(address: string) {
    super(`address ${address} is link-local or a cloud metadata service and is never opened`);
    this.address = address;
  }
}
