import { type ReactNode, type Ref, useId } from 'react';

export type Density = 'comfortable' | 'compact';

const heights: Record<Density, string> = { comfortable: 'md:min-h-14', compact: 'md:min-h-10' };

interface DataRowProps {
  ref?: Ref<HTMLLIElement>;
  /** `grid-template-columns` from 768 px on; below, the row's own classes lay it out. */
  columns: string;
  density?: Density;
  className?: string;
  /** What opens below the row. The button that opens it carries `aria-expanded` and `aria-controls`. */
  panel?: ReactNode;
  isOpen?: boolean;
  /** The row's cells; they get the id of the panel. */
  children: (panelId: string) => ReactNode;
}

/** One of many alike in a list: cells side by side, a line above, and a panel below that opens in its place. */
export function DataRow(props: DataRowProps) {
  const { ref, columns, density = 'comfortable', className = '', panel, isOpen = false, children } = props;
  const panelId = useId();
  return (
    <li ref={ref} className="border-t border-(--border) first:border-t-0">
      <div
        data-open={isOpen}
        className={`grid items-center gap-x-4 gap-y-1.5 px-5 py-2 hover:bg-(--hover) data-[open=true]:bg-(--sunken) max-md:px-4 max-md:py-3 md:[grid-template-columns:var(--columns)] ${heights[density]} ${className}`}
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
