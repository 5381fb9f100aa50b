import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../basics/button.tsx';
import { Skeleton } from '../basics/skeleton.tsx';
import { LoadState } from '../states/load-state.tsx';

interface ListHeadProps {
  /** Title of the list, or an explanation. */
  children: ReactNode;
  /** Label of the Add button. */
  add: string;
  /** True when the limit is reached, and until the list is loaded. */
  isFull: boolean;
  onAdd: () => void;
  size?: 'small';
}

/** Title and Add button of a list. */
export function ListHead({ children, add, isFull, onAdd, size }: ListHeadProps) {
  const look = size ? ({ size } as const) : ({ kind: 'primary' } as const);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {children}
      <Button {...look} icon={<Plus aria-hidden="true" size={size ? 14 : 16} />} disabled={isFull} onClick={onAdd}>
        {add}
      </Button>
    </div>
  );
}

interface LoadedListProps<Item> {
  query: UseQueryResult<readonly Item[]>;
  loadFailed: string;
  /** Placeholder: a height in px, or an element. */
  loading: number | ReactNode;
  empty: ReactNode;
  className: string;
  /** Renders one item with its key. */
  children: (item: Item) => ReactNode;
}

/** List from the server with its loading, error, empty and full states. */
export function LoadedList<Item>({ query, loadFailed, loading, empty, className, children }: LoadedListProps<Item>) {
  const { data } = query;
  return (
    <>
      <LoadState query={query} title={loadFailed}>
        {typeof loading === 'number' ? <Skeleton height={loading} /> : loading}
      </LoadState>
      {data?.length === 0 ? empty : null}
      {data?.length ? <ul className={className}>{data.map(children)}</ul> : null}
    </>
  );
}

interface ListItemProps {
  name: string;
  actions: ReactNode;
  children: ReactNode;
}

/** Item of a list: name, details and actions. */
export const ListItem = ({ name, actions, children }: ListItemProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-(--border) py-2.5 last:border-0 sm:flex-nowrap">
    <div className="min-w-0">
      <h3 className="wrap-anywhere">{name}</h3>
      {children}
    </div>
    <div className="flex flex-wrap sm:shrink-0">{actions}</div>
  </li>
);
