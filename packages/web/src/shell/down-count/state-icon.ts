import { useEffect } from 'react';

/** The browser's tab carries a red square while something is down. */
export function useStateIcon(isBroken: boolean): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!link || !isBroken) return;
    const before = link.href;
    link.href = '/favicon-down.svg';
    return () => {
      link.href = before;
    };
  }, [isBroken]);
}
