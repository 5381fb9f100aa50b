import { useState } from 'react';
import type { Density } from './data-row.tsx';

const storageKey = 'density';

/** Row height of lists, stored in this browser; until then, that of the list. */
export function useDensity(initial: Density = 'comfortable'): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(() => {
    const stored = localStorage.getItem(storageKey);
    return stored === 'compact' || stored === 'comfortable' ? stored : initial;
  });
  const choose = (next: Density) => {
    localStorage.setItem(storageKey, next);
    setDensity(next);
  };
  return [density, choose];
}
