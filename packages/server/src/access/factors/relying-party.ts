import { isIP } from 'node:net';
import { factorMessages } from '@upvigil/core/texts/factors';

/** The WebAuthn relying party: a host name, and the one origin whose pages may use the passkeys. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * From BASE_URL, or why passkeys are off: browsers create them on https with a host name and on http://localhost
 * only.
 */
export function relyingPartyOf(baseUrl: string | null): RelyingParty | { off: string } {
  const { off } = factorMessages.passkey;
  if (baseUrl === null) return { off: off.noAddress };
  const { protocol, hostname, origin } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return { off: off.ip };
  if (protocol !== 'https:' && hostname !== 'localhost') return { off: off.http };
  return { id: hostname, origin };
}
