import { type ReactNode, type Ref, useId } from 'react';
import { onRowClick } from './row-click.ts';

export type Density = 'comfortable' | 'compact';

const heights: Record<Density, string> = { comfortable: 'md:min-h-14', compact: 'md:min-h-10' };

interface DataRowProps {
  ref?: Ref<HTMLLIElement>;
  /** `grid-template-columns` from 768 px on. On smaller screens, the row's own classes apply. */
  columns: string;
  density?: Density;
  className?: string;
  /** Panel below the row. The button that opens it needs `aria-expanded` and `aria-controls`. */
  panel?: ReactNode;
  isOpen?: boolean;
  /** Opens or closes the panel. A click anywhere in the row calls it, except on a link or control. */
  onToggle?: () => void;
  /** Cells of the row, created with the id of the panel. */
  children: (panelId: string) => ReactNode;
}

/** Row of a list with cells side by side, a line above, and a panel that opens below. */
export function DataRow(props: DataRowProps) {
  const { ref, columns, density = 'comfortable', className = '', panel, isOpen = false, onToggle, children } = props;
  const panelId = useId();
  return (
    <li ref={ref} data-row className="border-t border-(--border) first:border-t-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a larger target for the pointer; the button in the row is for everybody */}
      <div
        data-open={isOpen}
        onClick={onToggle ? onRowClick(onToggle) : undefined}
        className={`grid items-center gap-x-4 gap-y-1.5 px-5 py-2 hover:bg-(--hover) data-[open=true]:bg-(--sunken) max-md:px-4 max-md:py-3 md:[grid-template-columns:var(--columns)] ${heights[density]} ${onToggle ? 'cursor-pointer' : ''} ${className}`}
        style={{ '--columns': columns } as React.CSSProperties}
      >
        {children(panelId)}
      </div>
      {isOpen ? (
        <div
          id={panelId}
          className="animate-[open_160ms_ease-out] border-t border-(--border) bg-(--sunken) px-5 pt-4 pb-5 max-md:px-4"
        >
          {panel}
        </div>
      ) : null}
    </li>
  );
}
