import { type RefObject, useEffect, useRef, useState } from 'react';

/** Width of an element in px, updated on resize. Returns the assumed width until it is measured. */
export function useBoxWidth<T extends HTMLElement>(assumedWidthPx = 600): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(assumedWidthPx);
  useEffect(() => {
    const box = ref.current;
    if (!box || typeof ResizeObserver === 'undefined') return;
    const measure = () => setWidth(Math.floor(box.getBoundingClientRect().width) || assumedWidthPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [assumedWidthPx]);
  return [ref, width];
}
