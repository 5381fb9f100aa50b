import { canParseUrl } from '../fields/can-parse-url.ts';
/**
 * An address without its user and password. If the text has no host, removes all up to the last `@`, because that may
 * be a password.
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
