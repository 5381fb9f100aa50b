import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type CachedResponse, writeCachedResponse } from '../../api/http/cached-response.ts';
import { textKey, unknownBadgeKey } from './documents/document-table.ts';
import type { AskedLanguage, PublicSnapshot } from './snapshot.ts';

const badgePattern = /^\/badge\/[^/]+\/(status|uptime)\.(svg|json)$/;
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const textReaders = /^(curl|wget|httpie|xh)\b/i;

/**
 * Sends documents that are ready in memory before router, hooks and log, so that a crowd costs little more than the
 * bytes (measured by `lab/bench/public-status.ts`). Returns false to pass the request to the routes.
 */
export function answerReadyRequests(
  snapshot: Pick<PublicSnapshot, 'find'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    if (!readingMethods.has(request.method ?? '')) return false;
    const answer = findReady(snapshot, request.url ?? '/', request.headers);
    if (answer === null) return false;
    writeCachedResponse(request, response, answer);
    return true;
  };
}

/** The public document at a path, with or without a query and a trailing slash; null when there is none. */
export function findReady(
  { find }: Pick<PublicSnapshot, 'find'>,
  url: string,
  headers: IncomingHttpHeaders,
): CachedResponse | null {
  const path = pathOf(url);
  const asked = askedLanguage(url, headers);
  if (path.startsWith('/status')) return find(prefersText(headers) ? textKey(path) : path, asked);
  const found = find(path, asked);
  if (found !== null || !path.startsWith('/badge/')) return found;
  const [, kind, extension] = badgePattern.exec(path) ?? [];
  return kind && extension ? find(unknownBadgeKey(kind, extension), asked) : null;
}

/** The language that a request names or accepts. */
export function askedLanguage(url: string, headers: IncomingHttpHeaders): AskedLanguage {
  const start = url.indexOf('?');
  return { query: start === -1 ? '' : url.slice(start + 1), acceptLanguage: headers['accept-language'] };
}

/** Without query and trailing slash. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Whether Accept prefers plain text. Without a preference, whether the client is a terminal program such as curl. */
export function prefersText({ accept = '*/*', 'user-agent': agent = '' }: IncomingHttpHeaders): boolean {
  const html = weightOf(accept, 'text/html');
  const plain = weightOf(accept, 'text/plain');
  if (html !== null || plain !== null) return (plain ?? 0) > (html ?? 0);
  return textReaders.test(agent);
}

/** The weight of a type in an Accept header (RFC 9110, section 12.4.2), 0 to 1; null when it is not named. */
function weightOf(accept: string, type: string): number | null {
  if (!accept.includes(type)) return null;
  const part = accept.split(',').find((one) => one.trim().startsWith(type));
  if (part === undefined) return null;
  const weight = /;\s*q=([\d.]+)/.exec(part)?.[1];
  return weight === undefined ? 1 : Number(weight);
}
