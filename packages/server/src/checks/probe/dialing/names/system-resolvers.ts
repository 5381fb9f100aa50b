import { Resolver } from 'node:dns';
import { parseHostPort } from '@upvigil/core/contract/fields/host-port';
import { isRefusedAddress } from '../refused-addresses.ts';

/** Reading the configuration takes 0.2 ms, as much as a whole query. */
const cachedMilliseconds = 10_000;

/** Returns the DNS resolvers of this host, without refused addresses, and reads their configuration now and then. */
export function createSystemResolvers(): () => readonly string[] {
  let found: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - readAt > cachedMilliseconds) {
      // A new one each time, because it reads the configuration only at creation.
      found = new Resolver().getServers().filter((server) => !isRefusedAddress(addressOf(server)));
      readAt = now;
    }
    return found;
  };
}

/** `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
const addressOf = (server: string): string =>
  /^(\[.*\]|[^:]*):\d+$/.test(server) ? parseHostPort(server).host : server;
