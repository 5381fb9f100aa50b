/**
 * Why a target is down or slow, in words that anybody may read. The words that are stored are the administrator's: they
 * may quote the target, and with it names and addresses of its inside. Here they only say which kind of failure it was;
 * a kind that is not listed is told as `unknownCause`.
 */
export function publicCause(stored: string): string {
  if (plainCauses.has(stored) || countedCauses.some((pattern) => pattern.test(stored))) return stored;
  return tellingCauses.find(({ start }) => stored.startsWith(start))?.says ?? unknownCause;
}

/** The same words that checks use where they can say nothing more. */
export const unknownCause = 'the check failed';

/** Words of ours alone, so the public reads the same. */
const plainCauses: ReadonlySet<string> = new Set([
  'DNS name not found',
  'DNS name has no address',
  'DNS name could not be looked up: its name server fails or does not answer',
  'connection refused',
  'connection reset',
  'connection aborted',
  'connection closed by the target',
  'connection closed before the answer was complete',
  'connection closed without a greeting',
  'connection closed without the expected response',
  'host unreachable',
  'timed out while connecting',
  'answer headers are too large',
  'answer is not valid HTTP',
  'answered with a download in place of a page',
  'body could not be decompressed',
  'body is compressed too many times over',
  'self-signed certificate',
  'self-signed certificate in the chain',
  'certificate has expired or is not valid yet',
  'certificate is not valid for the host name',
  'certificate issuer is unknown or the chain is incomplete',
  'certificate was revoked',
]);

const steps = [
  'starting',
  'looking up the name',
  'waiting for the name server of the domain',
  'connecting',
  'negotiating TLS',
  'waiting for the answer',
  'reading the body',
  'loading the page',
  'waiting for the greeting',
  'waiting for the expected response',
  'waiting for echo replies',
].join('|');

/** Words of ours with a number or a day; each pattern covers the whole of them. */
const countedCauses: readonly RegExp[] = [
  /^HTTP \d{3}$/,
  /^HTTP 101: switched to a protocol nobody asked for$/,
  /^body inflates to more than \d+ MiB$/,
  /^[\d.]+m?s, limit [\d.]+m?s$/,
  new RegExp(`^timed out after [\\d.]+ s while (${steps})$`),
  /^certificate expired on \d{4}-\d\d-\d\d$/,
  /^certificate is not valid before \d{4}-\d\d-\d\d$/,
  /^no answer to \d+ echo requests$/,
  /^packet loss of \d+ %, more than the [\d.]+ % allowed$/,
  /^redirected more than \d+ times$/,
];

/** Words that may quote the target or name what only the administrator understands: the public reads the kind. */
const tellingCauses: readonly { start: string; says: string }[] = [
  { start: 'greeting was ', says: 'the answer was not as expected' },
  { start: 'expected response not found', says: 'the answer was not as expected' },
  { start: 'redirected to ', says: 'redirected to an address that cannot be opened' },
  { start: 'TLS handshake failed', says: 'TLS handshake failed' },
  { start: 'certificate could not be verified', says: 'certificate could not be verified' },
  { start: 'network unreachable: ', says: 'network unreachable' },
  { start: 'a router on the way ', says: 'network unreachable' },
  { start: 'connection failed', says: 'connection failed' },
  { start: 'page could not be loaded', says: 'page could not be loaded' },
];
