import type { Column } from './table.ts';

const separators = /[\t\r\n]+/g;

/** A list for programs: one row a line, tab separated, no header, nothing cut. */
export const renderPipe = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] =>
  rows.map((row) => columns.map((column) => (column.raw ?? column.text)(row).replace(separators, ' ')).join('\t'));
