/** Keeps the order of the rows. */
export function groupBy<Row, Key extends number | string>(
  rows: readonly Row[],
  key: (row: Row) => Key,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
