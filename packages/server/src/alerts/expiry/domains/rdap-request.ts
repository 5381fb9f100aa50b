import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import type { Dialer } from '../../../checks/probe/dialing/dialer.ts';
import { addressOf, type ExchangeAnswer, exchange } from '../../../checks/probe/dialing/http-exchange.ts';
import { isPrivateAddress } from '../../../checks/probe/dialing/private-addresses.ts';
import { userAgentFor } from '../../../checks/probe/dialing/user-agent.ts';

const headers = {
  accept: 'application/rdap+json, application/json',
  // Without it a server may choose any encoding (RFC 9110, section 12.5.3).
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': userAgentFor('domain check'),
};
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 3;

interface RdapRequest {
  url: string;
  mostBodyBytes: number;
  signal: AbortSignal;
}

/**
 * GETs an RDAP document. The first address is the operator's or IANA's; redirects lead to public addresses only, or
 * back to the same server. Rejects without a complete response.
 */
export async function getRdap(
  dialer: Pick<Dialer, 'dial' | 'resolve'>,
  { url: first, mostBodyBytes, signal }: RdapRequest,
): Promise<ExchangeAnswer> {
  let url = new URL(first);
  const { origin } = url;
  for (let hops = 0; ; hops += 1) {
    const { host, port } = addressOf(url);
    const to = url.origin === origin ? host : await publicAddressOf(dialer, host);
    const tls = url.protocol === 'https:' && { servername: host };
    const socket = await dialer.dial({ host: to, port, tls, signal });
    const answer = await exchange(socket, { url, method: 'GET', headers, body: '', mostBodyBytes }, signal);
    const { location } = answer.headers;
    if (!redirects.has(answer.status) || location === undefined) return answer;
    if (hops === mostRedirects) throw new Error(`it redirects more than ${mostRedirects} times`);
    url = nextOf(url, location);
  }
}

function nextOf(url: URL, location: string): URL {
  const next = canParseUrl(location, url.href) ? new URL(location, url) : null;
  if (next === null || !/^https?:$/.test(next.protocol)) throw new Error('it redirects to an invalid address');
  return next;
}

/** Dials the verified address itself, so that the name cannot resolve to another one in the meantime. */
async function publicAddressOf(dialer: Pick<Dialer, 'resolve'>, host: string): Promise<string> {
  const addresses = await dialer.resolve(host);
  const found = addresses.find(({ address }) => !isPrivateAddress(address));
  if (!found) throw new Error('it redirects to a private address');
  return found.address;
}
