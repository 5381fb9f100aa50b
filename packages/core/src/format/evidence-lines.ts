import type { Evidence, EvidenceDocument } from '../contract/evidence.ts';
import { phaseNames } from '../contract/names/states.ts';
import type { Phases } from '../contract/phases.ts';

export const phaseLabels = {
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  first_byte: 'First byte',
  transfer: 'Transfer',
} as const;

/** A time of a phase: '1.9 s', '12.1 ms', to the microsecond below 10 ms. */
export function phaseTime(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  return `${(seconds * 1000).toFixed(seconds < 0.01 ? 3 : 1)} ms`;
}

/** 'DNS 12.1 ms, Connect 3.204 ms'. Skips phases that did not occur. */
export const phaseText = (phases: Phases): string =>
  phaseNames
    .flatMap((phase) => (phases[phase] === null ? [] : [`${phaseLabels[phase]} ${phaseTime(phases[phase])}`]))
    .join(', ');

/** The recorded response as short paragraphs, for terminals and for pasting. */
export function evidenceLines(evidence: Evidence): string[] {
  const { resolved, request, certificate, phases } = evidence;
  const facts: [string, string | null][] = [
    ['Taken', evidence.taken_at],
    ['Result', evidence.is_up ? 'up' : `down: ${evidence.error_message ?? 'no cause'}`],
    ['Resolver', resolved && `${resolved.name} is ${resolved.addresses.join(', ')}`],
    ['Address', evidence.address],
    ['Phases', phases && phaseText(phases)],
    ['Packet loss', evidence.packet_loss === null ? null : `${evidence.packet_loss} %`],
    ['Location', evidence.location],
    ['Certificate', certificate && certificateText(certificate)],
    ['Screenshot', evidence.screenshot_path],
  ];
  return [
    ...facts.flatMap(([label, text]) => (text === null ? [] : [`${label}: ${text}`])),
    ...(request ? ['', `${request.method} ${request.url}`, ...request.headers.map(headerLine)] : []),
    ...(evidence.status_line ? ['', evidence.status_line, ...evidence.headers.map(headerLine)] : []),
    ...(evidence.body ? ['', ...evidence.body.split(/\r?\n/)] : []),
    ...(evidence.output ? ['', ...evidence.output.trimEnd().split(/\r?\n/)] : []),
    ...(evidence.checks_before.length > 0 ? ['', 'Checks before:', ...evidence.checks_before.map(checkLine)] : []),
  ];
}

const headerLine = ({ name, value }: { name: string; value: string }): string => `${name}: ${value}`;

const certificateText = ({ subject, issuer, valid_to }: NonNullable<EvidenceDocument['certificate']>): string =>
  `${subject}, issued by ${issuer}${valid_to === null ? '' : `, valid until ${valid_to}`}`;

const checkLine = (check: EvidenceDocument['checks_before'][number]): string =>
  [
    check.checked_at,
    check.is_up ? 'up' : 'down',
    check.status_code,
    check.response_time === null ? null : phaseTime(check.response_time),
    check.error_message,
  ]
    .filter((part) => part !== null)
    .join('  ');
