import { type CSSProperties, memo, type ReactNode } from 'react';
import { HeaderCell } from './header-cell.tsx';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` aligns numbers. */
  align?: 'end';
  /** Sort values for this column: `[ascending, descending]`. Absent: not sortable. */
  sorts?: readonly [string, string];
  /** Omits the column name in cards on small screens, where the value is clear without it. */
  unlabelled?: boolean;
}

interface DataTableProps<Row> {
  /** Table caption for screen readers. */
  caption: string;
  /** The first column is the row header. Must be a module constant, so that unchanged rows do not render again. */
  columns: readonly Column<Row>[];
  /**
   * Column widths as CSS grid tracks, for long lists with a search box: with fixed widths, the browser skips the layout
   * of rows outside the viewport. Absent: columns fit their content.
   */
  tracks?: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: string;
  onSort?: (sort: string) => void;
}

/**
 * Below 768 px, CSS shows each row as a card and hides the headers unless one of their buttons has the focus. Rows
 * outside the viewport are laid out when they come into view.
 */
export function DataTable<Row>({ caption, columns, tracks, rows, rowKey, sort, onSort }: DataTableProps<Row>) {
  const block = tracks ? 'block' : 'max-md:block';
  return (
    <table
      // `isolate`: an unchanged table is not repainted together with its surroundings.
      className={`isolate w-full border-collapse text-left ${block}`}
      style={tracks ? ({ '--tracks': tracks } as CSSProperties) : undefined}
    >
      <caption className="sr-only">{caption}</caption>
      <thead
        className={`sticky top-(--top-bar) z-1 bg-(--surface) max-md:not-focus-within:sr-only max-md:focus-within:block ${tracks ? 'md:block' : ''}`}
      >
        <tr className={`max-md:flex max-md:flex-wrap ${tracks ? trackedClass : ''}`}>
          {columns.map((column) => (
            <HeaderCell
              key={column.id}
              name={column.header}
              className={`border-b border-(--border) px-3 py-2 text-xs font-medium text-(--muted) md:content-center ${column.align === 'end' ? 'text-right' : ''}`}
              sorts={column.sorts}
              sort={sort}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody className={block}>
        {rows.map((row) => (
          <DataRow
            key={rowKey(row)}
            row={row}
            columns={columns as readonly Column<unknown>[]}
            isTracked={tracks !== undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

interface DataRowProps {
  row: unknown;
  columns: readonly Column<unknown>[];
  isTracked: boolean;
}

const trackedClass = 'md:grid md:grid-cols-(--tracks)';
const skippedClass = 'md:[contain-intrinsic-size:auto_41px] md:[content-visibility:auto]';

const DataRow = memo(function DataRow({ row, columns, isTracked }: DataRowProps) {
  return (
    <tr
      className={`border-b border-(--border) max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4 max-md:gap-y-1 max-md:py-3 max-md:nth-[n+30]:[contain-intrinsic-size:auto_96px] max-md:nth-[n+30]:[content-visibility:auto] ${isTracked ? `items-center ${trackedClass} ${skippedClass}` : ''}`}
    >
      {columns.map((column, index) => (
        <BodyCell key={column.id} column={column} isFirst={index === 0}>
          {column.cell(row)}
        </BodyCell>
      ))}
    </tr>
  );
});

function BodyCell({ column, isFirst, children }: { column: Column<unknown>; isFirst: boolean; children: ReactNode }) {
  const align = column.align === 'end' ? 'md:text-right' : '';
  const padding = 'px-3 py-2.5 max-md:p-0';
  if (isFirst) {
    return (
      <th scope="row" className={`min-w-0 font-medium wrap-anywhere max-md:flex-[1_0_60%] ${padding}`}>
        {children}
      </th>
    );
  }
  if (column.unlabelled) return <td className={`${padding} ${align}`}>{children}</td>;
  return (
    <td
      data-l={column.header}
      className={`${padding} ${align} wrap-anywhere max-md:flex max-md:items-baseline max-md:gap-1.5 max-md:before:text-xs max-md:before:text-(--muted) max-md:before:content-[attr(data-l)]`}
    >
      {children}
    </td>
  );
}
