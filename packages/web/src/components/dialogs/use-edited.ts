import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * What the form of a list is open for; null for something new, undefined when it is closed. `?add` in the address opens it
 * for something new, so that other pages have a way there.
 */
export function useEdited<T>(): [T | null | undefined, (edited: T | null | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const isAdding = params.has('add');
  const [edited, setEdited] = useState<T | null | undefined>(isAdding ? null : undefined);
  useEffect(() => {
    if (!isAdding) return;
    setEdited(null);
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('add');
        return next;
      },
      { replace: true },
    );
  }, [isAdding, setParams]);
  return [edited, setEdited];
}
