import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { verifyBackup } from '@upvigil/server/operations/backup/verify-backup';
import type { Database, Storage } from '@upvigil/server/storage/database';
import { sql } from 'kysely';
import type { Found } from './ledger.ts';

export const factNames = {
  website: (name: string) => `website ${name}`,
  url: (target: string) => `URL ${target}`,
  check: (target: string, checkedAt: number) => `check of ${target} at ${checkedAt}`,
  alert: (target: string) => `alert of ${target}`,
  logo: 'logo',
  session: (token: string) => `session ${createHash('sha256').update(token).digest('hex').slice(0, 12)}`,
  backup: (given: string) => `backup ${given}`,
};

/** The value of a fact that has no content. */
export const there = 'there';
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The facts in a database. Checks and alerts also occur without clients, so only known ones count. */
export async function findData(db: Database, isKnown: (name: string) => boolean): Promise<Found> {
  const found = new Map<string, string>();
  for (const { name, description } of await db.selectFrom('websites').select(['name', 'description']).execute()) {
    found.set(factNames.website(name), description ?? '');
  }
  const monitors = await db.selectFrom('monitors').select(['id', 'target']).execute();
  const targets = new Map(monitors.map(({ id, target }) => [id, target]));
  for (const { target } of monitors) found.set(factNames.url(target), there);
  for (const { monitor_id, checked_at } of await db
    .selectFrom('checks')
    .select(['monitor_id', 'checked_at'])
    .execute()) {
    const name = factNames.check(targets.get(monitor_id) ?? '', checked_at);
    if (isKnown(name)) found.set(name, there);
  }
  for (const { monitor_id } of await db.selectFrom('alerts').select('monitor_id').execute()) {
    const name = factNames.alert(targets.get(monitor_id) ?? '');
    if (isKnown(name)) found.set(name, there);
  }
  const logo = await db.selectFrom('settings').select('value').where('key', '=', 'logo').executeTakeFirst();
  if (logo) found.set(factNames.logo, hashOf((JSON.parse(logo.value) as { base64: string }).base64));
  return found;
}

/** Sessions, and the backups that clients created. */
export async function findRest(db: Database, dataDir: string, isKnown: (name: string) => boolean): Promise<Found> {
  const sessions = await db.selectFrom('sessions').select('token_hash').execute();
  const backups = backupNames(dataDir).map((name) => factNames.backup(name.replace(/_[^_]*$/, '')));
  const names = [...sessions.map(({ token_hash }) => `session ${token_hash.slice(0, 12)}`), ...backups];
  return new Map(names.filter(isKnown).map((name) => [name, there]));
}

/** Number of websites and monitors whose deletion has not finished. */
export async function countBeingDeleted(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from stored_websites where deleted_at is not null)
         + (select count(*) from stored_monitors where deleted_at is not null) as count`.execute(db);
  return Number(rows[0]?.count);
}

/** File names of complete backups. */
function backupNames(dataDir: string): string[] {
  try {
    return readdirSync(path.join(dataDir, 'backups')).filter(
      (name) => name.endsWith('.tar.gz') && !name.startsWith('.'),
    );
  } catch {
    return [];
  }
}

export interface DamageOptions {
  dataDir: string;
  /** Backups that were already read. */
  checked: Set<string>;
}

/** Inconsistencies of the data, a sentence each. */
export async function findDamage(storage: Storage, { dataDir, checked }: DamageOptions): Promise<string[]> {
  const { db } = storage;
  const damage = storage.dialect === 'sqlite' ? await damageOfFile(db) : [];
  for (const table of ['rollups_quarter_hourly', 'rollups_hourly', 'rollups_daily'] as const) {
    const { rows } = await sql<{ id: number; target: string }>`
      select m.id, m.target from monitors m
      where (select count(*) from checks c where c.monitor_id = m.id)
         <> (select coalesce(sum(r.checks), 0) from ${sql.table(table)} r where r.monitor_id = m.id)`.execute(db);
    damage.push(...rows.map(({ target }) => `${table} and checks of ${target} differ`));
  }
  const { rows: orphans } = await sql<{ id: number }>`
    select d.id from deliveries d left join alerts a on a.id = d.alert_id where a.id is null`.execute(db);
  damage.push(...orphans.map(({ id }) => `delivery ${id} has no alert`));
  for (const name of backupNames(dataDir).filter((each) => !checked.has(each))) {
    checked.add(name);
    const problem = await verifyBackup(path.join(dataDir, 'backups', name)).then(() => null, String);
    if (problem !== null) damage.push(`backup ${name}: ${problem}`);
  }
  return damage;
}

async function damageOfFile(db: Database): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const { rows: foreign } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...foreign.map(({ table }) => `a row of ${table} refers to nothing`),
  ];
}
