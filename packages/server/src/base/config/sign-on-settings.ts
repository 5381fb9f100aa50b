import { BlockList, isIP, isIPv4 } from 'node:net';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { roleSchema } from '@upvigil/core/contract/users';
import { z } from 'zod';

/** Roles that a group of the provider may map to. */
const roles = roleSchema.options;
export type SignOnRole = z.output<typeof roleSchema>;

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));

/** Whether an address may use plain http: only for a provider on this machine. */
export const isPlainLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && isLoopback(hostname);

function isIssuer(text: string): boolean {
  if (!canParseUrl(text)) return false;
  const url = new URL(text);
  const isBare = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isBare && (url.protocol === 'https:' || isPlainLoopback(url));
}

/** OIDC_ISSUER is not normalised: it must equal the provider's issuer exactly. */
export const issuerSchema = z.string().refine(isIssuer);
export const issuerMayBe = 'the address of an OpenID provider that starts with https:// (http:// only on this machine)';

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** OIDC_DOMAINS: 'example.org, example.com'. */
export const domainsSchema = z
  .string()
  .transform((text) => list(text.toLowerCase()))
  .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/)).min(1));
export const domainsMayBe = 'domains of email addresses, separated by commas';

/** OIDC_ROLE_MAP: 'ops=admin,dev=editor'. Splits at the last '=', because group names may contain it. */
export const roleMapSchema = z
  .string()
  .transform((text) => list(text).map((pair) => /^(.+)=([a-z]+)$/.exec(pair)?.slice(1) ?? [pair, '']))
  .pipe(z.array(z.tuple([z.string().trim().min(1), roleSchema])).min(1))
  .transform((pairs): Readonly<Record<string, SignOnRole>> => Object.fromEntries(pairs));
export const roleMapMayBe = `pairs of a group and one of ${roles.join(', ')}: ops=admin,dev=editor`;

export const defaultRoleSchema = roleSchema;
export const defaultRoleMayBe = `one of ${roles.join(', ')}, or absent to let in only who was invited`;

/** Separated by spaces (RFC 6749, section 3.3) or by commas. */
export const scopesSchema = z
  .string()
  .max(500)
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/)).min(1));
export const scopesMayBe =
  'the scopes to ask the provider for, separated by spaces, as "openid email profile groups"; absent for openid, email and profile, and for groups or roles where OIDC_ROLE_CLAIM is that and the provider offers it';

export const headerNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
  .transform((text) => text.toLowerCase())
  .pipe(z.string().refine((name) => !['authorization', 'cookie', 'host', 'x-forwarded-for'].includes(name)));
export const headerNameMayBe =
  'the name of the header in which the proxy writes the email address of whoever it let in';

const bits = { ipv4: 32, ipv6: 128 } as const;

/**
 * An address or a network. Names of networks and `on` are refused, because each sender of the header must be listed.
 */
function networkOf(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', length, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return null;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (length === undefined) return { address, prefix: bits[family], family };
  const prefix = /^[1-9]\d{0,2}$/.test(length) ? Number(length) : 0;
  return prefix >= 1 && prefix <= bits[family] ? { address, prefix, family } : null;
}

/** AUTH_PROXY_FROM: returns a test of whether a socket's address is a proxy's. */
export const proxyAddressesSchema = z
  .string()
  .transform(list)
  .pipe(z.array(z.string().refine((text) => networkOf(text) !== null)).min(1))
  .transform((texts) => {
    const proxies = new BlockList();
    for (const network of texts.map(networkOf)) {
      if (network) proxies.addSubnet(network.address, network.prefix, network.family);
    }
    return (address: string): boolean => {
      const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
      return isIP(plain) !== 0 && proxies.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
    };
  });
export const proxyAddressesMayBe = 'addresses or networks (10.0.0.5, 10.0.0.0/24), separated by commas';
