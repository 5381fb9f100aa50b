import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { HeaderCell } from '../../../components/lists/header-cell.tsx';
import { firstScreenRows } from '../../../components/lists/use-near-row.ts';
import type { Density } from '../../../components/rows/data-row.tsx';
import { MonitorRow, type MonitorRowHandlers } from './monitor-row.tsx';
import { columns, rowTracks, wideOnly } from './network-tracks.ts';

interface Header {
  name: string;
  /** Sort values, ascending and descending. */
  sorts?: readonly [string, string];
  className?: string;
}

const headers: readonly Header[] = [
  { name: 'Status' },
  { name: 'Name', sorts: ['name', 'name-down'] },
  { name: 'Type', className: wideOnly },
  { name: 'Host', className: wideOnly },
  { name: 'Last checks' },
  { name: 'Uptime', sorts: ['uptime', 'uptime-down'], className: 'text-right' },
  { name: 'Response', sorts: ['response', 'response-down'], className: 'text-right' },
  { name: 'Last check', className: `text-right ${wideOnly}` },
  { name: 'Actions', className: 'text-right' },
];

interface NetworkTableProps extends MonitorRowHandlers {
  monitors: readonly NetworkMonitor[];
  density: Density;
  sort: string;
  onSort: (sort: string) => void;
}

/** Rows of network monitors. On small screens, headers are visible only while one of their buttons has the focus. */
export function NetworkTable({ monitors, density, sort, onSort, ...handlers }: NetworkTableProps) {
  return (
    <table className="isolate block w-full text-left" style={{ '--columns': columns[density] } as React.CSSProperties}>
      <caption className="sr-only">Network monitors</caption>
      <thead className="block max-md:not-focus-within:sr-only">
        <tr
          className={`min-h-8.5 border-b border-(--border) px-5 max-md:flex max-md:flex-wrap max-md:gap-x-4 ${rowTracks}`}
        >
          {headers.map(({ name, sorts, className = '' }) => (
            <HeaderCell
              key={name}
              name={name}
              className={`text-xs font-medium text-(--muted) pointer-coarse:[&>button]:min-h-11 ${className}`}
              sorts={sorts}
              sort={sort}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody className="block">
        {monitors.map((monitor, at) => (
          <MonitorRow
            key={monitor.id}
            monitor={monitor}
            density={density}
            isFirst={at < firstScreenRows}
            {...handlers}
          />
        ))}
      </tbody>
    </table>
  );
}
