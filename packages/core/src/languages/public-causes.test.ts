import { describe, expect, test } from 'vitest';
import { publicCause, unknownCause } from './public-causes.ts';

describe('what the public reads of a failure', () => {
  test.each([
    'connection refused',
    'HTTP 503',
    '6.12s, limit 5.00s',
    'timed out after 10 s while waiting for the answer',
    'packet loss of 100 %, more than the 50 % allowed',
    'certificate expired on 2026-03-09',
  ])('is the same as the administrator: %s', (cause) => {
    expect(publicCause(cause)).toBe(cause);
  });

  test.each([
    ['redirected to http://10.0.0.7/admin, which is no address', 'redirected to an address that cannot be opened'],
    ['greeting was "* BYE secret.internal"', 'the answer was not as expected'],
    ['TLS handshake failed: unable to get local issuer', 'TLS handshake failed'],
    ['a router on the way (10.0.0.1) says no', 'network unreachable'],
  ])('names only the kind of: %s', (stored, shown) => {
    expect(publicCause(stored)).toBe(shown);
  });

  test.each([
    'HTTP 503 from 10.0.0.7',
    'because HTTP 503',
    'timed out after 10 s while asking secret.internal',
    'connection refused by 10.0.0.7',
    'HTTP 503\nsecret',
    '',
  ])('is that a check failed, where words may hold anything else: %j', (stored) => {
    expect(publicCause(stored)).toBe(unknownCause);
  });
});
