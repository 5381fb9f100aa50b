import { dayMs } from '@upvigil/core/time';
import { sql } from 'kysely';
import { z } from 'zod';
import type { SeenCertificate } from '../../../base/domain/check.ts';
import { groupBy } from '../../../base/domain/group-by.ts';
import type { Database, DatabaseTransaction } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { Flag } from '../../../storage/tables/columns.ts';
import type { CertificateRow } from '../../../storage/tables.ts';
import type { ConcernedMonitor } from '../expiry-sentences.ts';

/** A certificate that a check of a monitor received. */
export interface Sighting {
  monitor_id: number;
  certificate: SeenCertificate;
}

/** Stores sightings. Leaves out those of deleted monitors. */
export async function storeSightings(trx: DatabaseTransaction, sightings: readonly Sighting[]): Promise<void> {
  const ids = [...new Set(sightings.map(({ monitor_id }) => monitor_id))];
  const present = new Set<number>();
  for (const chunk of rowChunks(ids)) {
    const rows = await trx.selectFrom('monitors').select('id').where('id', 'in', chunk).execute();
    for (const { id } of rows) present.add(id);
  }
  const known = sightings.filter(({ monitor_id }) => present.has(monitor_id));
  const certificates = new Map(known.map(({ certificate }) => [certificate.fingerprint, certificate]));
  const idOf = new Map<string, number>();
  for (const chunk of rowChunks([...certificates.values()])) {
    for (const { id, fingerprint } of await upsertCertificates(trx, chunk)) idOf.set(fingerprint, id);
  }
  // The newest of each monitor and certificate: one statement must not write a row twice.
  const links = new Map(
    known.map(({ monitor_id, certificate: { fingerprint, seen_at } }) => {
      const certificate_id = idOf.get(fingerprint) ?? 0;
      return [`${monitor_id} ${certificate_id}`, { monitor_id, certificate_id, seen_at }];
    }),
  );
  for (const chunk of rowChunks([...links.values()])) await upsertLinks(trx, chunk);
}

/** A sighting may arrive after a later one. */
const later = (table: 'certificates' | 'monitor_certificates') => sql<number>`
  case when excluded.last_seen_at > ${sql.ref(`${table}.last_seen_at`)}
  then excluded.last_seen_at else ${sql.ref(`${table}.last_seen_at`)} end`;

/** Returns ids by fingerprint. */
async function upsertCertificates(
  trx: DatabaseTransaction,
  chunk: readonly SeenCertificate[],
): Promise<{ id: number; fingerprint: string }[]> {
  const rows = chunk.map(({ fingerprint, names, issuer, valid_from, valid_to, seen_at }) => ({
    fingerprint,
    names: JSON.stringify(names),
    issuer,
    valid_from,
    valid_to,
    first_seen_at: seen_at,
    last_seen_at: seen_at,
    told: null,
    alert_id: null,
  }));
  return trx
    .insertInto('certificates')
    .values(rows)
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ last_seen_at: later('certificates') }))
    .returning(['id', 'fingerprint'])
    .execute();
}

async function upsertLinks(
  trx: DatabaseTransaction,
  chunk: readonly { monitor_id: number; certificate_id: number; seen_at: number }[],
): Promise<void> {
  const rows = chunk.map(({ seen_at, ...link }) => ({ ...link, first_seen_at: seen_at, last_seen_at: seen_at }));
  await trx
    .insertInto('monitor_certificates')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['monitor_id', 'certificate_id']).doUpdateSet({ last_seen_at: later('monitor_certificates') }),
    )
    .execute();
}

/** A monitor that received a certificate. */
export interface CertificateLink extends ConcernedMonitor {
  certificate_id: number;
  enabled: Flag;
  /** JSON of its options, or null. */
  options: string | null;
  /** When it last received this certificate, and any certificate. Milliseconds since the epoch. */
  last_seen_at: number;
  newest_seen_at: number;
}

const newestOfMonitor = sql<number>`(
  select max(n.last_seen_at) from monitor_certificates as n where n.monitor_id = l.monitor_id
)`;

