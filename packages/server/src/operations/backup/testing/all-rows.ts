import type { Database } from '../../../storage/database.ts';
import { type BackupColumn, parts } from '../archive/parts.ts';
import { readPages } from '../table-rows.ts';

/** All rows of all archived tables, by table and in key order. Blobs as hex. */
export async function allRows(db: Database): Promise<Record<string, unknown[][]>> {
  const tables: Record<string, unknown[][]> = {};
  for (const part of parts) {
    const rows: unknown[][] = [];
    for await (const page of readPages(db, part)) rows.push(...page.map((row) => row.map(comparable)));
    tables[part.table] = rows;
  }
  return tables;
}

const comparable = (value: BackupColumn): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
