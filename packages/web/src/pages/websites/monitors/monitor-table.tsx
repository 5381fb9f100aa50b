import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { firstScreenRows } from '../../../components/lists/use-near-row.ts';
import type { Density } from '../../../components/rows/data-row.tsx';
import { MonitorRow, type RowHandlers } from './monitor-row.tsx';
import { rowTracks, wideOnly } from './monitor-tracks.ts';
import { isSelected, type Selection, selectedCount } from './selection.ts';

interface MonitorTableProps extends RowHandlers {
  ref: RefObject<HTMLTableElement | null>;
  monitors: readonly ListedMonitor[];
  selection: Selection;
  density: Density;
  sort: string;
  onSort: (sort: string) => void;
  onSelectShown: () => void;
}

const right = 'text-right';

/** Monitors of all websites. The head stays below the top bar while the page scrolls. */
export function MonitorTable(props: MonitorTableProps) {
  const { ref, monitors, selection, density, sort, onSort, onSelectShown, ...handlers } = props;
  return (
    <table ref={ref} className="isolate block w-full [&_:is(input,a,button)]:scroll-mb-20">
      <caption className="sr-only">All Monitors</caption>
      <thead className="sticky top-(--top-bar) z-3 block rounded-t-xl border-b border-(--border) bg-(--surface) text-xs text-(--muted) max-md:static max-md:border-0">
        <tr className={`min-h-9 max-md:min-h-11 max-md:grid-cols-[24px_minmax(0,1fr)] ${rowTracks}`}>
          <th className="text-left font-medium whitespace-nowrap">
            <SelectShown selection={selection} monitors={monitors} onChange={onSelectShown} />
          </th>
          <Head name="Status" sortBy="problems" sort={sort} onSort={onSort} />
          <Head name="Name" sortBy="name" sort={sort} onSort={onSort} />
          <Head name="Website" />
          <Head name="Kind" className={wideOnly} />
          <Head name="Tags" className={wideOnly} />
          <Head name="Last 30 checks" />
          <Head name="Time" sortBy="slowest" sort={sort} onSort={onSort} className={right} />
          <Head name="24h uptime" className={right} />
          <Head name="Every" className={`${right} ${wideOnly}`} />
          <th className="max-md:hidden">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="block">
        {monitors.map((monitor, at) => (
          <MonitorRow
            key={monitor.id}
            monitor={monitor}
            isSelected={isSelected(selection, monitor.id)}
            density={density}
            isFirst={at < firstScreenRows}
            {...handlers}
          />
        ))}
      </tbody>
    </table>
  );
}

interface SelectShownProps {
  selection: Selection;
  monitors: readonly ListedMonitor[];
  onChange: () => void;
}

function SelectShown({ selection, monitors, onChange }: SelectShownProps) {
  const box = useRef<HTMLInputElement>(null);
  const areAll = monitors.length > 0 && monitors.every(({ id }) => isSelected(selection, id));
  const isMixed = !areAll && selectedCount(selection) > 0;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="-m-2 flex cursor-pointer items-center gap-2.5 p-2">
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all shown"
        className="size-4 shrink-0 accent-(--ink) max-md:size-5.5"
        checked={areAll}
        onChange={onChange}
      />
      <span className="md:hidden">Select all shown</span>
    </label>
  );
}

interface HeadProps {
  name: string;
  /** Order that the column stands for. */
  sortBy?: string;
  sort?: string;
  onSort?: (sort: string) => void;
  className?: string;
}

function Head({ name, sortBy, sort, onSort, className = '' }: HeadProps) {
  const isSorted = sortBy !== undefined && sort === sortBy;
  const isAscending = sortBy !== 'slowest';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
      className={`text-left font-medium whitespace-nowrap max-md:hidden ${className}`}
    >
      {sortBy && onSort ? (
        <button
          type="button"
          className={`cursor-pointer rounded-sm py-1 font-medium hover:text-(--text) ${isSorted ? 'text-(--text)' : ''}`}
          onClick={() => onSort(sortBy)}
        >
          {name}
          {isSorted ? <Arrow aria-hidden="true" className="ml-1 inline size-3" /> : null}
        </button>
      ) : (
        name
      )}
    </th>
  );
}
