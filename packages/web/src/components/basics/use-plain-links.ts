import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Routes clicks on plain `<a href="/…">` elements through the router. Router links render again at each address change,
 * which is too slow for hundreds of rows during a search.
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

/** The path of a plain click on an internal link; null for clicks that the browser handles. */
function addressOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlainClick || event.defaultPrevented || link.target !== '') return null;
  return link.origin === window.location.origin ? link.pathname + link.search : null;
}
