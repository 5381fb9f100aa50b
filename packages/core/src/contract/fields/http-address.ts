import { limits } from '../../limits.ts';
import { canParseUrl } from './can-parse-url.ts';

/** The reason why HTTP cannot open an address. */
export type HttpAddressProblem = 'none' | 'scheme' | 'host' | 'port' | 'credentials';

/** Parses a full http or https address, or one relative to `base`. */
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
  // Chromium percent-encodes forbidden characters in hosts ('https://not a url' becomes 'not%20a%20url'); the standard
  // refuses them.
  if (url.hostname.includes('%')) return 'none';
  if (url.hostname.replace(/\.$/, '').length > limits.host.maxLength) return 'host';
  if (url.port === '0') return 'port';
  return canDecode(url.username) && canDecode(url.password) ? null : 'credentials';
}

/** Refuses invalid encodings (`%zz`) and invalid UTF-8 (`%ff`): the characters to send would be ambiguous. */
function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
