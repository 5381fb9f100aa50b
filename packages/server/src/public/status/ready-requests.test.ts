import { describe, expect, it } from 'vitest';
import { makeCachedResponse } from '../../api/http/cached-response.ts';
import { textKey, unknownBadgeKey } from './documents/document-table.ts';
import { findReady, prefersText } from './ready-requests.ts';

/** Documents at these paths, each with its path as content. */
const ready = (...paths: string[]) => {
  const documents = new Map(
    paths.map((path) => [
      path,
      makeCachedResponse(Buffer.from(path), { contentType: 'text/plain', cacheControl: 'no-store' }),
    ]),
  );
  return (url: string, headers = {}) =>
    findReady({ find: (path) => documents.get(path) ?? null }, url, headers)?.identity.body.toString() ?? null;
};

describe('a request for a ready document', () => {
  it('finds its document with or without a query and a slash at the end', () => {
    const find = ready('/status', '/', '/feed');
    expect([find('/status'), find('/status/'), find('/status?a=/'), find('/feed/?x'), find('/')]).toEqual([
      '/status',
      '/status',
      '/status',
      '/feed',
      '/',
    ]);
    expect(find('/other')).toBeNull();
  });

  it('for a status page in a terminal finds its text, for anything else the same as everybody', () => {
    const find = ready('/status', textKey('/status'), '/feed');
    const curl = { 'user-agent': 'curl/8.5' };
    expect([find('/status', curl), find('/feed', curl)]).toEqual([textKey('/status'), '/feed']);
  });

  it('for the badge of an unknown website finds the badge for unknown ones', () => {
    const unknown = unknownBadgeKey('status', 'svg');
    const find = ready('/badge/3/status.svg', unknown);
    expect([find('/badge/3/status.svg'), find('/badge/99/status.svg')]).toEqual(['/badge/3/status.svg', unknown]);
    expect([find('/badge/99/other.svg'), find('/badge/9/9/status.svg'), find('/other/99/status.svg')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

it.each([
  ['text/html,*/*;q=0.8', 'curl/8.5', false],
  ['text/plain', 'Mozilla/5.0', true],
  ['text/html;q=0.5, text/plain', 'Mozilla/5.0', true],
  ['text/plain;q=0.5,text/html', 'curl/8.5', false],
  ['text/html,text/plain', 'curl/8.5', false],
  ['*/*', 'Wget/1.21', true],
  ['*/*', 'Mozilla/5.0 curl', false],
  ['*/*', 'curlish', false],
])('a client that accepts %s as %s gets plain text: %s', (accept, agent, expected) => {
  expect(prefersText({ accept, 'user-agent': agent })).toBe(expected);
});
