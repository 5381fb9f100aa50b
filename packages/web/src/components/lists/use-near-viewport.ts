import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

interface Options {
  /** Distance in px from the edge of the viewport. */
  margin?: number;
  /** Stays true once the element was near. Otherwise, changes on scrolling. */
  once?: boolean;
  /** Value until the first measurement. */
  initially?: boolean;
}

/**
 * Whether an element is in or near the viewport, to defer costly content. Always true in browsers without
 * IntersectionObserver.
 */
export function useNearViewport<T extends Element>(options: Options = {}): [RefObject<T | null>, boolean] {
  const { margin = 200, once = true, initially = false } = options;
  const ref = useRef<T>(null);
  const [isNear, setIsNear] = useState(initially || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNow = entries.at(-1)?.isIntersecting ?? false;
        // Keeps a focused element, because removing it would reset the tab order to the top.
        if (!isNow && element.contains(document.activeElement)) return;
        // A shorter list above brings many elements near at once. As a transition, this does not block typing.
        if (isNow || !once) startTransition(() => setIsNear(isNow));
        if (isNow && once) observer.disconnect();
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [margin, once]);
  return [ref, isNear];
}
