import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Lets plain `<a href="/…">` elements inside an element go through the router. The router's own links are rendered again
 * at every change of the address, which is too slow for hundreds of rows while somebody types into a search box.
 */
export function usePlainLinks<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(() => {
    const element = ref.current;
    const follow = (event: MouseEvent) => {
      const address = addressOf(event);
      if (address === null) return;
      event.preventDefault();
      latest.current(address);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, []);
  return ref;
}

/** The path of a link of this app that was plainly clicked; null for clicks that are left to the browser. */
function addressOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlainClick || event.defaultPrevented || link.target !== '') return null;
  return link.origin === window.location.origin ? link.pathname + link.search : null;
}
