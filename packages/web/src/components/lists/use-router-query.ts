import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AddressQuery } from './list-state.ts';

/** The newest query that was set but is not rendered yet. One for the whole page, as there is one address. */
let awaited: URLSearchParams | null = null;

/**
 * The query of the address on a page behind the router. The router applies a change a moment later; until then, further
 * changes are made to the awaited query, so that none of two quick ones is lost.
 */
export function useRouterQuery(): AddressQuery {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    awaited = null;
  }, []);
  useEffect(() => {
    if (awaited?.toString() === params.toString()) awaited = null;
  }, [params]);
  const change = useCallback<AddressQuery[1]>(
    (makeNext, options) => {
      awaited = makeNext(awaited ?? params);
      setParams(awaited, options);
    },
    [params, setParams],
  );
  return [params, change];
}
