import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';

/**
 * Whose X-Forwarded-For is trusted. True: everybody's, so a visitor can forge it. A number: that many chained proxies.
 * A list: addresses, networks or network names.
 */
export type TrustedProxies = boolean | number | string[];

const mostHops = 10;
const networkNames = ['loopback', 'linklocal', 'uniquelocal'] as const;
const addressBits = { ipv4: 32, ipv6: 128 } as const;

/**
 * An address, a network (10.0.0.0/8), or the name of networks. Refuses a network of all addresses, because that is
 * `on`.
 */
function isNetwork(text: string): boolean {
  if (networkNames.some((name) => name === text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return bits === undefined || isPrefix(bits, isIPv4(address) ? addressBits.ipv4 : addressBits.ipv6);
}

const isPrefix = (text: string, most: number): boolean => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= most;

/** Parses TRUST_PROXY. */
export const trustedProxiesSchema = z.union([
  z.enum(['true', 'on']).transform(() => true),
  z.enum(['false', 'off', '0']).transform(() => false),
  z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(mostHops)),
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().refine(isNetwork))),
]);

/** Completes 'TRUST_PROXY must be …'. */
export const trustedProxiesMayBe =
  `off, the number of reverse proxies one behind the other (1 to ${mostHops}), or their addresses, networks ` +
  `(10.0.0.0/8), ${networkNames.join(', ')}, separated by commas`;

/**
 * The setting in Fastify's form. Fastify does not trust a bare number, because any client could be the proxy; here the
 * operator vouches for it.
 */
export const fastifyTrust = (
  trusted: TrustedProxies,
): boolean | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;

/** Null without one. */
export const trustWarning = (trusted: TrustedProxies): string | null =>
  trusted === true
    ? 'TRUST_PROXY=on believes an X-Forwarded-For that a visitor wrote, who so passes the sign-in limit: ' +
      'set TRUST_PROXY=loopback for a proxy on this machine, its address, or TRUST_PROXY=1 where only the proxy reaches this port'
    : null;
