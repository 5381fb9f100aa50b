import { isIP } from 'node:net';

/** Limits of one check, so that no target fills the memory. */
const mostCookies = 50;
const longestCookie = 4096;

interface Cookie {
  name: string;
  value: string;
  domain: string;
  /** Whether it is also sent to subdomains. */
  hasSubdomains: boolean;
  path: string;
  isSecure: boolean;
}

/** Cookies that responses set for later requests of the same check (RFC 6265). The next check starts without any. */
export function createCookies(now: () => number = Date.now) {
  let cookies: Cookie[] = [];
  return {
    /** Stores the values of `Set-Cookie` in a response from this address. */
    take(values: readonly string[], from: URL): void {
      for (const value of values) {
        const read = value.length > longestCookie ? null : readCookie(value, from, now());
        if (read === null) continue;
        cookies = cookies.filter((cookie) => !isSame(cookie, read.cookie));
        if (!read.isExpired && cookies.length < mostCookies) cookies.push(read.cookie);
      }
    },
    /** The value of `Cookie` for a request to this address, or null. */
    forRequest(url: URL): string | null {
      const sent = cookies
        .filter((cookie) => isSentTo(cookie, url))
        .sort((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => (name === '' ? value : `${name}=${value}`));
      return sent.length === 0 ? null : sent.join('; ');
    },
  };
}

const isSame = (a: Cookie, b: Cookie): boolean => a.name === b.name && a.domain === b.domain && a.path === b.path;

function isSentTo({ domain, hasSubdomains, path, isSecure }: Cookie, { protocol, hostname, pathname }: URL): boolean {
  if (isSecure && protocol !== 'https:') return false;
  const host = hostname.toLowerCase();
  if (host !== domain && !(hasSubdomains && host.endsWith(`.${domain}`))) return false;
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}

function readCookie(text: string, from: URL, now: number): { cookie: Cookie; isExpired: boolean } | null {
  const [pair = '', ...parts] = text.split(';');
  const attributes = new Map(parts.map(readAttribute));
  const host = from.hostname.toLowerCase();
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  if (domain !== '' && !mayCover(host, domain)) return null;
  const path = attributes.get('path') ?? '';
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  const value = pair.slice(equals + 1).trim();
  // A character that could end the header line must not be sent back in a request.
  if ((name === '' && value === '') || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(pair)) return null;
  const cookie = {
    name,
    value,
    domain: domain === '' ? host : domain,
    hasSubdomains: domain !== '' && isIP(host) === 0,
    path: path.startsWith('/') ? path : defaultPath(from.pathname),
    isSecure: attributes.has('secure'),
  };
  return { cookie, isExpired: isExpired(attributes, now) };
}

function readAttribute(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim()];
}

/** A host may set cookies for itself and its parent domains, but not for a top-level domain. */
const mayCover = (host: string, domain: string): boolean =>
  host === domain || (isIP(host) === 0 && domain.includes('.') && host.endsWith(`.${domain}`));

const defaultPath = (pathname: string): string => pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));

/** `Max-Age` takes precedence over `Expires`. Invalid values are ignored. */
function isExpired(attributes: ReadonlyMap<string, string>, now: number): boolean {
  const maxAge = attributes.get('max-age') ?? '';
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return Date.parse(attributes.get('expires') ?? '') <= now;
}
