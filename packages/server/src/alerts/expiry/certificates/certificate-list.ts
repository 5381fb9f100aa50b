import type { Certificate } from '@upvigil/core/contract/certificates';
import type { Database } from '../../../storage/database.ts';
import { timeOf } from '../../../storage/wire-format.ts';
import { registeredName } from '../domains/registered-name.ts';
import { daysLeft, dueOfCertificate } from '../notices.ts';
import { certificateDays } from '../wanted-days.ts';
import { watchingMonitors } from '../watching-monitors.ts';
import {
  type CertificateLink,
  type KnownCertificate,
  namesOf,
  readCertificates,
  readLinks,
} from './certificate-store.ts';
import { isShown } from './evaluate-certificate.ts';

/** The certificates of enabled monitors, the soonest to expire first. */
export async function listCertificates(db: Database, now: number): Promise<Certificate[]> {
  const days = await certificateDays(db);
  const links = await readLinks(db, 'all');
  const shown = (await readCertificates(db, 'all')).flatMap((certificate) => {
    const monitors = (links.get(certificate.id) ?? []).filter((link) => link.enabled === 1 && isShown(link));
    return monitors.length === 0 ? [] : [certificateAnswer(certificate, monitors, days, now)];
  });
  return shown.sort((a, b) => a.valid_to.localeCompare(b.valid_to));
}

function certificateAnswer(
  certificate: KnownCertificate,
  monitors: readonly CertificateLink[],
  days: readonly number[],
  now: number,
): Certificate {
  const names = namesOf(certificate);
  return {
    fingerprint: certificate.fingerprint,
    names,
    issuer: certificate.issuer,
    valid_from: timeOf(certificate.valid_from),
    valid_to: timeOf(certificate.valid_to),
    days_left: daysLeft(certificate.valid_to, now),
    state: stateOf(certificate, days, now),
    first_seen_at: timeOf(certificate.first_seen_at),
    last_seen_at: timeOf(certificate.last_seen_at),
    domain: registeredName((names[0] ?? '').replace(/^\*\./, '')),
    monitors: watchingMonitors(monitors),
  };
}

function stateOf(certificate: KnownCertificate, days: readonly number[], now: number): Certificate['state'] {
  if (certificate.valid_to <= now) return 'expired';
  return dueOfCertificate(certificate, days, now).length > 0 ? 'expiring' : 'valid';
}
