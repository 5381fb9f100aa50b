import { Box } from 'ink';
import { Fragment, type JSX } from 'react';
import { type Align, cut, fit } from '../../output/fit.ts';
import { type Span, span } from '../../output/paint.ts';
import { type Column, fitColumns } from '../../output/table.ts';
import { Inline, Row, Sides } from './inline.tsx';
import { useStage } from './stage.ts';

export interface TableColumn<Item> {
  header: string;
  /** Width in columns; 0 omits the column. Absent: the rest of the width. */
  width?: number;
  align?: Align | undefined;
  cell(item: Item): readonly (Span | string)[];
}

interface DataTableProps<Item> {
  columns: readonly TableColumn<Item>[];
  /** Only the visible items. */
  items: readonly Item[];
  keyOf(item: Item): string | number;
  selected?: number;
  /** Terminal columns between two cells. */
  gap?: number;
  hasHeader?: boolean;
  /** Shown at the right of the header. */
  about?: string;
}

/** Items in columns, one line each. */
export function DataTable<Item>(props: DataTableProps<Item>): JSX.Element {
  const { items, keyOf, selected = -1, gap = 1, hasHeader = false, about = '' } = props;
  const columns = withWidths(props.columns, useStage().size.columns, gap);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {hasHeader && (
        <Sides
          left={[span(headerText(columns, gap), 'quiet')]}
          right={about === '' ? [] : [span(about, 'quiet'), span(' ')]}
        />
      )}
      {items.map((item, index) => (
        <Row key={keyOf(item)} isSelected={index === selected}>
          <Cells columns={columns} spansOf={({ cell }) => cell(item)} gap={gap} />
        </Row>
      ))}
    </Box>
  );
}

type SizedColumn<Item> = TableColumn<Item> & { width: number };

const cursorWidth = 1;

/** The columns that fit, each with its width. */
function withWidths<Item>(columns: readonly TableColumn<Item>[], total: number, gap: number): SizedColumn<Item>[] {
  const placed = columns.filter(({ width }) => width !== 0);
  const used = placed.reduce((sum, { width = 0 }) => sum + width, cursorWidth + gap * (placed.length - 1));
  return placed.map((column) => ({ ...column, width: column.width ?? Math.max(1, total - used) }));
}

const headerText = (columns: readonly SizedColumn<never>[], gap: number): string =>
  ` ${columns.map(({ header, width, align }) => fit(header, width, '', align)).join(' '.repeat(gap))}`.trimEnd();

interface CellsProps<Item> {
  columns: readonly SizedColumn<Item>[];
  spansOf(column: SizedColumn<Item>): readonly (Span | string)[];
  gap?: number;
  /** The character between two cells, if any. */
  side?: string;
}

function Cells<Item>({ columns, spansOf, gap = 1, side = '' }: CellsProps<Item>): JSX.Element {
  return (
    <Box flexShrink={0} columnGap={gap}>
      {side !== '' && <Inline spans={[side]} />}
      {columns.map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
        <Fragment key={at}>
          <Box
            width={column.width}
            flexShrink={0}
            justifyContent={column.align === 'right' ? 'flex-end' : 'flex-start'}
          >
            <Inline spans={spansOf(column)} width={column.width} />
          </Box>
          {side !== '' && <Inline spans={[side]} />}
        </Fragment>
      ))}
    </Box>
  );
}

/** Lines of a framed table in addition to its rows, and lines of a row with its border. */
const frameLines = 3;
const linesPerRow = 2;
/** `│ ` at the left, ` │` at the right, and ` │ ` between two cells. */
const frameEnds = 4;
const frameGap = 3;

/** How many rows fit into `height` lines, with one line for the count of the others. */
export const roomForFramedRows = (height: number): number =>
  Math.max(1, Math.floor((height - frameLines - 1) / linesPerRow));

export interface FramedTableProps<Item> {
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf(item: Item): string | number;
  height: number;
}

/** A framed table. Columns that do not fit are left out; rows that do not fit are counted at the end. */
export function FramedTable<Item>({ columns, items, keyOf, height }: FramedTableProps<Item>): JSX.Element {
  const { size, glyphs } = useStage();
  const { box } = glyphs;
  const hasRoom = frameLines + items.length * linesPerRow <= height;
  const shown = hasRoom ? items : items.slice(0, roomForFramedRows(height));
  const fitted = fitColumns(columns, shown, size.columns - frameEnds, frameGap).map(
    ({ column: { header, text, role, align }, width }): SizedColumn<Item> => ({
      header,
      width,
      align,
      cell: (item) => [span(text(item), role?.(item))],
    }),
  );
  const edge = (start: string, between: string, end: string): JSX.Element => (
    <Inline spans={[start + fitted.map(({ width }) => box.edge.repeat(width + 2)).join(between) + end]} />
  );
  const between = edge(box.teeRight, box.cross, box.teeLeft);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {edge(box.topLeft, box.teeDown, box.topRight)}
      <Cells
        columns={fitted}
        spansOf={({ header, width }) => [span(cut(header, width, ''), 'quiet')]}
        side={box.side}
      />
      {shown.map((item) => (
        <Fragment key={keyOf(item)}>
          {between}
          <Cells columns={fitted} spansOf={({ cell }) => cell(item)} side={box.side} />
        </Fragment>
      ))}
      {edge(box.bottomLeft, box.teeUp, box.bottomRight)}
      {shown.length < items.length && <Inline spans={[span(` ${items.length - shown.length} more`, 'quiet')]} />}
    </Box>
  );
}
