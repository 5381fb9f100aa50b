import type { Column } from './table.ts';

const separators = /[\t\r\n]+/g;

/** A list for programs: one row per line, separated by tabs, without header, uncut. */
export const renderPipe = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] =>
  rows.map((row) => columns.map((column) => (column.raw ?? column.text)(row).replace(separators, ' ')).join('\t'));
