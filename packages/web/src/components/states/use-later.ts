import { useEffect, useState } from 'react';
import { whenNobodyTypes } from './when-nobody-types.ts';

/** Whether a time in ms has passed since the component came, for what is loaded after a page's first content. */
export function useLater(afterMs: number): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => whenNobodyTypes(() => setIsLater(true), afterMs), [afterMs]);
  return isLater;
}
