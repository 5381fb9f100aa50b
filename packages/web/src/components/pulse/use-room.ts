import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

const listeners = new WeakMap<Element, (widthPx: number) => void>();
let shared: ResizeObserver | undefined;

/** One observer for all: lists have hundreds of strips. */
function observer(): ResizeObserver {
  shared ??= new ResizeObserver((entries) =>
    // Many rows come into view at once when a list above them gets short: who types does not wait for their strips.
    startTransition(() => {
      for (const { target, contentRect } of entries) listeners.get(target)?.(contentRect.width);
    }),
  );
  return shared;
}

/** How wide an element is, in px. Null until it was measured, and where nothing can be measured. */
export function useRoom<T extends Element>(): [RefObject<T | null>, number | null] {
  const ref = useRef<T>(null);
  const [roomPx, setRoomPx] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    listeners.set(element, (widthPx) => setRoomPx(Math.floor(widthPx) || null));
    observer().observe(element);
    return () => {
      observer().unobserve(element);
      listeners.delete(element);
    };
  }, []);
  return [ref, roomPx];
}
