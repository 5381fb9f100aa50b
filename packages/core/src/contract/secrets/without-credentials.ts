import { canParseUrl } from '../fields/can-parse-url.ts';
/**
 * An address as it may be shown: without the user and the password that it may carry. Where the text is no address with
 * a host, all before the last `@` is left out, because that may be a password too.
 */
export function withoutCredentials(address: string): string {
  if (!address.includes('@')) return address;
  const url = canParseUrl(address) ? new URL(address) : null;
  if (!url?.host) return address.replace(/^.*@/s, '***@');
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}
