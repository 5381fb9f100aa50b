import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { Answer, DecodedPacket } from 'dns-packet';
import { TargetFailure } from '../../target-failure.ts';
import { loadOnce } from '../client-library.ts';
import type { RecordType } from './records.ts';

type DnsPacket = typeof import('dns-packet');

export interface DnsAnswer {
  /** NOERROR, NXDOMAIN, SERVFAIL... */
  code: string;
  is_truncated: boolean;
  answers: readonly Answer[];
}

const loadDnsPacket = loadOnce(() => import('dns-packet'));

export type DnsQuery = Awaited<ReturnType<typeof createDnsQuery>>;

/**
 * A query with a random id.
 * @throws TargetFailure if the host is not a domain name
 */
export async function createDnsQuery(host: string, type: RecordType) {
  // In the bundle, a CommonJS module has a default export alone.
  const { default: dnsPacket } = await loadDnsPacket();
  const name = type === 'PTR' && isIP(host) ? reverseName(host, dnsPacket) : domainName(host);
  const id = randomInt(2 ** 16);
  return {
    bytes: dnsPacket.encode({
      type: 'query',
      id,
      flags: dnsPacket.RECURSION_DESIRED,
      questions: [{ type, name, class: 'IN' }],
    }),
    /** Null for a message that is malformed or does not answer this query. */
    read(message: Buffer): DnsAnswer | null {
      const packet = decode(message, dnsPacket);
      return packet && isAnswerTo(packet, { id, name, type }) ? toAnswer(packet) : null;
    },
  };
}

const maxLabelBytes = 63;

function domainName(host: string): string {
  const name = domainToASCII(host).replace(/(?<=.)\.$/, '');
  const isValid = name === '.' || name.split('.').every((label) => label !== '' && label.length <= maxLabelBytes);
  if (!isValid) throw new TargetFailure(`"${host}" is not a domain name`);
  return name;
}

/** The name of the PTR record of an IP address (RFC 1035, section 3.5; RFC 3596, section 2.5). */
function reverseName(address: string, { encode }: DnsPacket): string {
  if (isIP(address) === 4) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [plain = ''] = address.split('%');
  const bytes = encode({ type: 'response', answers: [{ type: 'AAAA', name: '.', data: plain }] }).subarray(-16);
  return `${[...bytes.toString('hex')].reverse().join('.')}.ip6.arpa`;
}

function decode(message: Buffer, dnsPacket: DnsPacket): DecodedPacket | null {
  try {
    return dnsPacket.decode(message);
  } catch {
    return null;
  }
}

function isAnswerTo(
  { type, id, questions = [] }: DecodedPacket,
  query: { id: number; name: string; type: RecordType },
): boolean {
  const [question] = questions;
  return (
    type === 'response' &&
    id === query.id &&
    question !== undefined &&
    questions.length === 1 &&
    question.type === query.type &&
    question.class === 'IN' &&
    question.name.toLowerCase() === query.name.toLowerCase()
  );
}

/** dns-packet decodes the code, but its types lack it. */
const toAnswer = (packet: DecodedPacket & { rcode?: string }): DnsAnswer => ({
  code: packet.rcode ?? 'NOERROR',
  is_truncated: packet.flag_tc,
  answers: packet.answers ?? [],
});
