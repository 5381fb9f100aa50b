import { SocketAddress } from 'node:net';
import type { Answer, CaaData, MxData, SoaData, SrvData } from 'dns-packet';
import type { TargetOf } from '../../../../base/domain/check.ts';

type DnsOptions = TargetOf<'DNS'>['options'];
export type RecordType = DnsOptions['record_type'];

/** The values of the records of a type, in a form that can be compared, in ascending order. */
export const valuesOf = (type: RecordType, answers: readonly Answer[]): string[] =>
  answers
    .flatMap((answer) =>
      answer.type === type && 'data' in answer ? [comparable(type, textOf(type, answer.data))] : [],
    )
    .sort();

/** @param data as dns-packet decodes it for the type */
function textOf(type: RecordType, data: unknown): string {
  switch (type) {
    case 'MX': {
      const { preference, exchange } = data as MxData;
      return `${preference} ${exchange}`;
    }
    case 'TXT':
      return Buffer.concat(data as Buffer[]).toString('utf8');
    case 'SRV': {
      const { priority, weight, port, target } = data as SrvData;
      return `${priority} ${weight} ${port} ${target}`;
    }
    case 'CAA': {
      const { flags, tag, value } = data as CaaData;
      return `${flags} ${tag} ${value}`;
    }
    case 'SOA': {
      const { mname, rname, serial, refresh, retry, expire, minimum } = data as SoaData;
      return `${mname} ${rname} ${serial} ${refresh} ${retry} ${expire} ${minimum}`;
    }
    default:
      return String(data);
  }
}

/** Converts a value, of a record or as an operator wrote it, to the form in which both are compared. */
export function comparable(type: RecordType, value: string): string {
  if (type === 'TXT') return withoutQuotes(value);
  if (type === 'AAAA') return shortIpv6(value);
  return withoutQuotes(value)
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/(?<=.)\.$/, ''))
    .join(' ');
}

/** Joins the parts of a text in the form of a zone file: `"v=spf1 " "-all"`, `0 issue "ca.example"`. */
const withoutQuotes = (text: string): string => text.replace(/" +"/g, '').replaceAll('"', '').trim();

function shortIpv6(text: string): string {
  try {
    return new SocketAddress({ address: text, family: 'ipv6' }).address;
  } catch {
    return text.toLowerCase();
  }
}

/** The reason why records do not match the expected values; null if they match. */
export function recordProblem(
  { record_type: type, expected: written, match }: Pick<DnsOptions, 'record_type' | 'expected' | 'match'>,
  found: readonly string[],
): string | null {
  if (found.length === 0) return `no ${type} record`;
  const expected = written.map((value) => comparable(type, value));
  if (expected.length === 0 || isMatch[match](found, expected)) return null;
  const records = found.length === 1 ? 'record is' : 'records are';
  return `${type} ${records} ${found.join(', ')}, expected ${quantifier(match, found, expected)}${expected.join(', ')}`;
}

type Compare = (found: readonly string[], expected: readonly string[]) => boolean;

const isMatch: Readonly<Record<DnsOptions['match'], Compare>> = {
  any: (found, expected) => expected.some((value) => found.includes(value)),
  all: (found, expected) => expected.every((value) => found.includes(value)),
  exactly: (found, expected) =>
    expected.every((value) => found.includes(value)) && found.every((value) => expected.includes(value)),
  none: (found, expected) => !expected.some((value) => found.includes(value)),
};

function quantifier(match: DnsOptions['match'], found: readonly string[], expected: readonly string[]): string {
  if (match === 'none') return 'none of ';
  if (match === 'exactly') return found.length > 1 || expected.length > 1 ? 'exactly ' : '';
  if (expected.length === 1) return '';
  return match === 'all' ? 'all of ' : 'one of ';
}
