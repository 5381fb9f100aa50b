import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

interface Options {
  /** Distance in px from the edge of the screen. */
  margin?: number;
  /** Whether it stays true once it was near. Otherwise it changes with scrolling. */
  once?: boolean;
  /** Whether it is near until that is known. */
  initially?: boolean;
}

/**
 * Whether an element is on the screen or near it. Costly content is rendered only then.
 * Always true where the browser has no IntersectionObserver.
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
        // The focused element stays, or the keyboard would start from the top again.
        if (!isNow && element.contains(document.activeElement)) return;
        // Many come near at once when a list above them gets short: no key waits for them.
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
