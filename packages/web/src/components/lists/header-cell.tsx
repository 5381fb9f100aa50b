import { ArrowDown, ArrowUp } from 'lucide-react';

interface HeaderCellProps {
  name: string;
  className: string;
  /** Sort values for this column: `[ascending, descending]`. Absent: not sortable. */
  sorts: readonly [string, string] | undefined;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

/** Header of a column; its button sorts, and reverses the order. */
export function HeaderCell({ name, className, sorts, sort, onSort }: HeaderCellProps) {
  if (!sorts || !onSort) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  }
  const [ascending, descending] = sorts;
  const direction = sort === ascending ? 'ascending' : sort === descending ? 'descending' : 'none';
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className="cursor-pointer rounded-sm py-1 font-medium hover:text-(--text)"
        onClick={() => onSort(direction === 'ascending' ? descending : ascending)}
      >
        {name}
        {direction === 'none' ? null : <Arrow aria-hidden="true" className="ml-1 inline size-3" />}
      </button>
    </th>
  );
}
