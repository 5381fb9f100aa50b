import { limits } from '../../limits.ts';
import { canParseUrl } from './can-parse-url.ts';

/** What keeps a text from being an address that HTTP can open. */
export type HttpAddressProblem = 'none' | 'scheme' | 'host' | 'port' | 'credentials';

/** Reads a full http or https address, or one that continues `base`, and says what is wrong with it. */
export function parseHttpAddress(
  text: string,
  base?: URL,
): { url: URL; problem: null } | { url: URL | null; problem: HttpAddressProblem } {
  if (!canParseUrl(text, base?.href)) return { url: null, problem: 'none' };
  const url = new URL(text, base);
  return { url, problem: problemOf(url) };
}

function problemOf(url: URL): HttpAddressProblem | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme';
  // Chromium encodes what no host may contain ('https://not a url' becomes 'not%20a%20url'), where the standard refuses it.
  if (url.hostname.includes('%')) return 'none';
  if (url.hostname.replace(/\.$/, '').length > limits.host.maxLength) return 'host';
  if (url.port === '0') return 'port';
  return canDecode(url.username) && canDecode(url.password) ? null : 'credentials';
}

/** `%zz` is no encoding, and `%ff` none of UTF-8: nobody can say which characters would have to be sent. */
function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
