import { useState } from 'react';
import type { Density } from './data-row.tsx';

const storageKey = 'density';

const readDensity = (): Density => (localStorage.getItem(storageKey) === 'compact' ? 'compact' : 'comfortable');

/** Row height of lists, stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(readDensity);
  const choose = (next: Density) => {
    localStorage.setItem(storageKey, next);
    setDensity(next);
  };
  return [density, choose];
}
