/** What stands before the path of an address, and the path with all that follows. */
export function splitAddress(address: string): [host: string, path: string] {
  const [host = ''] = /^\w+:\/\/[^/?#]*\/?/.exec(address) ?? [];
  return [host, address.slice(host.length)];
}
