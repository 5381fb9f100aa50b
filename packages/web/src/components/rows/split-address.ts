/** Splits an address before its path. */
export function splitAddress(address: string): [host: string, path: string] {
  const [host = ''] = /^\w+:\/\/[^/?#]*\/?/.exec(address) ?? [];
  return [host, address.slice(host.length)];
}
