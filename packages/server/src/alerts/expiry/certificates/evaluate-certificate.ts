import { readNetworkOptions } from '@upvigil/core/contract/monitor-kinds/stored-network-options';
import { dayMs, hourMs } from '@upvigil/core/time';
import { dueOfCertificate, newNotices } from '../notices.ts';
import type { EndingVerdict } from '../raise-endings.ts';
import type { CertificateLink, KnownCertificate } from './certificate-store.ts';

/** When several certificates alternate behind one name, each was seen within this time of the newest. */
const alternatesWithin = 2 * hourMs;
/** A certificate not seen for this time is not in use. */
const unseenFor = dayMs;

/**
 * Decides about a certificate; null: nothing to do. `links`: all monitors that ever received it. `days`: the
 * thresholds.
 */
export function evaluateCertificate(
  certificate: KnownCertificate,
  links: readonly CertificateLink[],
  days: readonly number[],
  now: number,
): { verdict: EndingVerdict; monitors: CertificateLink[] } | null {
  const enabled = links.filter((link) => link.enabled === 1);
  if (certificate.alert_id !== null) {
    if (links.length === 0) return { verdict: { what: 'gone' }, monitors: [] };
    if (enabled.length > 0 && enabled.every((link) => isReplaced(link, now)))
      return { verdict: { what: 'over', told: certificate.told }, monitors: enabled };
  }
  const monitors = enabled.filter((link) => isShown(link) && wantsAlerts(link));
  const notices = newNotices(dueOfCertificate(certificate, days, now), certificate.told);
  if (monitors.length === 0 || notices.length === 0) return null;
  return { verdict: { what: 'expires', end: certificate.valid_to, notices }, monitors };
}

const isReplaced = ({ last_seen_at, newest_seen_at }: CertificateLink, now: number): boolean =>
  last_seen_at < now - unseenFor && newest_seen_at > last_seen_at;

/** Whether its server shows it now, alone or alternating with others. */
export const isShown = ({ last_seen_at, newest_seen_at }: CertificateLink): boolean =>
  last_seen_at >= newest_seen_at - alternatesWithin;

/** `cert_alerts` is an option of every kind. */
const wantsAlerts = ({ options }: CertificateLink): boolean => readNetworkOptions(options).cert_alerts;
