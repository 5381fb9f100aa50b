import { useEffect } from 'react';

const bars = 'M5 10v2M9 7.5v7M13 4.8v4.4M13 12.8v4.4M17 9v4';
const svg = (inside: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><rect width="22" height="22" rx="6" fill="#161b24"/>` +
      `<path d="${bars}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>${inside}</svg>`,
  )}`;
const broken = svg('<rect x="11" y="11" width="11" height="11" rx="3" fill="#e5484d" stroke="#fff"/>');

/** The browser's tab carries a red square while something is down. */
export function useStateIcon(isBroken: boolean): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!link || !isBroken) return;
    const before = link.href;
    link.href = broken;
    return () => {
      link.href = before;
    };
  }, [isBroken]);
}
