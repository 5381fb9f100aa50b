import { cleanUrl } from '../contract/fields/clean-address.ts';
import { parseHttpAddress } from '../contract/fields/http-address.ts';
import type { UrlTestResult } from '../contract/urls.ts';
import { isTestFault } from '../texts/faults.ts';

/** A scheme with `//`, or a scheme that needs none. A digit after the colon makes it a port: 'data:8080'. */
const scheme = /^(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|ftp|file|about|blob|data|javascript|mailto|sms|tel|urn):(?!\d))/i;
/** An IPv6 address that lacks its brackets, such as '2001:db8::1/status'. */
const bareIpv6 = /^[\da-f]*:[\da-f:.]*:[\da-f:.]*(?=$|[/?#])/i;
/** A path or a query alone: as an address, its first word would become the host. */
const hostless = /^(?:[/\\?#]|$)/;

/**
 * The addresses that typed text stands for, in the order of their trial: itself if it has a scheme, else with https and
 * with http. Text without a host stays as it is, and the contract refuses it.
 */
export function expandAddress(typed: string): readonly [string, ...string[]] {
  const text = cleanUrl(typed);
  const rest = /^\/\/[^/\\]/.test(text) ? text.slice(2) : text;
  if (scheme.test(rest) || hostless.test(rest)) return [text];
  const address = rest.replace(bareIpv6, '[$&]');
  return [`https://${address}`, `http://${address}`];
}

/** Whether the scheme of typed text has to be found by `tryAddress`. */
export const lacksScheme = (typed: string): boolean => expandAddress(typed).length > 1;

export interface AddressTrial {
  typed: string;
  /** The address to use; null if a person has to choose. */
  url: string | null;
  /** In the order of trial. If one was answered, it is the last, and `url`. */
  attempts: readonly AddressAttempt[];
}

export interface AddressAttempt {
  url: string;
  result: UrlTestResult;
}

/**
 * Finds the scheme of typed text: https if it is answered, else http. A person has to choose if neither is answered, and
 * if http would hide a faulty certificate or send a password unencrypted. An address with a scheme is used in any case.
 * @param test sends one request; `trialTimeoutSeconds` is its timeout
 */
export async function tryAddress(typed: string, test: (url: string) => Promise<UrlTestResult>): Promise<AddressTrial> {
  const candidates = expandAddress(typed);
  const attempts: AddressAttempt[] = [];
  for (const url of candidates) {
    const result = await test(url);
    attempts.push({ url, result });
    if (result.status_code !== null) return { typed, url, attempts };
    if (reasonAgainstHttp({ url, result }) !== null) break;
  }
  return { typed, url: candidates.length === 1 ? candidates[0] : null, attempts };
}

/** Why http is not tried after https failed; null if it is. */
function reasonAgainstHttp({ url, result }: AddressAttempt): string | null {
  if (result.tls_failed) return 'http was not tried, because the server speaks TLS.';
  if (isTestFault(result.message)) return 'http was not tried.';
  const { url: parsed } = parseHttpAddress(url);
  return parsed?.username || parsed?.password
    ? 'http was not tried, because it would send the password unencrypted.'
    : null;
}

export interface TrialNote {
  title: string;
  detail: string;
}

/** Note for the person who typed the address; null if https answered or the scheme was typed. */
export function describeTrial({ typed, url, attempts }: AddressTrial): TrialNote | null {
  const [https, http] = attempts;
  if (!https || !lacksScheme(typed) || url === https.url) return null;
  const shown = withoutPassword(cleanUrl(typed));
  const failure = `https failed: ${https.result.message}`;
  if (url !== null) {
    return {
      title: 'https did not work, so http is used.',
      detail: `You typed ${shown}. ${failure}. Traffic is not encrypted.`,
    };
  }
  const reason = reasonAgainstHttp(https);
  if (reason !== null) return { title: 'https did not work.', detail: `${failure}. ${reason}` };
  const other = http && http.result.message !== https.result.message ? `, http: ${http.result.message}` : '';
  return { title: 'Neither https nor http answered.', detail: `https: ${https.result.message}${other}.` };
}

const withoutPassword = (text: string): string => text.replace(/^[^/?#]*@/, '');
