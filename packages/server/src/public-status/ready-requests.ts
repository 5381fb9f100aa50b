import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type CachedResponse, writeCachedResponse } from '../http/cached-response.ts';
import { textOf, unknownBadgePath } from './documents/public-documents.ts';
import type { PublicSnapshot } from './snapshot.ts';

const badgePattern = /^\/badge\/[^/]+\/(status|uptime)\.(svg|json)$/;
const textReaders = /^(curl|wget|httpie|xh)\b/i;

/**
 * Answers what is ready in memory before the router, its hooks and its log see the request: a crowd on the status
 * page then costs little more than the bytes. False leaves the request to the routes. Measured by
 * `bench/public-status.ts`.
 */
export function answerReadyRequests(
  snapshot: Pick<PublicSnapshot, 'find'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const answer = findReady(snapshot, request.url ?? '/', request.headers);
    if (answer === null) return false;
    writeCachedResponse(request, response, answer);
    return true;
  };
}

/** The answer to a path with or without a query and a slash at the end, or null when it is not of the public documents. */
export function findReady(
  { find }: Pick<PublicSnapshot, 'find'>,
  url: string,
  headers: IncomingHttpHeaders,
): CachedResponse | null {
  const path = pathOf(url);
  if (path.startsWith('/status')) return find(prefersText(headers) ? textOf(path) : path);
  const found = find(path);
  if (found !== null || !path.startsWith('/badge/')) return found;
  const [, kind, extension] = badgePattern.exec(path) ?? [];
  return kind && extension ? find(unknownBadgePath(kind, extension)) : null;
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Asked for by Accept, or, where that leaves it open, by a program that people read in a terminal. */
export function prefersText({ accept = '*/*', 'user-agent': agent = '' }: IncomingHttpHeaders): boolean {
  const html = weightOf(accept, 'text/html');
  const plain = weightOf(accept, 'text/plain');
  if (html !== null || plain !== null) return (plain ?? 0) > (html ?? 0);
  return textReaders.test(agent);
}

/** Weight of a type that Accept names; null when it does not name it. */
function weightOf(accept: string, type: string): number | null {
  const part = accept.split(',').find((one) => one.trim().startsWith(type));
  if (part === undefined) return null;
  const weight = /;\s*q=([\d.]+)/.exec(part)?.[1];
  return weight === undefined ? 1 : Number(weight);
}
