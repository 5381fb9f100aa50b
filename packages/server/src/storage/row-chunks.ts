/** Rows in one statement at most. 256 rows of 14 columns are far fewer parameters than either database allows. */
export const mostRows = 256;

/**
 * Cuts rows into chunks of 256, 128, 64 … 1. A statement for many rows costs a quarter of as many single ones (6 instead
 * of 28 µs a row, measured on SQLite), and with these few sizes the statements are mostly prepared already.
 */
export function rowChunks<Row>(rows: readonly Row[]): Row[][] {
  const chunks: Row[][] = [];
  let at = 0;
  for (let size = mostRows; at < rows.length; ) {
    if (rows.length - at < size) {
      size /= 2;
      continue;
    }
    chunks.push(rows.slice(at, at + size));
    at += size;
  }
  return chunks;
}

/** Ids in one list of a statement. SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const mostIds = 10_000;

/** Cuts a list of ids that may be longer than a statement allows. */
export function idChunks(ids: readonly number[]): number[][] {
  const chunks: number[][] = [];
  for (let at = 0; at < ids.length; at += mostIds) chunks.push(ids.slice(at, at + mostIds));
  return chunks;
}
