import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAsked } from './use-asked.ts';

/**
 * The object of a list's open form; null for a new one, undefined when it is closed. `?add` in the address opens it
 * for something new, so that other pages have a way there.
 */
export function useEdited<T>(): [T | null | undefined, (edited: T | null | undefined) => void] {
  const [params] = useSearchParams();
  const [edited, setEdited] = useState<T | null | undefined>(params.has('add') ? null : undefined);
  const add = useCallback(() => setEdited(null), []);
  useAsked('add', add);
  return [edited, setEdited];
}
