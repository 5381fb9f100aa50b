import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../basics/button.tsx';
import { Skeleton } from '../basics/skeleton.tsx';
import { LoadState } from '../states/load-state.tsx';

interface ListHeadProps {
  /** The title of the list, or what it is about. */
  children: ReactNode;
  /** The label of the button that adds one. */
  add: string;
  /** As many as the limit allows, or not known yet. */
  isFull: boolean;
  onAdd: () => void;
  size?: 'small';
}

/** Above a list: its title, and the button that adds to it. */
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
  /** Placeholder until the first response: a height in pixels, or an element. */
  loading: number | ReactNode;
  empty: ReactNode;
  className: string;
  /** Draws one, with its key. */
  children: (item: Item) => ReactNode;
}

/** A list that is read from the server: while it loads, when that failed, when it is empty, and full. */
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
  /** Its actions. */
  actions: ReactNode;
  /** What it is. */
  children: ReactNode;
}

/** One of a list: its name, what it is, and what can be done to it. */
export const ListItem = ({ name, actions, children }: ListItemProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-(--border) py-2.5 last:border-0 sm:flex-nowrap">
    <div className="min-w-0">
      <h3 className="wrap-anywhere">{name}</h3>
      {children}
    </div>
    <div className="flex flex-wrap sm:shrink-0">{actions}</div>
  </li>
);
