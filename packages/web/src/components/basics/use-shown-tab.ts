import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Scrolls a tab to the middle of a tab list that is wider than its container. */
export function useShownTab<Row extends HTMLElement>(at: number): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    const tab = row?.children[at] as HTMLElement | undefined;
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [at]);
  return ref;
}
