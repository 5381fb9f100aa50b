import { useCallback, useMemo } from 'react';
import { useRouterQuery } from '../../../../components/lists/use-router-query.ts';

const name = 'compare';
/** More than three bands over each other cannot be read. */
export const mostCompared = 3;

/** Ids of the websites that are compared, kept in the address as `?compare=1,2`; empty without a comparison. */
export function useCompared(): [readonly number[], (ids: readonly number[]) => void] {
  const [params, change] = useRouterQuery();
  const text = params.get(name) ?? '';
  const ids = useMemo(() => readIds(text), [text]);
  const compare = useCallback(
    (next: readonly number[]) => change(() => ({ [name]: next.join(',') || null })),
    [change],
  );
  return [ids, compare];
}

const readIds = (text: string): readonly number[] =>
  [...new Set(text.split(',').filter((part) => /^[1-9]\d{0,14}$/.test(part)))].map(Number).slice(0, mostCompared);
