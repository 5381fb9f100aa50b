import type { Certificate } from '@upvigil/core/contract/certificates';
import { certificateNames, daysLeftWords } from '@upvigil/core/expiry/expiry-words';
import { certificateMessages } from '@upvigil/core/page-messages/certificates';
import { type PluginExitCode, pluginExitCodes } from '../../exit-codes.ts';

export interface CertificatesVerdict {
  code: PluginExitCode;
  sentence: string;
}

const mostNamed = 3;

/** Fine, some below so many days, some expired, or none known. The certificates come the soonest first. */
export function judgeCertificates(certificates: readonly Certificate[], days: number): CertificatesVerdict {
  const [first] = certificates;
  if (!first) return { code: pluginExitCodes.unknown, sentence: certificateMessages.none };
  const of = `of ${countOf(certificates.length)}`;
  const expired = certificates.filter(({ state }) => state === 'expired');
  if (expired.length > 0)
    return { code: pluginExitCodes.critical, sentence: `${expired.length} ${of} expired: ${named(expired)}` };
  const below = certificates.filter(({ days_left }) => days_left < days);
  if (below.length > 0) {
    const verb = below.length === 1 ? 'expires' : 'expire';
    const sentence = `${below.length} ${of} ${verb} within ${days} days: ${named(below)}`;
    return { code: pluginExitCodes.warning, sentence };
  }
  const next = `the next expires in ${daysLeftWords(first.days_left)}: ${certificateNames(first.names)}`;
  return { code: pluginExitCodes.ok, sentence: `${countOf(certificates.length)}, ${next}` };
}

const countOf = (count: number): string => (count === 1 ? '1 certificate' : `${count} certificates`);

function named(certificates: readonly Certificate[]): string {
  const names = certificates
    .slice(0, mostNamed)
    .map(({ names, days_left }) => `${certificateNames(names)} (${daysLeftWords(days_left)})`);
  const rest = certificates.length - names.length;
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}
