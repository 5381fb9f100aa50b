import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { ConcernedMonitor } from '../expiry-sentences.ts';
import { domainOf } from './registered-name.ts';

/** The enabled monitors of each registered name, by id. */
export async function readDomainMonitors(db: Database): Promise<Map<string, ConcernedMonitor[]>> {
  const monitors = await db
    .selectFrom('monitors as m')
    .innerJoin('websites as w', 'w.id', 'm.website_id')
    .select([
      'm.id',
      'm.website_id',
      'm.kind',
      'm.name',
      'm.target',
      'm.port',
      'm.severity',
      'm.tags',
      'w.name as website_name',
    ])
    .where('m.enabled', '=', 1)
    .orderBy('m.id')
    .execute();
  const byDomain = new Map<string, ConcernedMonitor[]>();
  for (const monitor of monitors) {
    const name = domainOf(monitor);
    if (name === null) continue;
    const group = byDomain.get(name);
    if (group) group.push(monitor);
    else byDomain.set(name, [monitor]);
  }
  return byDomain;
}

/** A domain with the monitor of its open alert; null without any. */
export type KnownDomain = Tables['domains'] & { alert_monitor_id: number | null };

export const readDomains = (db: Database): Promise<KnownDomain[]> =>
  db
    .selectFrom('domains as d')
    .leftJoin('alerts as a', 'a.id', 'd.alert_id')
    .selectAll('d')
    .select('a.monitor_id as alert_monitor_id')
    .orderBy('d.name')
    .execute();

/** Adds new names, due at once. */
export async function addDomains(db: Database, names: readonly string[]): Promise<void> {
  for (const chunk of rowChunks(names)) {
    const rows = chunk.map((name) => ({
      name,
      expires_at: null,
      asked_at: null,
      due_at: null,
      answer: null,
      told: null,
      alert_id: null,
    }));
    await db
      .insertInto('domains')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Deletes names without monitors. Their alerts end silently. `now`: milliseconds since the epoch. */
export async function forgetDomains(db: Database, domains: readonly Tables['domains'][], now: number): Promise<void> {
  for (const chunk of rowChunks(domains)) {
    const alertIds = chunk.flatMap(({ alert_id }) => alert_id ?? []);
    await db.transaction().execute(async (trx) => {
      if (alertIds.length > 0)
        await trx.updateTable('alerts').set({ ended_at: now }).where('id', 'in', alertIds).execute();
      const names = chunk.map(({ name }) => name);
      await trx.deleteFrom('domains').where('name', 'in', names).execute();
    });
  }
}

/** Claims the query about a domain, so that no other process sends it too. False when another process was faster. */
export async function claimQuestion(db: Database, { name, due_at }: Tables['domains'], next: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('domains')
    .set({ due_at: next })
    .where('name', '=', name)
    .where('due_at', 'is not distinct from', due_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateDomain(
  db: Database,
  name: string,
  change: Partial<Omit<Tables['domains'], 'name'>>,
): Promise<void> {
  await db.updateTable('domains').set(change).where('name', '=', name).execute();
}
