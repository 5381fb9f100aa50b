import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { idChunks, rowChunks } from '../../../storage/row-chunks.ts';
import type { DeliveryRow, Tables } from '../../../storage/tables.ts';

/** The exclusive right of one process to send a row. */
export interface Lease {
  owner: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Values for rows after an attempt, or when they are released. */
export type Settlement = Partial<Pick<DeliveryRow, 'status' | 'reason' | 'next_attempt_at' | 'sent_at'>> & {
  /** Whether it counts as an attempt. */
  isAttempt: boolean;
};

/** The settlement of rows whose message was accepted. `now`: milliseconds since the epoch. */
export const sentAt = (now: number) =>
  ({ status: 'sent', sent_at: now, next_attempt_at: null, isAttempt: true }) as const;

type TableName = 'deliveries' | 'messages';
type RowExpressions = ExpressionBuilder<Tables, TableName>;
type RowCondition = (eb: RowExpressions) => Expression<SqlBool>;

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Sets the next time of a row only while it is pending: deleting its channel may have ended it in the meantime. */
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

/** Returns the number of rows that `owner` still held. */
async function settleLeased(
  db: Database,
  name: TableName,
  ids: readonly number[],
  owner: string,
  { isAttempt, ...values }: Settlement,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(name)
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
}

/**
 * One of the two tables of the outbox. One process sends a row at a time; a leased row that was never settled is sent
 * again. `isDueAt`: which rows may be sent at a time, in milliseconds since the epoch.
 */
export function outboxTable(name: TableName, isDueAt: (now: number) => RowCondition) {
  return {
    name,

    /** Leases the rows for which `condition` still holds. Returns their ids: another process may have been faster. */
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
          .updateTable(name)
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

    /** Leases due rows. A row that another process tried in the meantime is due later. */
    claimDue(db: Database, ids: readonly number[], lease: Lease, now: number): Promise<Set<number>> {
      return this.claim(db, ids, lease, now, isDueAt(now));
    },

    /** Drops all leases. Only safe when no other process can be sending. */
    async releaseAllLeases(db: Database): Promise<void> {
      await db
        .updateTable(name)
        .set({ lease_owner: null, lease_until: null })
        .where('status', '=', 'pending')
        .where('lease_owner', 'is not', null)
        .execute();
    },

    /**
     * Writes the result of rows and drops their leases, if `owner` still holds them. When a restore rewrites the rows
     * while the statement waits for them, PostgreSQL skips them, and a second statement finds them.
     */
    async settle(db: Database, ids: readonly number[], owner: string, settlement: Settlement): Promise<void> {
      for (const chunk of idChunks(ids)) {
        const settled = await settleLeased(db, name, chunk, owner, settlement);
        if (settled < chunk.length) await settleLeased(db, name, chunk, owner, settlement);
      }
    },

    /** Adds rows for the recipients of settled messages that may accept them later. */
    async insertRetries(
      db: Database,
      ids: readonly number[],
      retry: Pick<DeliveryRow, 'recipient' | 'reason' | 'next_attempt_at'>,
    ): Promise<void> {
      const waiting = { ...retry, status: 'pending', sent_at: null, lease_owner: null, lease_until: null } as const;
      for (const chunk of idChunks(ids)) {
        const settled = await db.selectFrom(name).selectAll().where('id', 'in', chunk).orderBy('id').execute();
        for (const rows of rowChunks(settled)) {
          await db
            .insertInto(name)
            .values(rows.map(({ id: _, ...row }) => ({ ...row, ...waiting })))
            .execute();
        }
      }
    },

    /** The next time after `now` at which a row is due or its deferral ends, for one channel or all; null: never. */
    async readNextDue(db: Database, now: number, channel?: DeliveryChannel): Promise<number | null> {
      const row = await db
        .selectFrom(name)
        .select((eb) => eb.fn.min('next_attempt_at').as('next'))
        .where('status', 'in', ['pending', 'suppressed'])
        .where('next_attempt_at', '>', now)
        .$if(channel !== undefined, (query) => query.where('channel', '=', channel as DeliveryChannel))
        .executeTakeFirst();
      return row?.next ?? null;
    },
  };
}
export type OutboxTable = ReturnType<typeof outboxTable>;
