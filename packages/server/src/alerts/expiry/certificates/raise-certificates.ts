import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import type { ExpiryCircumstances } from '../../decide/raise-expiry.ts';
import { certificateName } from '../expiry-sentences.ts';
import { type Ending, raiseEndings } from '../raise-endings.ts';
import { type KnownCertificate, namesOf, readLinks } from './certificate-store.ts';
import { evaluateCertificate } from './evaluate-certificate.ts';

/** `days`: the thresholds. */
export async function raiseCertificates(
  db: Database,
  certificates: readonly KnownCertificate[],
  days: readonly number[],
  circumstances: ExpiryCircumstances,
  changes: Pick<ChangeFeed, 'publish'>,
): Promise<void> {
  const links = await readLinks(
    db,
    certificates.map(({ id }) => id),
  );
  const endings = certificates.flatMap((certificate): Ending[] => {
    const evaluated = evaluateCertificate(certificate, links.get(certificate.id) ?? [], days, circumstances.now);
    if (evaluated === null) return [];
    const nameOf: Ending['nameOf'] = (monitors) => certificateName(namesOf(certificate), monitors);
    return [{ subject: 'certificate', key: certificate.id, row: certificate, nameOf, ...evaluated }];
  });
  await raiseEndings(db, endings, circumstances, changes);
}
