/**
 * An address as it may be shown: without the user and the password that it may carry. Of what is no address with a host,
 * nothing before the last `@` is shown, because that may be a password too.
 */
export function withoutCredentials(address: string): string {
  if (!address.includes('@')) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.host) return address.replace(/^.*@/s, '***@');
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}
