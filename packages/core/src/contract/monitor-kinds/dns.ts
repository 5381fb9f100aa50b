import { limits } from '../../limits.ts';
import { parseHostPort } from '../fields/host-port.ts';
import { defineNetworkKind, familyTarget } from './kind.ts';
import { choiceOption, linesOption } from './option-fields.ts';

export interface ResolverAddress {
  transport: 'udp' | 'tcp';
  host: string;
  port: number;
}

export const defaultResolverPort = 53;

/** A name in any script, an IPv4 address, or an IPv6 address with or without a zone. */
const resolverHost = /^([\p{Letter}\p{Mark}\p{Number}._-]+|[\da-f:.]*:[\da-f:.]*(%[\w.-]+)?)$/iu;

/** Parses `[udp://|tcp://]host[:port]`; null if it is invalid. */
export function parseResolver(text: string): ResolverAddress | null {
  const [, transport = 'udp', address = ''] = /^(?:(udp|tcp):\/\/)?(.*)$/i.exec(text) ?? [];
  const hasPort = /^(\[.*\]|[^:]*):\d+$/.test(address);
  const { host, port } = parseHostPort(hasPort ? address : `${address}:${defaultResolverPort}`);
  const isValid = resolverHost.test(host) && port >= limits.port.min && port <= limits.port.max;
  return isValid ? { transport: transport.toLowerCase() as 'udp' | 'tcp', host, port } : null;
}

export const dns = defineNetworkKind({
  type: 'DNS',
  label: 'DNS record',
  group: 'Network',
  summary: 'Looks up a record and compares it with the expected values.',
  port: 'none',
  options: {
    record_type: choiceOption({
      label: 'Record type',
      choices: ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SRV', 'CAA', 'PTR', 'SOA'],
      initial: 'A',
    }),
    expected: linesOption({
      label: 'Expected values',
      maxLength: limits.expectedResponse.maxLength,
      most: limits.expectedRecords,
      placeholder: '10 mail.example.org',
      hint: 'One a line. Without values, any record of the type is enough',
    }),
    match: choiceOption({
      label: 'Match',
      choices: ['any', 'all', 'exactly', 'none'],
      initial: 'any',
      hint: 'How many expected values must be in the answer; exactly: no other values; none: none of them',
    }),
    resolvers: linesOption({
      label: 'Resolvers',
      maxLength: limits.host.maxLength,
      most: limits.resolvers,
      placeholder: 'tcp://192.0.2.53:53',
      hint: 'One a line, in their order. Without any, those of the system are used',
      isAdvanced: true,
      problem: (texts) => {
        const invalid = texts.find((text) => parseResolver(text) === null);
        return invalid === undefined ? null : `Resolvers must have the form [udp://|tcp://]host[:port]: ${invalid}`;
      },
    }),
  },
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'dns',
  probeTarget: ({ host, options, ...rest }) => ({ kind: 'DNS', host, options, ...familyTarget(rest) }),
});
