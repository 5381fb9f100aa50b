import { BlockList, isIP } from 'node:net';
import { isRefusedAddress } from './refused-addresses.ts';

const privateNetworks = createPrivate();

/** IANA's registries of special-purpose addresses, without those of public servers. */
function createPrivate(): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of [
    ...([
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['172.16.0.0', 12],
    ] as const),
    ...([
      ['192.0.0.0', 24],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
      ['224.0.0.0', 3],
    ] as const),
  ])
    list.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of [
    ['::', 127],
    ['fc00::', 7],
    ['ff00::', 8],
    ['64:ff9b::', 96],
  ] as const)
    list.addSubnet(network, prefix, 'ipv6');
  return list;
}

/**
 * Whether an address is in a private network or belongs to no host. Strangers must not make this server connect to it.
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.split('%', 1)[0] ?? address;
  const family = isIP(plain);
  if (family === 0) return true;
  return isRefusedAddress(plain) || privateNetworks.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}
