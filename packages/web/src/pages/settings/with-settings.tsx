import { useQuery } from '@tanstack/react-query';
import type { NotificationSettings } from '@upvigil/core/contract/settings';
import type { ReactNode } from 'react';
import * as queries from '../../api/queries.ts';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { LoadState } from '../../components/states/load-state.tsx';

/** Draws a form once the settings that it starts from are there. */
export function WithSettings({ children }: { children: (settings: NotificationSettings) => ReactNode }) {
  const query = useQuery(queries.notificationSettings());
  return (
    <>
      <LoadState query={query} title="Could not load the settings">
        <Skeleton height={320} />
      </LoadState>
      {query.data ? children(query.data) : null}
    </>
  );
}
