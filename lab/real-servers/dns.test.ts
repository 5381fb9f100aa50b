import { networkTarget } from '@upvigil/server/checks/probe/probes/conformance';
import { describeRealServer } from '../support/real-servers/describe-real-server.ts';
import { startUnbound } from '../support/real-servers/servers.ts';

/** Longer than a message over UDP may be. */
const longText = Array.from({ length: 8 }, (_, at) => `long.zone.test. TXT "${String(at).repeat(250)}"`);

const records = [
  'zone.test. SOA ns1.zone.test. ops.zone.test. 7 3600 600 86400 60',
  'zone.test. NS ns1.zone.test.',
  'zone.test. MX 10 mail.zone.test.',
  'zone.test. TXT "v=spf1 -all"',
  'zone.test. CAA 0 issue "ca.test"',
  'shop.zone.test. A 192.0.2.1',
  'shop.zone.test. A 192.0.2.2',
  'shop.zone.test. AAAA 2001:db8::1',
  'www.zone.test. CNAME shop.zone.test.',
  '_sip._tcp.zone.test. SRV 1 2 5060 sip.zone.test.',
  '1.2.0.192.in-addr.arpa. PTR shop.zone.test.',
  ...longText,
];

const record = (port: number, host: string, record_type: string, expected: readonly string[], transport = 'udp') =>
  networkTarget(
    'DNS',
    { host },
    { record_type, expected, match: 'all', resolvers: [`${transport}://127.0.0.1:${port}`] },
  );

describeRealServer('DNS on unbound', {
  program: 'unbound',
  start: () => startUnbound(records),
  up: (port) => ({
    addresses: record(port, 'shop.zone.test', 'A', ['192.0.2.1', '192.0.2.2']),
    'an IPv6 address over TCP': record(port, 'shop.zone.test', 'AAAA', ['2001:db8::1'], 'tcp'),
    'an alias': record(port, 'www.zone.test', 'CNAME', ['shop.zone.test']),
    'a mail server': record(port, 'zone.test', 'MX', ['10 mail.zone.test']),
    'a name server': record(port, 'zone.test', 'NS', ['ns1.zone.test.']),
    'a text': record(port, 'zone.test', 'TXT', ['v=spf1 -all']),
    'a text that is fetched over TCP': record(port, 'long.zone.test', 'TXT', ['0'.repeat(250)]),
    'a service': record(port, '_sip._tcp.zone.test', 'SRV', ['1 2 5060 sip.zone.test']),
    'an authority for certificates': record(port, 'zone.test', 'CAA', ['0 issue "ca.test"']),
    'the name of an address': record(port, '192.0.2.1', 'PTR', ['shop.zone.test']),
    'the start of a zone': record(port, 'zone.test', 'SOA', ['ns1.zone.test ops.zone.test 7 3600 600 86400 60']),
  }),
  refusal: 'a name that does not exist',
  refused: (port) => ({
    target: record(port, 'missing.zone.test', 'A', [], 'tcp'),
    reason: `resolver 127.0.0.1:${port} answered NXDOMAIN`,
  }),
  stopped: (port) => `no answer from 127.0.0.1:${port}`,
});
