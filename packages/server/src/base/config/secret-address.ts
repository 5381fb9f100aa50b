import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';

/** Matches from the first colon of the user part to the last @; parameters with secret names are handled below. */
const credentials = /^((?:[a-z][a-z\d+.-]*:)?\/\/)?([^:@]*):.*@/is;
const hostForgotten = /^((?:[a-z][a-z\d+.-]*:)?\/\/[^:@/?#[\]]+):(?!\d{1,5}(?:[/?#]|$))[^@]*$/is;
const namedSecret = /\b((?:\w*pass\w*|pwd|secret|token)\s*=\s*)('[^']*'|"[^"]*"|[^\s&;]*)/gi;

/** Hides possible passwords in an address. Also works on invalid addresses. */
export const withoutPassword = (address: string): string =>
  address
    .replace(credentials, (_all, scheme = '', user: string) => `${scheme}${user}:***@`)
    .replace(hostForgotten, '$1:***')
    .replace(namedSecret, '$1***');

const maxPort = 65_535;

/** The error of an unusable postgres:// address, to complete a sentence that begins with it; null if usable. */
export function postgresAddressTrouble(address: string): string | null {
  if (!canParseUrl(address)) return unreadable(address);
  const { username, password, hostname, pathname } = new URL(address);
  // The driver reads an invalid % escape literally, and refuses escapes of incomplete characters.
  if (/ |%[^a-f\d]|%[a-f\d][^a-f\d]/i.test(address)) return null;
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part);
    return null;
  } catch {
    return ', in which a % stands for no character: write it as %25';
  }
}

function unreadable(address: string): string {
  const afterScheme = address.slice(address.indexOf('//') + 2);
  const sign = /[/?#\\]/.exec(afterScheme.slice(0, Math.max(0, afterScheme.lastIndexOf('@'))))?.[0];
  if (sign !== undefined) return `, whose password has a ${sign} that must be written as ${encodeURIComponent(sign)}`;
  const host = /^[^/?#]*/.exec(afterScheme.slice(afterScheme.lastIndexOf('@') + 1))?.[0] ?? '';
  const port = /:([^:\]]*)$/.exec(host)?.[1];
  const isPort = port === undefined || (/^\d*$/.test(port) && Number(port) <= maxPort);
  return isPort ? ', which cannot be read as an address' : `, whose port is no number from 0 to ${maxPort}`;
}
