import { withoutCredentials } from './without-credentials.ts';

/** Names of headers, query parameters and fields whose values are secrets: those that hold one of these words. */
const secretWords = /cookie|auth|token|key|secret|session|password|signature/i;

const isSecretName = (name: string): boolean => secretWords.test(name);

/** Stands for a value that is not shown. */
const removedValue = '[removed]';

/** An address as everybody may read it: without credentials, and without the values of query parameters that are named like secrets. */
export function publicAddress(address: string): string {
  const shown = withoutCredentials(address);
  const [, before = '', query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(shown) ?? [];
  if (query === undefined) return shown;
  // Part by part, so that an address without secrets stays as it was written.
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return part.includes('=') && isSecretName(decoded(name)) ? `${name}=${removedValue}` : part;
  });
  return `${before}?${parts.join('&')}${fragment}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
