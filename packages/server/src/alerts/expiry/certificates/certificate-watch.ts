import { dayMs } from '@upvigil/core/time';
import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { ChannelRules } from '../../../base/domain/channel-rules.ts';
import { createHourly } from '../../../base/hourly.ts';
import type { Database } from '../../../storage/database.ts';
import type { ExpiryCircumstances } from '../../decide/raise-expiry.ts';
import { certificateName } from '../expiry-sentences.ts';
import { earliestLate } from '../notices.ts';
import { type Ending, raiseEndings } from '../raise-endings.ts';
import { certificateDays } from '../wanted-days.ts';
import {
  deleteUnseen,
  type KnownCertificate,
  namesOf,
  readCertificates,
  readLinks,
  readNearEnd,
  type Sighting,
  storeSightings,
} from './certificate-store.ts';
import { evaluateCertificate } from './evaluate-certificate.ts';
import { createPendingSightings } from './pending-sightings.ts';

interface CertificateWatchOptions {
  db: Database;
  clock: Clock;
  channels: readonly ChannelRules[];
  changes: Pick<ChangeFeed, 'publish'>;
  log: { error(fields: object, message: string): void };
}

/** Certificates not seen for this time are deleted. */
const forgottenAfter = 90 * dayMs;

export type CertificateWatch = ReturnType<typeof createCertificateWatch>;

/** Stores the certificates that checks received, and raises alerts before they expire. */
export function createCertificateWatch({ db, clock, channels, changes, log }: CertificateWatchOptions) {
  const raise = async (certificates: readonly KnownCertificate[], days: readonly number[]): Promise<void> =>
    raiseCertificates(db, certificates, days, { channels, now: clock.now() }, changes);
  const store = async (sightings: readonly Sighting[]): Promise<void> => {
    await db.transaction().execute((trx) => storeSightings(trx, sightings));
    const fingerprints = [...new Set(sightings.map(({ certificate }) => certificate.fingerprint))];
    await raise(await readCertificates(db, fingerprints), await certificateDays(db));
  };
  const sweep = async (): Promise<void> => {
    const now = clock.now();
    const days = await certificateDays(db);
    const before = now + Math.max(earliestLate, ...days.map((each) => each * dayMs));
    await raise(await readNearEnd(db, now, before), days);
    await deleteUnseen(db, now, now - forgottenAfter);
  };
  const pending = createPendingSightings({ clock, log, store });
  const hourly = createHourly(clock, sweep, (error) =>
    log.error({ err: error }, 'certificate expiry could not be evaluated; retrying in an hour'),
  );

  return {
    /** Queues certificates of checks for storage. Never throws, never waits. */
    note: pending.add,
    /** Evaluates certificates that expire soon. */
    sweep,
    /** Starts the hourly sweep. */
    start: hourly.start,
    /** Drops what is not stored: the monitors are about to be replaced. */
    drop: pending.drop,
    /** Resolves when nothing is under way. */
    settled: async (): Promise<void> => void (await Promise.all([hourly.settled(), pending.settled()])),
    /** Stores what is left. */
    async stop(): Promise<void> {
      await hourly.stop();
      await pending.stop();
    },
  };
}

/** `days`: the thresholds. */
async function raiseCertificates(
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
