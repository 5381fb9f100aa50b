import type { Mark } from '@upvigil/core/contract/marks';
import { limits } from '@upvigil/core/limits';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { MarkRow } from '../../storage/tables/maintenance-tables.ts';
import { timeOf } from '../../storage/wire-format.ts';

/** Newest first. `since`: milliseconds since the epoch. */
export async function listMarks(db: Database, { since, id }: { since?: number; id?: number }): Promise<Mark[]> {
  const rows = await db
    .selectFrom('marks as k')
    .leftJoin('websites as w', 'w.id', 'k.website_id')
    .selectAll('k')
    .select('w.name as website_name')
    .$if(since !== undefined, (query) => query.where('k.at', '>=', since ?? 0))
    .$if(id !== undefined, (query) => query.where('k.id', '=', id ?? 0))
    .orderBy('k.at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limits.listLimit.max)
    .execute();
  return rows.map(({ at, created_at, public: isPublic, ...row }) => ({
    ...row,
    at: timeOf(at),
    public: isPublic === 1,
    created_at: timeOf(created_at),
  }));
}

export async function websiteExists(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('websites').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertMark(db: Database, mark: Omit<MarkRow, 'id'>): Promise<number> {
  const { id } = await db.insertInto('marks').values(mark).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns whether there was one. */
export async function deleteMark(trx: DatabaseTransaction, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('marks').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
