import { type RefObject, useCallback, useEffect, useRef } from 'react';
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

/** Brings a row that was opened by an address, and not by its own button, into view as soon as it is rendered in the list. */
export function useScrollToOpen<List extends Element>(openId: number | null): RefObject<List | null> {
  const list = useRef<List>(null);
  const shownId = useRef<number | null>(null);
  useEffect(() => {
    if (shownId.current === openId) return;
    const row = list.current?.querySelector('[data-open="true"]');
    if (openId !== null && !row) return;
    shownId.current = openId;
    row?.scrollIntoView({ block: 'nearest' });
  });
  return list;
}
