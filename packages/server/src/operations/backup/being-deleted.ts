import type { Database } from '../../storage/database.ts';
import { type BackupColumn, type BackupTable, type BackupTableName, parts } from './archive/parts.ts';

/** The ids of rows that an archive leaves out, by table. */
export type LeftOut = Map<BackupTableName, Set<BackupColumn>>;

/** The websites and monitors that are being deleted. The views hide their rows, but dependent rows may still exist. */
export async function readBeingDeleted(db: Database): Promise<LeftOut> {
  const idsIn = async (table: 'stored_websites' | 'stored_monitors'): Promise<Set<BackupColumn>> => {
    const rows = await db.selectFrom(table).select('id').where('deleted_at', 'is not', null).execute();
    return new Set(rows.map(({ id }) => id));
  };
  return new Map([
    ['websites', await idsIn('stored_websites')],
    ['monitors', await idsIn('stored_monitors')],
  ]);
}

const referredTo = new Set(parts.flatMap(({ references }) => references.map(({ table }) => table)));

/**
 * The rows of a page without references to left-out rows. Adds the others to `leftOut`, because rows of later tables
 * may refer to them.
 */
export function leaveOut(leftOut: LeftOut, part: BackupTable, page: BackupColumn[][]): BackupColumn[][] {
  const gone = part.references.flatMap(({ column, table }) => {
    const ids = leftOut.get(table);
    return ids?.size ? [{ column, ids }] : [];
  });
  if (gone.length === 0) return page;
  const isGone = (row: BackupColumn[]): boolean => gone.some(({ column, ids }) => ids.has(row[column] ?? null));
  if (referredTo.has(part.table)) {
    const ids = leftOut.get(part.table) ?? new Set();
    for (const row of page) if (isGone(row)) ids.add(row[part.key[0] ?? 0] ?? null);
    leftOut.set(part.table, ids);
  }
  return page.filter((row) => !isGone(row));
}
