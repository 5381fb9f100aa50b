import { type SqlBool, sql } from 'kysely';
import type { FinishedCheck } from '../../base/domain/check.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';

/**
 * Ids of the checks that are already stored. An attempt may fail after its commit, if the connection breaks before the
 * answer. Checks of one monitor never overlap, so monitor and time identify a check.
 */
export async function idsOfStored(
  trx: DatabaseTransaction,
  checks: readonly FinishedCheck[],
): Promise<Map<FinishedCheck, number>> {
  const ids = new Map<string, number>();
  for (const chunk of rowChunks(checks)) {
    const keys = sql.join(chunk.map(({ monitor_id, checked_at }, at) => keyRow([monitor_id, checked_at], at)));
    const times = chunk.map(({ checked_at }) => checked_at);
    const rows = await trx
      .selectFrom('checks')
      .select(['id', 'monitor_id', 'checked_at'])
      .where(sql<SqlBool>`(monitor_id, checked_at) in (values ${keys})`)
      // Limits the partitions that PostgreSQL searches.
      .where('checked_at', '>=', Math.min(...times))
      .where('checked_at', '<=', Math.max(...times))
      .execute();
    for (const row of rows) ids.set(keyOf(row), row.id);
  }
  const stored = new Map<FinishedCheck, number>();
  for (const check of checks) {
    const id = ids.get(keyOf(check));
    if (id !== undefined) stored.set(check, id);
  }
  return stored;
}

const keyOf = ({ monitor_id, checked_at }: Pick<FinishedCheck, 'monitor_id' | 'checked_at'>): string =>
  `${monitor_id} ${checked_at}`;

/** The first row of a VALUES list determines the types, so it has casts. */
const keyRow = (values: readonly number[], at: number) =>
  sql`(${sql.join(values.map((value) => (at === 0 ? sql`cast(${value} as bigint)` : value)))})`;
