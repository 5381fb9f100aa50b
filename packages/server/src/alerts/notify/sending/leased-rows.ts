import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { idChunks } from '../../../storage/row-chunks.ts';
import type { DeliveryRow, Tables } from '../../../storage/tables.ts';

/** The right of one process to send. */
export interface Lease {
  owner: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** What is written to rows after an attempt, or when they are given back. */
export type Settlement = Partial<Pick<DeliveryRow, 'status' | 'reason' | 'next_attempt_at' | 'sent_at'>> & {
  /** Whether it counts as an attempt. */
  isAttempt: boolean;
};

/** A lease is this much longer than the attempt, so that there is time to store the result. */
export const leaseMarginMilliseconds = 30_000;

type RowExpressions = ExpressionBuilder<Tables, 'deliveries' | 'messages'>;
export type RowCondition = (eb: RowExpressions) => Expression<SqlBool>;

/** What keeps waiting gets its next time only if it still waits: meanwhile its channel may have been deleted, which ended it. */
const ofPending = (eb: RowExpressions, values: Omit<Settlement, 'isAttempt'>) =>
  Object.fromEntries(
    Object.entries(values).map(([column, value]) => [
      column,
      eb
        .case()
        .when('status', '=', 'pending')
        .then(value)
        .else(eb.ref(column as 'reason'))
        .end(),
    ]),
  );

/** Rows that wait to be sent, each by one process at a time: what was leased and never settled is sent again. */
export function leasedRows(table: 'deliveries' | 'messages') {
  const settleHeld = async (
    db: Database,
    ids: readonly number[],
    owner: string,
    { isAttempt, ...values }: Settlement,
  ): Promise<number> => {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set((eb) => ({
        ...(values.status === undefined ? ofPending(eb, values) : values),
        lease_owner: null,
        lease_until: null,
        attempts: isAttempt ? eb('attempts', '+', 1) : eb.ref('attempts'),
      }))
      .where('id', 'in', ids)
      .where('lease_owner', '=', owner)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  };

  return {
    /**
     * Leases rows, of those that `condition` is still true of. Resolves with the ids it got: another process may have been
     * faster.
     */
    async claim(
      db: Database,
      ids: readonly number[],
      { owner, until }: Lease,
      now: number,
      condition: RowCondition = (eb) => eb.lit(true),
    ): Promise<Set<number>> {
      const claimed = new Set<number>();
      for (const chunk of idChunks(ids)) {
        const rows = await db
          .updateTable(table)
          .set({ lease_owner: owner, lease_until: until })
          .where('id', 'in', chunk)
          .where('status', '=', 'pending')
          .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
          .where(condition)
          .returning('id')
          .execute();
        for (const { id } of rows) claimed.add(id);
      }
      return claimed;
    },

    /** Drops all leases. Only for where no other process can be sending. */
    async releaseAllLeases(db: Database): Promise<void> {
      await db
        .updateTable(table)
        .set({ lease_owner: null, lease_until: null })
        .where('status', '=', 'pending')
        .where('lease_owner', 'is not', null)
        .execute();
    },

    /**
     * Writes the result of rows and drops their leases, if `owner` still holds them. When a restore wrote the rows anew while
     * the statement waited for them, PostgreSQL skips them, and a second statement finds them.
     */
    async settle(db: Database, ids: readonly number[], owner: string, settlement: Settlement): Promise<void> {
      for (const chunk of idChunks(ids)) {
        const settled = await settleHeld(db, chunk, owner, settlement);
        if (settled < chunk.length) await settleHeld(db, chunk, owner, settlement);
      }
    },
  };
}
