import { type RefObject, useEffect, useRef, useState } from 'react';

/** Width in px used until the box was measured, and where nothing can be measured. */
const assumedWidthPx = 600;

/** Width of a box in px, followed as it changes. Charts need it to choose their ticks. */
export function useBoxWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
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
  }, []);
  return [ref, width];
}
