import { type Answer, decode, encode } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDnsQuery } from './dns-query.ts';
import { comparable, type RecordType, recordProblem, valuesOf } from './records.ts';

const soa = {
  mname: 'NS1.shop.test',
  rname: 'ops.shop.test',
  serial: 7,
  refresh: 1,
  retry: 2,
  expire: 3,
  minimum: 4,
} as const;

/** Values of one record after a transfer. */
const transferred = (type: RecordType, data: unknown): string[] => {
  const answers = [{ type, name: 'shop.test', data } as Answer];
  return valuesOf(type, decode(encode({ type: 'response', answers })).answers ?? []);
};

describe('values of DNS records', () => {
  it.each([
    ['A', '192.0.2.1', '192.0.2.1', '192.0.2.1'],
    ['AAAA', '2001:db8::1', '2001:db8::1', '2001:DB8:0:0::1'],
    ['CNAME', 'Www.Shop.test', 'www.shop.test', 'www.shop.test.'],
    ['NS', 'ns1.shop.test', 'ns1.shop.test', 'NS1.shop.test.'],
    ['PTR', 'shop.test', 'shop.test', 'shop.test'],
    ['MX', { preference: 10, exchange: 'Mail.shop.test' }, '10 mail.shop.test', '10   mail.shop.test.'],
    ['MX', { preference: 0, exchange: '.' }, '0 .', '0 .'],
    ['TXT', ['v=spf1 ', 'A -all'], 'v=spf1 A -all', '"v=spf1 " "A -all"'],
    ['SRV', { priority: 1, weight: 2, port: 443, target: 'a.test' }, '1 2 443 a.test', '1 2 443 A.test.'],
    ['CAA', { flags: 0, tag: 'issue', value: 'ca.test' }, '0 issue ca.test', '0 issue "ca.test"'],
    ['SOA', soa, 'ns1.shop.test ops.shop.test 7 1 2 3 4', 'ns1.shop.test. ops.shop.test. 7 1 2 3 4'],
  ] as const)('%s %j are compared as %j, also when written as %j', (type, data, value, written) => {
    expect(transferred(type, data)).toEqual([value]);
    expect(comparable(type, written)).toBe(value);
  });

  const both = ['192.0.2.1', '192.0.2.2'];
  it.each([
    ['any', both, ['192.0.2.2', '192.0.2.9'], null],
    ['any', both, ['192.0.2.8', '192.0.2.9'], 'expected one of 192.0.2.8, 192.0.2.9'],
    ['all', both, both, null],
    ['all', both, ['192.0.2.1'], null],
    ['all', both, ['192.0.2.1', '192.0.2.9'], 'expected all of 192.0.2.1, 192.0.2.9'],
    ['exactly', both, both, null],
    ['exactly', both, ['192.0.2.1'], 'expected exactly 192.0.2.1'],
    ['none', both, ['192.0.2.9'], null],
    ['none', both, ['192.0.2.1'], 'expected none of 192.0.2.1'],
    ['none', both, [], null],
  ] as const)('match %s: %j with %j is %j', (match, found, expected, problem) => {
    const reason = problem === null ? null : `A records are 192.0.2.1, 192.0.2.2, ${problem}`;

    expect(recordProblem({ record_type: 'A', match, expected }, found)).toBe(reason);
  });
});

it('reads any message as an answer or as none', async () => {
  const query = await createDnsQuery('shop.test', 'MX');
  const head = query.bytes.subarray(0, 2);

  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (rest, isWhole) => {
      const question = isWhole ? [Buffer.from([0x81, 0x80, 0, 1, 0, 2, 0, 0, 0, 0]), query.bytes.subarray(12)] : [];
      const answer = query.read(Buffer.concat([head, ...question, rest]));
      if (answer) expect(valuesOf('MX', answer.answers)).toEqual(expect.any(Array));
    }),
    { numRuns: 200 },
  );
});
