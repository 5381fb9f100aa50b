import { describe, expect, it } from 'vitest';
import { isOtherPerson, namedByProxy } from './auth-proxy.ts';

const config = { header: 'x-forwarded-email', isProxy: (address: string) => address === '10.0.0.5' };
const request = (values: string[], remoteAddress: string | undefined = '10.0.0.5') => ({
  rawHeaders: ['X-Forwarded-For', '10.0.0.5', ...values.flatMap((value) => ['X-Forwarded-Email', value])],
  socket: { remoteAddress },
});

describe('whom the proxy names', () => {
  it('is one person, once', () => {
    expect(namedByProxy(config, request(['  Ann@Example.org ']))).toBe('ann@example.org');
  });

  it.each([
    [[]],
    [['']],
    [['ann@example.org', 'eve@example.org']],
    [['ann@example.org', 'ann@example.org']],
    [['ann@example.org, eve@example.org']],
    [['ann']],
    [[`${'a'.repeat(400)}@example.org`]],
  ])('is nobody for %j', (values) => {
    expect(namedByProxy(config, request(values))).toBeNull();
  });

  it("is trusted from the proxy's own connection only, whatever the headers say", () => {
    expect(namedByProxy(config, request(['ann@example.org'], '10.0.0.6'))).toBeNull();
    expect(namedByProxy(config, { ...request(['ann@example.org']), socket: {} })).toBeNull();
  });
});

it('a later request is from another person with another name, and with two', () => {
  const isOther = (values: string[]) => isOtherPerson(config, request(values, '192.0.2.1'), 'ann@example.org');
  expect([['ANN@example.org'], [], ['eve@example.org'], ['ann@example.org', 'eve@example.org']].map(isOther)).toEqual([
    ...[false, false, true, true],
  ]);
});
