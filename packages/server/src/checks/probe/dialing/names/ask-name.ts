import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isSystemError, isUnanswered } from '../../faults.ts';

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
