import type { ReactNode } from 'react';
import { Button } from '../basics/button.tsx';

interface EmptyStateProps {
  title: string;
  /** One sentence that describes the future content. */
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

/** Replaces an empty list and offers the next step. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-[10px] border border-dashed border-(--control) px-4 py-10 text-center">
      {icon ? (
        <span aria-hidden="true" className="text-(--muted) [&>svg]:size-8">
          {icon}
        </span>
      ) : null}
      <p className="m-0 text-base font-semibold">{title}</p>
      {children ? <p className="m-0 max-w-prose text-(--muted)">{children}</p> : null}
      {action}
    </div>
  );
}

interface NothingYetProps extends Omit<EmptyStateProps, 'action'> {
  /** Label of the button. */
  add: string;
  onAdd: () => void;
}

/** Replaces a list before its first row is added. */
export const NothingYet = ({ add, onAdd, ...rest }: NothingYetProps) => (
  <EmptyState
    {...rest}
    action={
      <Button kind="primary" onClick={onAdd}>
        {add}
      </Button>
    }
  />
);

/** Replaces the rows while no row matches the search and the filters. */
export const NoMatch = ({ title, onClear }: { title: string; onClear: () => void }) => (
  <EmptyState title={title} action={<Button onClick={onClear}>Clear filters</Button>} />
);
