import { type SqlBool, sql } from 'kysely';
import type { FinishedCheck } from '../../base/domain/check.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import { rowChunks } from '../../storage/row-chunks.ts';

/**
 * Ids of those checks that are stored already. An attempt may fail after its commit, when the connection breaks before
 * the database's answer. Checks of one monitor never overlap, so monitor and time identify a check.
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
      // Says in which days PostgreSQL has to look.
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

/** A VALUES list takes its types from its first row, so that one names them. */
const keyRow = (values: readonly number[], at: number) =>
  sql`(${sql.join(values.map((value) => (at === 0 ? sql`cast(${value} as bigint)` : value)))})`;
