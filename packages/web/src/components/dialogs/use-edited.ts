import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAsked } from './use-asked.ts';

/**
 * Object that a list's form edits: null for a new one, undefined while closed. `?add` in the address opens the form, so
 * that other pages can link to it. `details`: parameters that prefill the form, removed with `add`.
 */
export function useEdited<T>(
  details?: readonly string[],
): [T | null | undefined, (edited: T | null | undefined) => void] {
  const [params] = useSearchParams();
  const [edited, setEdited] = useState<T | null | undefined>(params.has('add') ? null : undefined);
  const add = useCallback(() => setEdited(null), []);
  useAsked('add', add, details);
  return [edited, setEdited];
}