const selectLinks = (db: Database) =>
  db
    .selectFrom('monitor_certificates as l')
    .innerJoin('monitors as m', 'm.id', 'l.monitor_id')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .select([
      'l.certificate_id',
      'l.last_seen_at',
      'm.id',
      'm.website_id',
      'm.kind',
      'm.name',
      'm.target',
      'm.port',
      'm.tags',
    ])
    .select(['m.severity', 'm.enabled', 'm.options', 'w.name as website_name', newestOfMonitor.as('newest_seen_at')])
    .orderBy('m.id');

/** The monitors of certificates, by certificate id and ordered by monitor id. */
export async function readLinks(
  db: Database,
  certificateIds: readonly number[] | 'all',
): Promise<Map<number, CertificateLink[]>> {
  const links: CertificateLink[] = [];
  if (certificateIds === 'all') links.push(...(await selectLinks(db).execute()));
  else {
    for (const chunk of rowChunks(certificateIds))
      links.push(...(await selectLinks(db).where('l.certificate_id', 'in', chunk).execute()));
  }
  return groupBy(links, ({ certificate_id }) => certificate_id);
}

/** A certificate with the monitor of its open alert; null without any. */
export type KnownCertificate = CertificateRow & { alert_monitor_id: number | null };

const selectCertificates = (db: Database) =>
  db
    .selectFrom('certificates as c')
    .leftJoin('alerts as a', 'a.id', 'c.alert_id')
    .selectAll('c')
    .select('a.monitor_id as alert_monitor_id');

export const namesOf = ({ names }: Pick<CertificateRow, 'names'>): string[] => namesSchema.parse(JSON.parse(names));
const namesSchema = z.array(z.string());

/** Certificates that may need an alert: those that expire before a time, and those with an open alert. */
export const readNearEnd = (db: Database, now: number, before: number): Promise<KnownCertificate[]> =>
  selectCertificates(db)
    .where((eb) =>
      eb.or([eb('c.alert_id', 'is not', null), eb.and([eb('c.valid_to', '>', now), eb('c.valid_to', '<', before)])]),
    )
    .execute();

export async function readCertificates(
  db: Database,
  fingerprints: readonly string[] | 'all',
): Promise<KnownCertificate[]> {
  if (fingerprints === 'all') return selectCertificates(db).execute();
  const rows: KnownCertificate[] = [];
  for (const chunk of rowChunks(fingerprints))
    rows.push(...(await selectCertificates(db).where('c.fingerprint', 'in', chunk).execute()));
  return rows;
}

/** For one monitor. A server may show a new one at each handshake. */
const mostOfMonitor = 20;

/**
 * Deletes certificates not seen since a time, all but the newest 20 of each monitor, and those without a monitor for
 * a day.
 */
export async function deleteUnseen(db: Database, now: number, before: number): Promise<void> {
  await db.deleteFrom('monitor_certificates').where('last_seen_at', '<', before).execute();
  const tooMany = db.selectFrom('monitor_certificates').select('monitor_id').groupBy('monitor_id');
  const crowded = await tooMany.having((eb) => eb.fn.countAll(), '>', mostOfMonitor).execute();
  for (const { monitor_id } of crowded) await deleteOldest(db, monitor_id);
  await db
    .deleteFrom('certificates')
    .where('last_seen_at', '<', now - dayMs)
    .where('alert_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('monitor_certificates as l')
            .select('l.monitor_id')
            .whereRef('l.certificate_id', '=', 'certificates.id'),
        ),
      ),
    )
    .execute();
}

async function deleteOldest(db: Database, monitorId: number): Promise<void> {
  const newest = db
    .selectFrom('monitor_certificates')
    .select('certificate_id')
    .where('monitor_id', '=', monitorId)
    .orderBy('last_seen_at', 'desc')
    .limit(mostOfMonitor);
  await db
    .deleteFrom('monitor_certificates')
    .where('monitor_id', '=', monitorId)
    .where('certificate_id', 'not in', newest)
    .execute();
}
