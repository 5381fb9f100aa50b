import type { LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';
import type { NameAnswer } from './ask-name.ts';

interface KnownName {
  /** Addresses of its last answer. */
  addresses: readonly LookupAddress[];
  newest: 'answered' | 'silent' | 'not found';
}

const mostKnown = 2000;
/** In addition to the reference name. */
const mostWitnesses = 3;

export type KnownNames = ReturnType<typeof createKnownNames>;

/** Remembers looked-up names and their results. */
export function createKnownNames(referenceName: string | null) {
  // Results are read by `peek`, so that only lookups count as use.
  const known = new LRUCache<string, KnownName>({ max: mostKnown });
  return {
    note(name: string, answer: NameAnswer): void {
      known.set(name, noted(answer, known.peek(name)?.addresses ?? []));
    },
    /** Whether its last lookup got no answer. */
    isSilent: (name: string): boolean => known.peek(name)?.newest === 'silent',
    /** Whether it has resolved to one of these addresses before. */
    ledTo: (name: string, addresses: readonly LookupAddress[]): boolean =>
      known.peek(name)?.addresses.some(({ address }) => addresses.some((each) => each.address === address)) ?? false,
    /** Other names to look up, best first, to test whether the resolver works. */
    witnessesFor(name: string): string[] {
      const isPublic = leadsOutside(known.peek(name));
      // A name of the local network cannot vouch for a public one, because it resolves even without an internet
      // connection.
      const mayVouch = ([candidate, { addresses, newest }]: [string, KnownName]): boolean =>
        candidate !== name && newest === 'answered' && (!isPublic || leadsOutside({ addresses }));
      // Names of one domain share its name servers, so one of them suffices; the domain in question comes last.
      const byDomain = new Map<string, string>();
      for (const one of known.entries()) {
        const [candidate] = one;
        const domain = domainOf(candidate);
        if (!byDomain.has(domain) && !isLocalName(candidate) && mayVouch(one)) byDomain.set(domain, candidate);
        if (byDomain.size > mostWitnesses) break;
      }
      const own = byDomain.get(domainOf(name));
      const others = [...byDomain.values()].filter((candidate) => candidate !== own);
      const configured = referenceName !== null && referenceName !== name ? [referenceName] : [];
      return [...new Set([...configured, ...[...others, ...(own ? [own] : [])].slice(0, mostWitnesses)])];
    },
  };
}

function noted(answer: NameAnswer, before: readonly LookupAddress[]): KnownName {
  if ('addresses' in answer) return { addresses: answer.addresses, newest: 'answered' };
  return { addresses: before, newest: answer.is_silent ? 'silent' : 'not found' };
}

/** The last two labels. Not always the registered domain, but enough to distinguish most. */
const domainOf = (name: string): string => name.toLowerCase().replace(/\.$/, '').split('.').slice(-2).join('.');

/**
 * Whether the host or its local network resolves the name, without the name server of a domain (RFC 6761, RFC 6762).
 */
export const isLocalName = (name: string): boolean => !name.includes('.') || /\.(localhost|local)\.?$/i.test(name);

/** Loopback, private (RFC 1918, RFC 4193), link-local and carrier-grade NAT (RFC 6598) addresses. */
const localAddress =
  /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(::1$|f[cd]|fe[89ab])/i;

const leadsOutside = (known: Pick<KnownName, 'addresses'> | undefined): boolean =>
  known?.addresses.some(({ address }) => !localAddress.test(address)) ?? false;
