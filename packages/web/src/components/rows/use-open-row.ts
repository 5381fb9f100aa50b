import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useRouterQuery } from '../lists/use-router-query.ts';

const name = 'open';

/**
 * Id of the open row, stored in the address as `?open=`, and a function that toggles a row. The function is stable, so
 * that other rows do not render again.
 */
export function useOpenRow(): [number | null, (id: number) => void] {
  const [params, change] = useRouterQuery();
  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  });
  const toggle = useCallback(
    (id: number) => latestChange.current((old) => ({ [name]: old.get(name) === String(id) ? null : String(id) })),
    [],
  );
  return [Number(params.get(name)) || null, toggle];
}

/** Scrolls to a row that the address opened, as soon as it is rendered. */
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
