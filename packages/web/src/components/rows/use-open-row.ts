import { useCallback, useEffect, useRef } from 'react';
import { useRouterQuery } from '../lists/use-router-query.ts';

const name = 'open';

/**
 * The id of the row that is open, kept in the address as `?open=`, and what opens another or closes it. The latter stays
 * the same function, so that no other row is rendered again.
 */
export function useOpenRow(): [number | null, (id: number) => void] {
  const [params, change] = useRouterQuery();
  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  });
  const toggle = useCallback(
    (id: number) =>
      latestChange.current(
        (old) => {
          const next = new URLSearchParams(old);
          if (old.get(name) === String(id)) next.delete(name);
          else next.set(name, String(id));
          return next;
        },
        { replace: true },
      ),
    [],
  );
  return [Number(params.get(name)) || null, toggle];
}
