import { useEffect, useState } from 'react';

/** Returns a text after it has not changed for `pauseMs`. */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
