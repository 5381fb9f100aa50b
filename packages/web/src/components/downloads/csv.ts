export type CsvCell = string | number | null | undefined;

/** Cells that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;

/** Rows as RFC 4180 text. Text that a spreadsheet would run as a formula begins with an apostrophe. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const text = formula.test(cell) ? `'${cell}` : cell;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
