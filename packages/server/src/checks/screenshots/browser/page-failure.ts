import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { withoutSecretParameters } from '@upvigil/core/contract/secrets/secret-names';
import { limits } from '@upvigil/core/limits';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import { down, outcomeOfError, silent, timedOut, timeoutText } from '../../probe/failure-text.ts';
import { fault } from '../../probe/faults.ts';
import type { SocksProxy } from './socks-proxy.ts';
import type { Visit } from './visit-page.ts';

/** Chromium's error codes (net_error_list.h) in words. */
const texts: Readonly<Record<string, string>> = {
  ERR_CERT_DATE_INVALID: 'certificate has expired or is not valid yet',
  ERR_CERT_COMMON_NAME_INVALID: 'certificate is not valid for the host name',
  ERR_CERT_AUTHORITY_INVALID: 'certificate issuer is unknown or the chain is incomplete',
  ERR_CERT_REVOKED: 'certificate was revoked',
  ERR_SSL_PROTOCOL_ERROR: 'TLS handshake failed: the service does not speak TLS',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'TLS handshake failed: no common version or cipher',
  ERR_EMPTY_RESPONSE: 'connection closed before the answer was complete',
  ERR_CONNECTION_CLOSED: 'connection closed before the answer was complete',
  ERR_CONTENT_LENGTH_MISMATCH: 'connection closed before the answer was complete',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'connection closed before the answer was complete',
  ERR_CONNECTION_RESET: 'connection reset',
  ERR_INVALID_HTTP_RESPONSE: 'answer is not valid HTTP',
  ERR_CONTENT_DECODING_FAILED: 'body could not be decompressed',
  ERR_TOO_MANY_REDIRECTS: `redirected more than ${limits.redirects} times`,
  ERR_UNSAFE_REDIRECT: 'redirected to an address that is neither http nor https',
  ERR_UNKNOWN_URL_SCHEME: 'redirected to an address that is neither http nor https',
};
/** Codes of faults of this machine. */
const faultCodes: ReadonlySet<string> = new Set([
  'ERR_INSUFFICIENT_RESOURCES',
  'ERR_OUT_OF_MEMORY',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_NETWORK_CHANGED',
]);
/** Codes of a target that sent nothing. */
const silentCodes: ReadonlySet<string> = new Set([
  'ERR_ADDRESS_UNREACHABLE',
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_TIMED_OUT',
]);
/** Codes of a connection that the proxy could not open; the proxy has the reason. */
const connectionCodes = /^ERR_(SOCKS_CONNECTION|TUNNEL_CONNECTION|ADDRESS_|NAME_)/;

/** The outcome of a page that did not load: the target is down with a reason, or a fault of the browser. */
export function outcomeOfFailure(
  visit: Visit,
  proxy: Pick<SocksProxy, 'failureOf' | 'stepOf'>,
  timeoutSeconds: number,
): ProbeOutcome {
  const message = visit.error instanceof Error ? visit.error.message : String(visit.error);
  if (visit.error instanceof Error && visit.error.name === 'TimeoutError') {
    return outcomeOfTimeout(visit, proxy, timeoutSeconds);
  }
  const [, code] = /net::(ERR_[A-Z0-9_]+)/.exec(message) ?? [];
  if (message.includes('Download is starting')) return down('answered with a download in place of a page');
  if (code === undefined || faultCodes.has(code)) {
    return fault('browser', `the browser failed: ${withoutSecretParameters(message.split('\n', 1)[0] ?? '')}`);
  }
  const target = connectionCodes.test(code) ? targetOf(visit.failedUrl) : null;
  const failure = target === null ? undefined : proxy.failureOf(...target);
  if (failure !== undefined) return outcomeOfError(failure);
  return (silentCodes.has(code) ? silent : down)(texts[code] ?? `page could not be loaded (${code})`);
}

function outcomeOfTimeout(visit: Visit, proxy: Pick<SocksProxy, 'stepOf'>, timeoutSeconds: number): ProbeOutcome {
  const step = visit.status === null ? stepWhileDialed(visit.failedUrl, proxy) : undefined;
  if (step !== undefined && step !== 'negotiating TLS') return timedOut(timeoutSeconds, step);
  // The target accepted the connection, so it is reachable.
  const waitedFor = visit.status === null ? 'waiting for the answer' : 'loading the page';
  return down(timeoutText(timeoutSeconds, step ?? waitedFor));
}

function stepWhileDialed(url: string, proxy: Pick<SocksProxy, 'stepOf'>): string | undefined {
  const target = targetOf(url);
  return target === null ? undefined : proxy.stepOf(...target);
}

/** Host and port of a page; null if its address is invalid. */
function targetOf(url: string): [host: string, port: number] | null {
  if (!canParseUrl(url)) return null;
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return [host, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)];
}
