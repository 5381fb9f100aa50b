import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { parseHostPort } from '@upvigil/core/contract/fields/host-port';
import { isSystemError, isUnanswered } from '../../faults.ts';
import { isRefusedAddress } from '../refused-addresses.ts';

/** Result of a name lookup: addresses, or the reason why there are none. */
export type NameAnswer =
  | { addresses: readonly LookupAddress[] }
  /** `is_silent`: nobody answered about the name, so either the resolver or the domain's name server is at fault. */
  | { error: unknown; is_silent: boolean };

/** Looks up the addresses of a name. Never rejects. */
export type AskName = (name: string) => Promise<NameAnswer>;

/** Uses getaddrinfo like every program of this host, with its hosts file and search domains. */
export const askSystem: AskName = (name) =>
  new Promise((resolve) => {
    systemLookup(name, { all: true, verbatim: true }, (error, addresses) =>
      resolve(error ? { error, is_silent: isUnanswered(error) } : { addresses }),
    );
  });

/** Milliseconds to wait for each name server of the host; the second try waits twice as long. */
const directly = { timeout: 1500, tries: 2 };
const nameErrors: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Queries the host's name servers without getaddrinfo. libuv runs only two getaddrinfo calls at a time in a process, so
 * a few names with silent name servers would block all others.
 */
export const askDirectly: AskName = async (name) => {
  // A new one each time, because it reads the addresses of the name servers only at creation.
  const resolver = new Resolver(directly);
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((each, at) =>
    each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (addresses.length > 0) return { addresses };
  const errors = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  const isAnswered = errors.some((error) => isSystemError(error) && nameErrors.has(error.code));
  return { error: errors[0], is_silent: !isAnswered };
};

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
