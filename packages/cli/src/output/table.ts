import { type Align, fit, widthOf } from './fit.ts';
import type { Glyphs } from './glyphs.ts';
import { type Line, type Role, span } from './paint.ts';

/** A column of a list, for people and programs. */
export interface Column<Row> {
  header: string;
  /** For a person, without control characters. */
  text(row: Row): string;
  /** A shorter form of `text`, for all rows of a terminal that is too narrow for all columns in full. */
  short?(row: Row): string;
  /** For a program: ISO times, plain numbers. Default: `text`. */
  raw?(row: Row): string;
  role?(row: Row): Role;
  align?: Align;
  /** The least width to which a narrow terminal may cut the column. */
  shrinkTo?: number;
  /** A narrow terminal leaves out columns with this field, the highest number first. */
  dropOrder?: number;
}

const listGap = 2;

/** A list as lines of at most `width` columns: a header, then one line per row. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, glyphs }: { width: number; glyphs: Glyphs },
): Line[] {
  const shown = fitColumns(columns, rows, width, listGap);
  const header: Line = {
    spans: joinCells(shown.map(({ column, width: cell }) => span(fit(column.header, cell, '', column.align), 'quiet'))),
  };
  const body = rows.map((row) => ({
    spans: joinCells(
      shown.map(({ column, width: cell }) =>
        span(fit(column.text(row), cell, glyphs.ellipsis, column.align), column.role?.(row)),
      ),
    ),
  }));
  return [header, ...body].map(trimEnd);
}

interface Measured<Row> {
  column: Column<Row>;
  width: number;
}

/**
 * The columns that fit into `width`, `gap` apart, each with its width. Shortens those with `short`, leaves out columns by
 * `dropOrder`, then cuts those with `shrinkTo`, then cuts from the right.
 */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
  gap: number,
): Measured<Row>[] {
  const measure = (column: Column<Row>): Measured<Row> => ({ column, width: naturalWidth(column, rows) });
  const inFull = columns.map(measure);
  const measured = totalWidth(inFull, gap) <= width ? inFull : columns.map((column) => measure(withShortText(column)));
  let fitted = shrink(measured, width, gap);
  while (totalWidth(fitted, gap) > width) {
    const victim = mostDroppable(fitted);
    if (!victim) break;
    fitted = shrink(
      measured.filter(({ column }) => fitted.some((kept) => kept.column === column) && column !== victim.column),
      width,
      gap,
    );
  }
  return cutFromRight(fitted, width, gap);
}

const withShortText = <Row>(column: Column<Row>): Column<Row> =>
  column.short === undefined ? column : { ...column, text: column.short };

const naturalWidth = <Row>(column: Column<Row>, rows: readonly Row[]): number =>
  rows.reduce((widest, row) => Math.max(widest, widthOf(column.text(row))), widthOf(column.header));

const totalWidth = (columns: readonly { width: number }[], gap: number): number =>
  columns.reduce((sum, { width }) => sum + width, 0) + gap * Math.max(0, columns.length - 1);

function mostDroppable<Row>(columns: readonly Measured<Row>[]): Measured<Row> | undefined {
  return columns
    .filter(({ column }) => column.dropOrder !== undefined)
    .sort((a, b) => (b.column.dropOrder ?? 0) - (a.column.dropOrder ?? 0))[0];
}

function shrink<Row>(columns: readonly Measured<Row>[], width: number, gap: number): Measured<Row>[] {
  let excess = totalWidth(columns, gap) - width;
  return columns.map(({ column, width: natural }) => {
    if (excess <= 0 || column.shrinkTo === undefined) return { column, width: natural };
    const cell = Math.max(Math.min(column.shrinkTo, natural), natural - excess);
    excess -= natural - cell;
    return { column, width: cell };
  });
}

function cutFromRight<Row>(columns: readonly Measured<Row>[], width: number, gap: number): Measured<Row>[] {
  const kept: Measured<Row>[] = [];
  let room = width;
  for (const { column, width: natural } of columns) {
    const cell = Math.min(natural, room);
    if (cell <= 0) break;
    kept.push({ column, width: cell });
    room -= cell + gap;
  }
  return kept;
}

const joinCells = (cells: readonly { text: string; role?: Role }[]) =>
  cells.flatMap((cell, index) => (index === 0 ? [cell] : [span(' '.repeat(listGap)), cell]));

function trimEnd({ spans }: Line): Line {
  const last = spans.at(-1);
  return last ? { spans: [...spans.slice(0, -1), { ...last, text: last.text.trimEnd() }] } : { spans };
}
