import { Box, Text } from 'ink';
import type { JSX, PropsWithChildren } from 'react';
import { fit, widthOf } from '../../output/fit.ts';
import type { Glyphs } from '../../output/glyphs.ts';
import { type Line, line, paint, type Role, span } from '../../output/paint.ts';
import { Table } from '../ink-table.ts';

export interface RecordColumn<Row> {
  header: string;
  text(row: Row): string;
  /** May be cut to this many columns. */
  shrinkTo?: number;
  /** May be left out when the terminal is narrow; the highest number first. */
  dropOrder?: number;
}

export interface RecordTableProps<Row> {
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  /** Columns that it may take. */
  width: number;
  /** Lines that it may take. */
  height: number;
  glyphs: Glyphs;
  color: boolean;
  /** What a cell is, by its text. */
  roleOf?(text: string): Role;
}

/** Columns of padding on each side of a cell. */
const padding = 1;
const frameLines = 3;
const linesPerRow = 2;

/** So many records fit into so many lines, with one line that counts the others. */
export const roomForRecords = (height: number): number =>
  Math.max(1, Math.floor((height - frameLines - 1) / linesPerRow));

/** Draws records in a frame with ink-table, two lines each. Those that do not fit are counted below. */
export function RecordTable<Row>(props: RecordTableProps<Row>): JSX.Element {
  const { rows, width, height, color } = props;
  const room = roomForRecords(height);
  const shown =
    rows.length <= room + 1 && frameLines - 1 + rows.length * linesPerRow <= height ? rows : rows.slice(0, room);
  const columns = columnsThatFit(props.columns, shown, width);
  const widths = columnWidths(columns, shown, width);
  const data = shown.map((row) =>
    Object.fromEntries(
      columns.map(({ header, text }, index) => [header, fit(text(row), widths[index] ?? 0, props.glyphs.ellipsis)]),
    ),
  );
  const more: Line[] = shown.length < rows.length ? [line(span(` ${rows.length - shown.length} more`, 'quiet'))] : [];
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Table data={data} columns={columns.map(({ header }) => header)} padding={padding} {...parts(props)} />
      {more.length > 0 && <Text>{more.map((each) => paint(each, color)).join('\n')}</Text>}
    </Box>
  );
}

/** ink-table pads by the number of characters, so a cell must have as many columns as characters. */
function parts<Row>({ glyphs, color, roleOf = () => 'plain' }: RecordTableProps<Row>) {
  const cell = ({ children }: PropsWithChildren): JSX.Element => {
    const text = String(children);
    const shown = span(fit(text.trimEnd(), text.length, glyphs.ellipsis), roleOf(text.trim()));
    return <Text>{paint(line(shown), color)}</Text>;
  };
  return {
    cell,
    header: ({ children }: PropsWithChildren) => <Text>{paint(line(span(String(children), 'quiet')), color)}</Text>,
    skeleton: ({ children }: PropsWithChildren) => <Text>{skeletonText(String(children), glyphs)}</Text>,
  };
}

const asciiOnly = /[^ -~]/g;
const skeletonText = (text: string, { box }: Glyphs): string =>
  box.side === '|' ? text.replace(/─/g, '-').replace(/│/g, '|').replace(asciiOnly, '+') : text;

/** Without the least needed ones, where even cut columns would be wider than the terminal: a line that wraps breaks the frame. */
function columnsThatFit<Row>(
  columns: readonly RecordColumn<Row>[],
  rows: readonly Row[],
  width: number,
): readonly RecordColumn<Row>[] {
  const used = columnWidths(columns, rows, width).reduce((sum, each) => sum + each, frameWidth(columns.length));
  const [victim] = columns
    .filter(({ dropOrder }) => dropOrder !== undefined)
    .sort((a, b) => (b.dropOrder ?? 0) - (a.dropOrder ?? 0));
  if (used <= width || !victim) return columns;
  return columnsThatFit(
    columns.filter((column) => column !== victim),
    rows,
    width,
  );
}

const frameWidth = (count: number): number => count * (padding * 2 + 1) + 1;

function columnWidths<Row>(columns: readonly RecordColumn<Row>[], rows: readonly Row[], width: number): number[] {
  const natural = columns.map(({ header, text }) =>
    rows.reduce((most, row) => Math.max(most, widthOf(text(row))), header.length),
  );
  let excess = natural.reduce((sum, each) => sum + each, frameWidth(columns.length)) - width;
  return natural.map((each, index) => {
    const least = Math.max(columns[index]?.header.length ?? 0, Math.min(each, columns[index]?.shrinkTo ?? each));
    const taken = Math.max(0, Math.min(excess, each - least));
    excess -= taken;
    return each - taken;
  });
}
